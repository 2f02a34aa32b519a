import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a,b,c,d,e,f,g}from"./chunk-NFNEF5X4.js";import"./chunk-NOOZD5I6.js";export{a as child_process,b as crypto,c as fs,d as os,e as path,f as stream,g as util};
