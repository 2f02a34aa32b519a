import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{answer}from"./chunk-LAGAH7GS.js";var workflows=[answer];export{workflows};
