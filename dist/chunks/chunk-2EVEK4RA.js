import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{u as S}from"./chunk-TPDS3AR5.js";import{c as g,d as j}from"./chunk-ZQ7TPDMV.js";import{f as O}from"./chunk-2C7PGMUN.js";import{b as L}from"./chunk-JHQMETKX.js";import{a as E}from"./chunk-DMWA35IU.js";import{a as q,c as M,g as R}from"./chunk-B7UHAEBV.js";var _=100,U=3;function Z({title:n,what:e},t){let[r=""]=j(g(e));return N([g(n),r,q(t)])}function nn({words:n,rounds:e,now:t,subject:r}){if(t===void 0)return r;let o=e.findLast(({title:l})=>l!==void 0)?.title;return o!==void 0&&o!==t?t:N([g(n.pullTitle),t])}function N(n){let e=n.map(P).find(t=>t!=="")??"Update";return e.length>_?`${e.slice(0,_-1).trimEnd()}\u2026`:e}var P=n=>n.replace(/\s+/g," ").replace(/[.。]$/,"").trim(),v=6e4;function en(n,e){let{words:t,found:r,closes:o,refers:s,login:l,notes:a,template:c,requests:d}=n,f=W(n,e),u=[...o===void 0?[]:[`Closes #${o}`],...s===void 0?[]:[`Refs #${s}`],...l===void 0?[]:[e.requestedBy(l)],e.costs({usd:n.costUsd,limitUsd:n.limitUsd,runs:n.rounds.length+1}),`[run](${n.url})`].join(" \xB7 "),i=[...a,u,...c===null?[]:["---",c.trim()]].join(`

`),p=[...d.length===0?[]:[b(e.requestCounts(D(d)),x(d,e))],b(e.details,[`### ${n.verified.title}`,n.verified.summary,B(n,e)].join(`

`)),...k(C(t),[f,n.subject,x(d,e)].join(`
`))?[]:[b(e.explanation,V(C(t)))]],y=[f,...r?[G(r,n.fixed,e)]:[]].filter(T=>T!=="").join(`

`),h=Math.max(0,v-y.length-i.length),m=p.join(`

`);return[y,i,m.length>h?L(m,h):m].filter(T=>T!=="").join(`

`)}function W({words:n,rounds:e,subject:t},r){let[o,...s]=e.filter(({sha:u})=>u!==void 0);if(!o)return $([n.what,n.why],t);let l=$([n.pullWhat??""]),{what:a="",why:c=""}=o.words??{},d=$([a,c],o.subject);if(l!==""&&!k(l,d))return l;let f=[...s.flatMap(u=>u.subject??[]),t];return[d,r.laterCommits(f)].filter(u=>u!=="").join(`

`)}function k(n,e){let t=o=>o.toLowerCase().match(/[\p{L}\p{N}]+/gu)??[],r=new Set(t(e));return t(n).every(o=>r.has(o))}function $(n,e=""){let t=j(n.map(o=>g(o)).join(`
`)),r=t.filter(o=>P(o)!==P(e));return(r.length>0?r:t).slice(0,U).map(X).join(" ")}var X=n=>/[\p{L}\p{N}]$/u.test(n)?`${n}${new RegExp("\\p{Script=Latin}$|\\d$","u").test(n)?".":"\u3002"}`:n;function D(n){let e=(...t)=>n.filter(({is:r})=>t.includes(r)).length;return{done:e("done","changed"),noChange:e("no-change"),declined:e("declined"),unanswered:e("unanswered")}}function x(n,e){if(n.length===0)return"";let t=n.map(r=>[e.request(r),e.requestResult(r)]);return[w(e.requestColumns),"|---|---|",...t.map(w)].join(`
`)}var w=n=>`| ${n.map(e=>e.replaceAll("|","\\|").replace(/\s+/g," ")).join(" | ")} |`,b=(n,e)=>`<details><summary>${n}</summary>

${e}

</details>`,C=({what:n,why:e})=>[g(n),g(e)].filter(t=>t!=="").join(`

`),V=n=>n.split(`
`).map(e=>`> ${e}`.trimEnd()).join(`
`),B=({run:n,diff:e,found:t},r)=>r.record({run:n,base:e.base,sha256:e.sha256,weakened:t?.tamper.total??0}),F=12;function G({base:n,head:e,proof:t,comparison:r},o,s){let l=r.lists.added.names,a=new Map(n.steps.map(i=>[`${i.cwd}\0${i.name}`,i])),c=e.steps.map(i=>{let p=a.get(`${i.cwd}\0${i.name}`);return[R(i.command),p?A(p,s):"\u2013",A(i,s)]}),d=(t?.tests??[]).map(({name:i,by:p})=>{let y=p==="load"||l.some(m=>m===i||m.endsWith(` \u203A ${i}`)),h=p==="load"?s.cannotLoad:y?s.failsWithout:s.fails;return[`${R(i)} ${y?s.isNew:""}`.trim(),h,s.passes]}),f=o.map(i=>[R(i),s.fails,s.passes]),u=[...c,...d,...d.length>0?[]:f].slice(0,F);return[w(s.columns),"|---|---|---|",...u.map(w)].join(`
`)}var A=({status:n,count:e},t)=>n==="INFRA_ERROR"?t.didNotRun:!e||e.failed===0?n!=="PASS"?t.failed:e&&e.passed>0?t.passedTests(e.passed):t.passed:t.failedTests(e.failed),tn=[".github/pull_request_template.md",".github/PULL_REQUEST_TEMPLATE.md","pull_request_template.md"];function rn(n,{pull:e,slot:t,sha:r,runUrl:o},s){return n.flatMap(({request:l,is:a,text:c,isFileChanged:d})=>{if(l.from!=="thread")return[];let f=c===""||a==="unanswered"?[]:[M(c)],u=a==="done"&&!d?l.path:void 0,i=s.requestReply({is:a,commit:H(r,o),unchanged:u,hasReason:c!==""}),y=(S(l)&&(a==="done"||a==="no-change")?[...f,i]:[i,...f]).join(`

`);return[{kind:"reply",pull:e,thread:l.id,slot:t,body:y}]})}function H(n,e){let t=E(n.slice(0,7)),r=O(e);return r===void 0?t:`[${t}](${r}/commit/${n})`}export{Z as a,nn as b,en as c,D as d,x as e,tn as f,rn as g,H as h};
