import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{createHash}from"node:crypto";function digestOf(text){return createHash("sha256").update(text).digest("hex")}export{digestOf};
