import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{handoverChanges}from"./chunk-PLTPH4KN.js";var handover={name:"handover",story:1,needs:["github"],claims:!1,async tell(ctx,input){return await ctx.apply(handoverChanges(ctx.run.id,input)),{name:"done"}}};export{handover};
