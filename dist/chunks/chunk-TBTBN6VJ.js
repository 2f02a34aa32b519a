import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{clip}from"./chunk-ZBEKYFGG.js";import{said}from"./chunk-KNQG2MCF.js";function plain(text,columns){return clip(said(text.slice(0,20*columns)).replace(/\s+/g," ").trim(),columns).replaceAll("##[","## [")}export{plain};
