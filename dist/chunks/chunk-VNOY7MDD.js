import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{f as d}from"./chunk-HONOCDNG.js";import{a as l,d as g}from"./chunk-DALBUEFL.js";var _=6e4,f=`

_The rest was left out: the text was longer than 60,000 characters._`,h=100;function w(c,o){let n=c.slice(0,o-f.length-h),i=n.lastIndexOf(`

`),a=n.lastIndexOf(`
`),e=[i,a].find(p=>p>n.length/2)??n.length,t=n.slice(0,e).trimEnd(),s=l(t),r=s===void 0?"":u(t,s);return`${r.length>h?d(t):t+r}${f}`}function u(c,o){let n="children"in o?o.children.at(-1):void 0;if(n?.type!=="code")return"";let{start:i,end:a}=g(n),e=c.slice(i,a).split(`
`),t=/^(`{3,}|~{3,})/.exec(e[0]??"")?.[0]??"",s=e.length>1?(e.at(-1)??"").trim():"",r=s.startsWith(t)&&new Set(s).size===1;return t===""||r?"":`
${t}`}export{_ as a,w as b};
