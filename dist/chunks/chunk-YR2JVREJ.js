import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{sayTamper}from"./chunk-KRDUIAWY.js";function whyOf({why,because},lang){return because===void 0?why:sayTamper(because,lang)}export{whyOf};
