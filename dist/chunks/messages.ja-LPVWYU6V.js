import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-UIJV2KAU.js";import"./chunk-ZLTJ4L26.js";import"./chunk-ONUETVNG.js";import"./chunk-HONOCDNG.js";import"./chunk-QXC2NTNW.js";import"./chunk-SQD3ESC2.js";import"./chunk-PEXNKCJX.js";import"./chunk-NOOZD5I6.js";export{a as ja};
