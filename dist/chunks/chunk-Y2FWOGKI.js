import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{USAGE_EXIT,outcomes}from"./chunk-JOPPURTH.js";import{messages}from"./chunk-6HIXDD2D.js";import{UserError}from"./chunk-KEX37TAZ.js";import{randomUUID}from"node:crypto";var FAULT={expected:"crew to work",found:"a fault of its own",remedy:"Report it with the id and the lines on standard error."};function complain(error,{json,out,err}){if(error instanceof UserError){let{expected,found,remedy,ends}=error;return json?out(`${JSON.stringify({error:{expected,found,remedy}},null,2)}
`):err(`crew: ${messages("en").userError({expected,found,remedy})}
`),ends==="usage"?USAGE_EXIT:outcomes[ends].exit}let id=randomUUID().slice(0,8);return err(`crew: fault ${id}: ${error instanceof Error?error.stack??error.message:String(error)}
`),json?out(`${JSON.stringify({error:{...FAULT,id}},null,2)}
`):err(`crew: ${messages("en").fault({id})}
`),outcomes.error.exit}export{FAULT,complain};
