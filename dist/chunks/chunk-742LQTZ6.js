import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{visible}from"./chunk-YTX52KDZ.js";function fenced(from,words){let text=visible(words.replaceAll(`\r
`,`
`)).trimEnd(),longest=Math.max(2,...[...text.matchAll(/`+/g)].map(([run])=>run.length)),fence="`".repeat(longest+1);return`${from}:
${fence}
${text}
${fence}`}function clipped(text,most){if(text.length<=most)return text;let head=Math.floor(most/3),tail=most-head;return`${text.slice(0,head)}
[${text.length-head-tail} characters left out]
${text.slice(-tail)}`}export{fenced,clipped};
