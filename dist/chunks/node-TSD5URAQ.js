import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import"./chunk-NOOZD5I6.js";var o=class{},s=class{},t=()=>{throw new Error("not in this bundle")};export{o as AjvJsonSchemaValidator,s as BetaToolRunner,t as zodToJsonSchema};
