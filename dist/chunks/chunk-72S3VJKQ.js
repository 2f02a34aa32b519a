import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{d as a,e as s}from"./chunk-VYPSPA54.js";import{g as l}from"./chunk-HONOCDNG.js";var p=/(?:(?:https?|ftp):\/+\S*|www\.\S*|(?<![A-Za-z0-9_])@[A-Za-z0-9][\w./-]*|(?:[\w.-]+\/[\w.-]+)?#\d+|\bgh-\d+)+/gi;function f(n,t=160){let e=s(a(n),t).replaceAll("`","'"),r="",o=0;for(let i of e.matchAll(p))r+=c(e.slice(o,i.index))+g(l(s(i[0],58))),o=i.index+i[0].length;return d(r+c(e.slice(o)))}var c=n=>n.replace(/[\\*_{}[\]<>()#!|~&$]/g,"\\$&"),d=n=>n.replace(/^[-+=]|^(\d+)([.)])/,(t,e,r)=>e?`${e}\\${r}`:`\\${t}`),g=n=>n.replaceAll("|","\\|"),w=n=>g(l(s(a(n),58)));function $(n,t){return[n,n.map(()=>"---"),...t].map(r=>`| ${r.join(" | ")} |`).join(`
`)}function x(n,t){return`<details><summary>${n}</summary>

${t}

</details>`}export{f as a,w as b,$ as c,x as d};
