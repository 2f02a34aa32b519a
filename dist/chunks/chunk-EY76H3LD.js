import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a as n}from"./chunk-FCJIKBXU.js";function a(e,...o){return`${e}-${Number.parseInt(n(JSON.stringify(o)).slice(0,12),16)%1e6}`}export{a};
