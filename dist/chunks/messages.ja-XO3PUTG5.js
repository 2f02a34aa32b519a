import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-5ME7EBPB.js";import"./chunk-B7UHAEBV.js";import"./chunk-SQD3ESC2.js";import"./chunk-NOOZD5I6.js";export{a as ja};
