import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var version="0.1.0";export{version};
