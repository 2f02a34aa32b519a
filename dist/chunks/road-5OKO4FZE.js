import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{road}from"./chunk-SCN7ZUJY.js";import"./chunk-P5PFYEQI.js";import"./chunk-2GZCYYTN.js";import"./chunk-5OOKJBY2.js";import"./chunk-PCKPQTK4.js";import"./chunk-2BXQOK5S.js";import"./chunk-VCAJQUP4.js";import"./chunk-CJACA74A.js";export{road};
