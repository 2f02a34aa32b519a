import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{b as o}from"./chunk-SQD3ESC2.js";function h(n){return g(o(n).text.replace(/^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm,""))}function x(n,t=[]){let s=t.map(r=>`- ${r.replace(/\s+/g," ")}`),e=o([n,...s].join(`
`)).text;return g(e.replace(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*$/gm,""))||u}var u="\u2026";function g(n){return n.split(`
`).map(t=>t.replace(/^[\s>#|]+/,"").replace(/^(?:[-*+•]|\d+[.)])\s+/,"- ").replace(/\s+/g," ").trim()).filter(t=>/[\p{L}\p{N}]/u.test(t)).join(`
`)}function S(n){return n.split(`
`).flatMap((t,s,e)=>s>0&&!(c(t)&&c(e[s-1]??""))?[">",`> ${t}`]:[`> ${t}`]).join(`
`)}var c=n=>n.startsWith("- ");function b(n,t){let s=[...n.matchAll(/`+/g)].reduce((r,[p])=>Math.max(r,p.length),2),e="`".repeat(s+1);return`${e}${t}
${n}
${e}`}var i="~~~~";function w(n){let t=n.startsWith(`${i}
`)&&n.endsWith(`
${i}`)?n.slice(5,-5):n;return`${i}
${t.replace(/~{3,}/g,"~~")}
${i}`}var a=n=>l(n,60),W=n=>l(n,120);function l(n,t){let s=n.replace(/[\s`]+/g,r=>r.includes("`")?"'":" ").trim();return`\`${(s.length>t?`${s.slice(0,t-1)}\u2026`:s)||" "}\``}var $=/^(?:[\w.-]+\/[\w.-]+)?#\d+$/,d=/^[0-9a-f]{12,40}$/,f=n=>n!==void 0&&$.test(n);function I(n){return f(n)?n:d.test(n)?n.slice(0,7):a(n)}export{h as a,x as b,S as c,b as d,w as e,a as f,W as g,f as h,I as i};
