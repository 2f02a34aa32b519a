import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{builtCommands,workflowNames}from"./chunk-XN7WYI4J.js";var built=()=>builtCommands(workflowNames);export{built};
