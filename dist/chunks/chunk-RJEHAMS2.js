import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{asked,textOf}from"./chunk-BSQWYM5P.js";function inputOf({event,own,asked:asked2=[],follows}){let all=asked(event,own),meant=asked2.flatMap(n=>all[n]??[]);return{event,asked:meant,text:textOf(meant),...follows?{follows}:{}}}export{inputOf};
