import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{documentOf,lastTask,statisticsOf}from"./chunk-5G56A3U5.js";import"./chunk-OGC2LRLI.js";import"./chunk-G3LPWIAG.js";import"./chunk-L4ETAW2J.js";import"./chunk-VB76QHZX.js";export{documentOf,lastTask,statisticsOf};
