import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{child_process,crypto,fs,os,path,stream,util}from"./chunk-4WGSBQL3.js";import"./chunk-CJACA74A.js";export{child_process,crypto,fs,os,path,stream,util};
