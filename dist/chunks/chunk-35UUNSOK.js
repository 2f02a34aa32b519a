import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var n=class extends Error{again;afterMs;usage;overloaded;constructor(a,e){super(a,{cause:e.cause}),this.name="NoTurn",this.again=e.again,this.afterMs=e.afterMs,this.usage=e.usage,this.overloaded=e.overloaded??!1}};export{n as a};
