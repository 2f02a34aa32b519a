import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{c as p,d as T}from"./chunk-WWKAOBTD.js";import{b as L}from"./chunk-KOPOMS5C.js";import{a as b,c as M,g as w}from"./chunk-7QORASCG.js";var P=100,N=3;function H({title:n,what:e},t){let[r=""]=T(p(e));return O([p(n),r,b(t)])}function I({words:n,rounds:e,now:t,subject:r}){if(t===void 0)return r;let o=e.findLast(({title:d})=>d!==void 0)?.title;return o!==void 0&&o!==t?t:O([p(n.pullTitle),t])}function O(n){let e=n.map(E).find(t=>t!=="")??"Update";return e.length>P?`${e.slice(0,P-1).trimEnd()}\u2026`:e}var E=n=>n.replace(/\s+/g," ").replace(/[.。]$/,"").trim(),C=6e4;function Q(n,e){let{words:t,found:r,closes:o,refers:i,login:d,notes:f,template:u,requests:l}=n,y=A(n,e),a=[...o===void 0?[]:[`Closes #${o}`],...i===void 0?[]:[`Refs #${i}`],...d===void 0?[]:[e.requestedBy(d)],e.costs({usd:n.costUsd,limitUsd:n.limitUsd,runs:n.rounds.length+1}),`[run](${n.url})`].join(" \xB7 "),s=[...f,a,...u===null?[]:["---",u.trim()]].join(`

`),c=[S(e.details,[`### ${n.verified.title}`,n.verified.summary,k(n,e)].join(`

`)),...W(_(t),`${y}
${n.subject}`)?[]:[S(e.explanation,x(_(t)))]],h=[y,...r?[V(r,n.fixed,e)]:[],U(l,e)].filter(R=>R!=="").join(`

`),m=Math.max(0,C-h.length-s.length),g=c.join(`

`);return[h,s,g.length>m?L(g,m):g].filter(R=>R!=="").join(`

`)}function A({words:n,rounds:e,subject:t},r){let[o,...i]=e.filter(({sha:a})=>a!==void 0);if(!o)return j([n.what,n.why],t);let d=j([n.pullWhat??""]),{what:f="",why:u=""}=o.words??{},l=j([f,u],o.subject);if(d!==""&&!W(d,l))return d;let y=[...i.flatMap(a=>a.subject??[]),t];return[l,r.laterCommits(y)].filter(a=>a!=="").join(`

`)}function W(n,e){let t=o=>o.toLowerCase().match(/[\p{L}\p{N}]+/gu)??[],r=new Set(t(e));return t(n).every(o=>r.has(o))}function j(n,e=""){let t=T(n.map(o=>p(o)).join(`
`)),r=t.filter(o=>E(o)!==E(e));return(r.length>0?r:t).slice(0,N).map(v).join(" ")}var v=n=>/[\p{L}\p{N}]$/u.test(n)?`${n}${new RegExp("\\p{Script=Latin}$|\\d$","u").test(n)?".":"\u3002"}`:n;function U(n,e){if(n.length===0)return"";let t=n.map(r=>[e.request(r),e.requestResult(r)]);return[$(e.requestColumns),"|---|---|",...t.map($)].join(`
`)}var $=n=>`| ${n.map(e=>e.replaceAll("|","\\|").replace(/\s+/g," ")).join(" | ")} |`,S=(n,e)=>`<details><summary>${n}</summary>

${e}

</details>`,_=({what:n,why:e})=>[p(n),p(e)].filter(t=>t!=="").join(`

`),x=n=>n.split(`
`).map(e=>`> ${e}`.trimEnd()).join(`
`),k=({run:n,diff:e,found:t},r)=>r.record({run:n,base:e.base,sha256:e.sha256,weakened:t?.tamper.total??0}),X=12;function V({base:n,head:e,proof:t,comparison:r},o,i){let d=r.lists.added.names,f=new Map(n.steps.map(s=>[`${s.cwd}\0${s.name}`,s])),u=e.steps.map(s=>{let c=f.get(`${s.cwd}\0${s.name}`);return[w(s.command),c?q(c,i):"\u2013",q(s,i)]}),l=(t?.tests??[]).map(({name:s,by:c})=>{let h=c==="load"||d.some(g=>g===s||g.endsWith(` \u203A ${s}`)),m=c==="load"?i.cannotLoad:h?i.failsWithout:i.fails;return[`${w(s)} ${h?i.isNew:""}`.trim(),m,i.passes]}),y=o.map(s=>[w(s),i.fails,i.passes]),a=[...u,...l,...l.length>0?[]:y].slice(0,X);return[$(i.columns),"|---|---|---|",...a.map($)].join(`
`)}var q=({status:n,count:e},t)=>n==="INFRA_ERROR"?t.didNotRun:!e||e.failed===0?n!=="PASS"?t.failed:e&&e.passed>0?t.passedTests(e.passed):t.passed:t.failedTests(e.failed),D=[".github/pull_request_template.md",".github/PULL_REQUEST_TEMPLATE.md","pull_request_template.md"];function Y(n,e,t){return n.flatMap(({request:r,is:o,text:i,isFileChanged:d})=>{if(r.from!=="thread")return[];let f=i===""||o==="unanswered"?"":`

${M(i)}`,u=o==="done"&&!d?r.path:void 0,l=`${t.requestReply({is:o,sha:e.sha,unchanged:u})}${f}`;return[{kind:"reply",pull:e.pull,thread:r.id,slot:e.slot,body:l}]})}export{H as a,I as b,Q as c,U as d,D as e,Y as f};
