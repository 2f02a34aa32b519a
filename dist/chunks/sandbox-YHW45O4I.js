import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import"./chunk-CJACA74A.js";var sandbox=async()=>{throw new Error("x")};export{sandbox};
