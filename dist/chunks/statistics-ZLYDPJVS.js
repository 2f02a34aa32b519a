import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a,b,c}from"./chunk-BENHB7HR.js";import"./chunk-INMGTHOA.js";import"./chunk-MVBEQHUA.js";import"./chunk-JMLW4IWD.js";import"./chunk-NOOZD5I6.js";export{c as documentOf,b as lastTask,a as statisticsOf};
