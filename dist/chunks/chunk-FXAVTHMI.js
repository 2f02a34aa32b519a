import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var ModelError=class extends Error{again;afterMs;usage;overloaded;constructor(message,how){super(message,{cause:how.cause}),this.name="NoTurn",this.again=how.again,this.afterMs=how.afterMs,this.usage=how.usage,this.overloaded=how.overloaded??!1}};export{ModelError};
