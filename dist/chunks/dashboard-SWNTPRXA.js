import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a,b,c}from"./chunk-JYYIJPZD.js";import"./chunk-NOOZD5I6.js";export{a as dashboard,b as dashboardPolicy,c as statusSection};
