import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{builtCommands,workflowNames}from"./chunk-M2FP6EPY.js";var built=()=>builtCommands(workflowNames);export{built};
