import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var n=class extends Error{isRetryable;afterMs;usage;isOverloaded;constructor(r,e){super(r,{cause:e.cause}),this.name="ModelError",this.isRetryable=e.isRetryable,this.afterMs=e.afterMs,this.usage=e.usage,this.isOverloaded=e.isOverloaded??!1}};export{n as a};
