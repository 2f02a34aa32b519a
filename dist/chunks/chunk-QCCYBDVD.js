import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{openBudget}from"./chunk-L27UTNXS.js";import{addedUsd}from"./chunk-6U5EPCGC.js";function allowanceOf({allowed,run}){return{budget:openBudget(allowed.usd,allowed.by),addedUsd:addedUsd(run.signals)}}export{allowanceOf};
