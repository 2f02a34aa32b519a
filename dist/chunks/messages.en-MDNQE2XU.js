import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{en}from"./chunk-HYQE2ALM.js";import"./chunk-MPIRY4BG.js";import"./chunk-OUJCKR6S.js";import"./chunk-G3LB5MK7.js";import"./chunk-J5TJYCPI.js";import"./chunk-VB76QHZX.js";export{en};
