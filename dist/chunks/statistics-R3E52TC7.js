import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{statisticsOf}from"./chunk-BMMYHLE3.js";import"./chunk-L5ZGYLOK.js";import"./chunk-KZPBGURT.js";import"./chunk-DVE4MXTB.js";import"./chunk-CIAG3QTS.js";import"./chunk-VB76QHZX.js";export{statisticsOf};
