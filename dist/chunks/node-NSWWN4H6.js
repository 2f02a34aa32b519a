import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import"./chunk-NOOZD5I6.js";var p=class{};export{p as AjvJsonSchemaValidator};
