import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{road}from"./chunk-AMH5FAON.js";import"./chunk-LH3KYU5M.js";import"./chunk-TY43IRBD.js";import"./chunk-SPE6IJCV.js";import"./chunk-E32MQ2YS.js";import"./chunk-HAG2QFRJ.js";import"./chunk-VCAJQUP4.js";import"./chunk-CJACA74A.js";export{road};
