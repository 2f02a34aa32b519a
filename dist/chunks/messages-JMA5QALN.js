import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{taskMessages}from"./chunk-A7VYDUO4.js";import"./chunk-6US5COE5.js";import"./chunk-VB76QHZX.js";export{taskMessages};
