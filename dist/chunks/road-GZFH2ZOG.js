import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{road}from"./chunk-GU272XQU.js";import"./chunk-XLDL7AG4.js";import"./chunk-J2SYUUYU.js";import"./chunk-PQN22EK6.js";import"./chunk-ETK54IKC.js";import"./chunk-755FF5RA.js";import"./chunk-VCAJQUP4.js";import"./chunk-CJACA74A.js";export{road};
