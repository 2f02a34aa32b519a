import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{builtCommands,workflowNames}from"./chunk-75WRG3EF.js";var built=()=>builtCommands(workflowNames);export{built};
