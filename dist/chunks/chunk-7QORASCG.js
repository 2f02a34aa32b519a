import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{b as o}from"./chunk-55GH2MLZ.js";function x(n){return g(o(n).text.replace(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm,""))}function h(n,t=[]){let s=t.map(i=>`- ${i.replace(/\s+/g," ")}`),e=o([n,...s].join(`
`)).text;return g(e.replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm,""))||a}var a="\u2026";function g(n){return n.split(`
`).map(t=>t.replace(/^[\s>#|]+/,"").replace(/^(?:[-*+•]|\d+[.)])\s+/,"- ").replace(/\s+/g," ").trim()).filter(t=>/[\p{L}\p{N}]/u.test(t)).join(`
`)}function S(n){return n.split(`
`).flatMap((t,s,e)=>s>0&&!(c(t)&&c(e[s-1]??""))?[">",`> ${t}`]:[`> ${t}`]).join(`
`)}var c=n=>n.startsWith("- ");function W(n,t){let s=[...n.matchAll(/`+/g)].reduce((i,[l])=>Math.max(i,l.length),2),e="`".repeat(s+1);return`${e}${t}
${n}
${e}`}var r="~~~~";function b(n){let t=n.startsWith(`${r}
`)&&n.endsWith(`
${r}`)?n.slice(5,-5):n;return`${r}
${t.replace(/~{3,}/g,"~~")}
${r}`}var u=n=>p(n,60),I=n=>p(n,120);function p(n,t){let s=n.replace(/[\s`]+/g,e=>e.includes("`")?"'":" ").trim();return`\`${s.length>t?`${s.slice(0,t-1)}\u2026`:s||" "}\``}var d=/^(?:[\w.-]+\/[\w.-]+)?#\d+$/,$=/^[0-9a-f]{12,40}$/,f=n=>n!==void 0&&d.test(n);function j(n){return f(n)?n:$.test(n)?n.slice(0,7):u(n)}export{x as a,h as b,S as c,W as d,b as e,u as f,I as g,f as h,j as i};
