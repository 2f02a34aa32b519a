import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{answer}from"./chunk-I7FEHIWV.js";import{commands}from"./chunk-FUY3VQXO.js";var workflows=[answer];function built(){let names=workflows.map(({name})=>name);return commands.filter(({workflow})=>names.includes(workflow)).map(({name,usage,summary})=>({name,usage,summary}))}export{workflows,built};
