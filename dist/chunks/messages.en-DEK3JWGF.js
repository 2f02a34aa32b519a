import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{en}from"./chunk-EX2RAYYV.js";import"./chunk-G3LB5MK7.js";import"./chunk-J5TJYCPI.js";import"./chunk-VB76QHZX.js";export{en};
