import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{spanOf}from"./chunk-MUUNCENZ.js";var FENCE="~~~~";function fenced(text){let inside=text.startsWith(`${FENCE}
`)&&text.endsWith(`
${FENCE}`)?text.slice(5,-5):text;return`${FENCE}
${inside.replace(/~{3,}/g,"~~")}
${FENCE}`}function missingFence(source,root){let last="children"in root?root.children.at(-1):void 0;if(last?.type!=="code")return"";let{start,end}=spanOf(last),lines=source.slice(start,end).split(`
`),fence=/^(`{3,}|~{3,})/.exec(lines[0]??"")?.[0]??"",closing=lines.length>1?(lines.at(-1)??"").trim():"",isClosed=closing.startsWith(fence)&&new Set(closing).size===1;return fence===""||isClosed?"":`
${fence}`}export{fenced,missingFence};
