import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-JPPO2CCB.js";import"./chunk-SGC27V3W.js";import"./chunk-ONUETVNG.js";import"./chunk-B7UHAEBV.js";import"./chunk-SQD3ESC2.js";import"./chunk-NOOZD5I6.js";export{a as ja};
