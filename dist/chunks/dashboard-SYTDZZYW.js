import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a,b,c}from"./chunk-5LHMGH4I.js";import"./chunk-NOOZD5I6.js";export{a as dashboard,b as dashboardPolicy,c as statusSection};
