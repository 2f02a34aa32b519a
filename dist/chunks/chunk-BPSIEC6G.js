import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{builtCommands,workflowNames}from"./chunk-Z2M3V5PP.js";var built=()=>builtCommands(workflowNames);export{built};
