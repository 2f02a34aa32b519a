import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{builtCommands,workflows}from"./chunk-XKRT2LLU.js";var built=()=>builtCommands(workflows.map(({name})=>name));export{built};
