import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a,m,o,p,r,s,t}from"./chunk-VAW2MZ25.js";import"./chunk-VB76QHZX.js";export{o as child_process,r as crypto,m as fs,s as os,t as path,p as stream,a as util};
