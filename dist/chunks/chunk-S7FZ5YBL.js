import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{filesOfRole,readRole}from"./chunk-B6UTZGAZ.js";var limitsOf=({limits},{budgetUsd=limits.usd})=>({...limits,usd:budgetUsd}),editorLimits=job=>limitsOf(readRole(filesOfRole("editor")),job);export{limitsOf,editorLimits};
