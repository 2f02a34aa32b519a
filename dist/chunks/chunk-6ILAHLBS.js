import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{clip}from"./chunk-EWJGSPDS.js";import{cleanOutput}from"./chunk-KVL6MPVN.js";function plain(text,columns){return clip(cleanOutput(text.slice(0,20*columns)).replace(/\s+/g," ").trim(),columns).replaceAll("##[","## [")}export{plain};
