import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-HWGJYS4G.js";import"./chunk-HONOCDNG.js";import"./chunk-SQD3ESC2.js";import"./chunk-NOOZD5I6.js";export{a as ja};
