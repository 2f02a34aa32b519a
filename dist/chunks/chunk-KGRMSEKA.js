import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{d as c,e as i}from"./chunk-UCSJ4MK7.js";import{f as l}from"./chunk-7QORASCG.js";var p=/(?:(?:https?|ftp):\/+\S*|www\.\S*|(?<![A-Za-z0-9_])@[A-Za-z0-9][\w./-]*|(?:[\w.-]+\/[\w.-]+)?#\d+|\bgh-\d+)+/gi;function u(n,r=160){let t=i(c(n),r).replaceAll("`","'"),e="",o=0;for(let s of t.matchAll(p))e+=a(t.slice(o,s.index))+g(l(i(s[0],58))),o=s.index+s[0].length;return d(e+a(t.slice(o)))}var a=n=>n.replace(/[\\*_{}[\]<>()#!|~&$]/g,"\\$&"),d=n=>n.replace(/^[-+=]|^(\d+)([.)])/,(r,t,e)=>t?`${t}\\${e}`:`\\${r}`),g=n=>n.replaceAll("|","\\|"),$=n=>g(l(i(c(n),58)));function h(n){let r=Math.max(2,...(n.match(/`+/g)??[]).map(({length:e})=>e)),t="`".repeat(r+1);return`${t}sh
${n}
${t}`}function w(n,r){return[n,n.map(()=>"---"),...r].map(e=>`| ${e.join(" | ")} |`).join(`
`)}function x(n,r){return`<details><summary>${n}</summary>

${r}

</details>`}export{u as a,$ as b,h as c,w as d,x as e};
