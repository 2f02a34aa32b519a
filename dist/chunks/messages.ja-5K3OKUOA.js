import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{ja}from"./chunk-CVH7VSSC.js";import"./chunk-G3LB5MK7.js";import"./chunk-J5TJYCPI.js";import"./chunk-VB76QHZX.js";export{ja};
