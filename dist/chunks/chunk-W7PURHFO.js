import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{builtCommands,workflows}from"./chunk-M3SY2N5U.js";var built=()=>builtCommands(workflows.map(({name})=>name));export{built};
