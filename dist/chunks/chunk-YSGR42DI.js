import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{stripInvisible}from"./chunk-J5TJYCPI.js";function plainWords(text){return linesOf(stripInvisible(text).text.replace(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm,""))}function askedWords(question,choices=[]){let items=choices.map(choice=>`- ${choice.replace(/\s+/g," ")}`),text=stripInvisible([question,...items].join(`
`)).text;return linesOf(text.replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm,""))||NO_WORDS}var NO_WORDS="\u2026";function linesOf(text){return text.split(`
`).map(line=>line.replace(/^[\s>#|]+/,"").replace(/^(?:[-*+•]|\d+[.)])\s+/,"- ").replace(/\s+/g," ").trim()).filter(line=>/[\p{L}\p{N}]/u.test(line)).join(`
`)}function inQuote(words){return words.split(`
`).flatMap((line,n,all)=>n>0&&!(isItem(line)&&isItem(all[n-1]??""))?[">",`> ${line}`]:[`> ${line}`]).join(`
`)}var isItem=line=>line.startsWith("- ");function inFence(text,language){let longest=[...text.matchAll(/`+/g)].reduce((most,[run])=>Math.max(most,run.length),2),fence="`".repeat(longest+1);return`${fence}${language}
${text}
${fence}`}export{plainWords,askedWords,inQuote,inFence};
