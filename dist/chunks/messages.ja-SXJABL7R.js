import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-P5HLCNJT.js";import"./chunk-4EVIGXR6.js";import"./chunk-FSPLCVZ6.js";import"./chunk-7QORASCG.js";import"./chunk-55GH2MLZ.js";import"./chunk-NOOZD5I6.js";export{a as ja};
