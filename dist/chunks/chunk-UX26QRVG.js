import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var EndWork=class extends Error{outcome;constructor(outcome){super(outcome.says??outcome.name),this.name="EndWork",this.outcome=outcome}};export{EndWork};
