import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{createHash as e}from"node:crypto";function i(t){return e("sha256").update(t).digest("hex")}export{i as a};
