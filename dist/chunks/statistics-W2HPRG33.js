import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a,b,c}from"./chunk-C3QDYLT2.js";import"./chunk-S3I4YWZS.js";import"./chunk-XUOUEMKK.js";import"./chunk-JMLW4IWD.js";import"./chunk-NOOZD5I6.js";export{c as documentOf,b as lastTask,a as statisticsOf};
