import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{stripInvisible}from"./chunk-J5TJYCPI.js";function plainWords(text){return linesOf(stripInvisible(text).text.replace(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm,""))}function askedWords(question,choices=[]){let items=choices.map(choice=>`- ${choice.replace(/\s+/g," ")}`),text=stripInvisible([question,...items].join(`
`)).text;return linesOf(text.replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm,""))||NO_WORDS}var NO_WORDS="\u2026";function linesOf(text){return text.split(`
`).map(line=>line.replace(/^[\s>#|]+/,"").replace(/^(?:[-*+•]|\d+[.)])\s+/,"- ").replace(/\s+/g," ").trim()).filter(line=>/[\p{L}\p{N}]/u.test(line)).join(`
`)}function inQuote(words){return words.split(`
`).flatMap((line,n,all)=>n>0&&!(isItem(line)&&isItem(all[n-1]??""))?[">",`> ${line}`]:[`> ${line}`]).join(`
`)}var isItem=line=>line.startsWith("- ");function inFence(text,language){let longest=[...text.matchAll(/`+/g)].reduce((most,[run])=>Math.max(most,run.length),2),fence="`".repeat(longest+1);return`${fence}${language}
${text}
${fence}`}var FENCE="~~~~";function fenced(text){let inside=text.startsWith(`${FENCE}
`)&&text.endsWith(`
${FENCE}`)?text.slice(5,-5):text;return`${FENCE}
${inside.replace(/~{3,}/g,"~~")}
${FENCE}`}function code(words){return`\`${words.replace(/[\s`]+/g,gap=>gap.includes("`")?"'":" ").slice(0,60).trim()||" "}\``}var ISSUE=/^(?:[\w.-]+\/[\w.-]+)?#\d+$/,SHA=/^[0-9a-f]{12,40}$/,isIssueRef=ref=>ref!==void 0&&ISSUE.test(ref);function shownRef(ref){return isIssueRef(ref)?ref:SHA.test(ref)?ref.slice(0,7):code(ref)}export{plainWords,askedWords,inQuote,inFence,fenced,code,isIssueRef,shownRef};
