import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{dashboard,dashboardPolicy,statusPart}from"./chunk-XPKJ265P.js";import"./chunk-VB76QHZX.js";export{dashboard,dashboardPolicy,statusPart};
