import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{digestOf}from"./chunk-WO5NTFRA.js";function questionId(kind,...about){return`${kind}-${Number.parseInt(digestOf(JSON.stringify(about)).slice(0,12),16)%1e6}`}export{questionId};
