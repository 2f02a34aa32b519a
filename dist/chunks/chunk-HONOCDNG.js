import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{b as o}from"./chunk-SQD3ESC2.js";function h(n){return g(o(n).text.replace(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm,""))}function x(n,t=[]){let s=t.map(i=>`- ${i.replace(/\s+/g," ")}`),e=o([n,...s].join(`
`)).text;return g(e.replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm,""))||u}var u="\u2026";function g(n){return n.split(`
`).map(t=>t.replace(/^[\s>#|]+/,"").replace(/^(?:[-*+•]|\d+[.)])\s+/,"- ").replace(/\s+/g," ").trim()).filter(t=>/[\p{L}\p{N}]/u.test(t)).join(`
`)}function S(n){return n.split(`
`).flatMap((t,s,e)=>s>0&&!(c(t)&&c(e[s-1]??""))?[">",`> ${t}`]:[`> ${t}`]).join(`
`)}var b=n=>n.trimEnd().split(`
`).map(t=>`> ${t}`.trimEnd()).join(`
`),c=n=>n.startsWith("- ");function w(n,t){let s=[...n.matchAll(/`+/g)].reduce((i,[p])=>Math.max(i,p.length),2),e="`".repeat(s+1);return`${e}${t}
${n}
${e}`}var r="~~~~";function E(n){let t=n.startsWith(`${r}
`)&&n.endsWith(`
${r}`)?n.slice(5,-5):n;return`${r}
${t.replace(/~{3,}/g,"~~")}
${r}`}var a=n=>l(n,60),W=n=>l(n,120);function l(n,t){let s=n.replace(/[\s`]+/g,i=>i.includes("`")?"'":" ").trim();return`\`${(s.length>t?`${s.slice(0,t-1)}\u2026`:s)||" "}\``}var d=/^(?:[\w.-]+\/[\w.-]+)?#\d+$/,$=/^[0-9a-f]{12,40}$/,m=n=>n!==void 0&&d.test(n);function j(n){return m(n)?n:$.test(n)?n.slice(0,7):a(n)}export{h as a,x as b,S as c,b as d,w as e,E as f,a as g,W as h,m as i,j};
