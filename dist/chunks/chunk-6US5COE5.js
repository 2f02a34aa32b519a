import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
function code(words){return`\`${words.replace(/[\s`]+/g,gap=>gap.includes("`")?"'":" ").slice(0,60).trim()||" "}\``}export{code};
