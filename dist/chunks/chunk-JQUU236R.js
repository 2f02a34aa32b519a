import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
function mishapOf({expected,found,remedy,ends},say){let mishap={expected,found,remedy};return{name:ends==="usage"?"refused":ends,says:say.mishap(mishap),result:{error:mishap}}}export{mishapOf};
