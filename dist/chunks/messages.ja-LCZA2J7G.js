import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-GIPPQDGZ.js";import"./chunk-7QORASCG.js";import"./chunk-55GH2MLZ.js";import"./chunk-NOOZD5I6.js";export{a as ja};
