import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a as i}from"./chunk-WRSPAJ5Z.js";function o(n,r){let e=i(r.replaceAll(`\r
`,`
`)).trimEnd(),t=Math.max(2,...[...e.matchAll(/`+/g)].map(([l])=>l.length)),c="`".repeat(t+1);return`${n}:
${c}
${e}
${c}`}function a(n,r){if(n.length<=r)return n;let e=Math.floor(r/3),t=r-e;return`${n.slice(0,e)}
[${n.length-e-t} characters left out]
${n.slice(-t)}`}export{o as a,a as b};
