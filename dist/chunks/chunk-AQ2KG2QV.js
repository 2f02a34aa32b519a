import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var NoTurn=class extends Error{again;afterMs;usage;constructor(message,how){super(message,{cause:how.cause}),this.name="NoTurn",this.again=how.again,this.afterMs=how.afterMs,this.usage=how.usage}};export{NoTurn};
