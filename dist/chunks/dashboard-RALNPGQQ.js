import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a,b,c}from"./chunk-A27KVMIO.js";import"./chunk-NOOZD5I6.js";export{a as dashboard,b as dashboardPolicy,c as statusPart};
