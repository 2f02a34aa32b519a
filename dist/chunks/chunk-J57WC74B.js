import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a as R}from"./chunk-AFDYRIXC.js";import{a as M,e as C,f as A,g as $,h as z,i as x,j as w,l as _}from"./chunk-NKOLSEHX.js";import{a as Y}from"./chunk-USPETTQS.js";import{c as j}from"./chunk-WQV7SC2E.js";import{D as m,V as u,Y as f,fa as g}from"./chunk-JMLW4IWD.js";import{a as T,b as E}from"./chunk-Z7KQRK3E.js";import{a as v}from"./chunk-FCJIKBXU.js";import{e as B}from"./chunk-NOOZD5I6.js";var p=e=>m().min(1).max(e),J=f({kind:g(T),cluster:g(E),topic:m().regex(/^[a-z0-9][a-z0-9_]{1,59}$/),statement:p(300),action:p(300).optional(),scope:p(300).optional(),quote:p(1e3),source:p(200)}),k=u(J).max(50),ve=f({failures:m().max(1e4),successes:m().max(1e4),improvements:u(C).max(10),skills:u(A).max(10),knowledge:u(z).max(20),signals:k}),Te=f({signals:k}),Q=f({mode:g(["full","light","flush","none"]),status:g(["success","failure"]),items:_,signals:k,formatted:m().max(6e4).optional()}),Ee={mode:"none",status:"success",items:[],signals:[]};function je(e){let{learned:n}=typeof e=="object"&&e!==null?e:{},t=Q.safeParse(n);return t.success?t.data:null}function Me(e){let n=e.filter(({mayWrite:t})=>t);return n.length===0?`(no messages)
`:`${n.map(({id:t,author:r,time:o,text:i})=>`## ${t}

@${r}, ${o}

${Z(i)}`).join(`

`)}
`}var Z=e=>e.split(/\r?\n/).map(n=>`> ${n}`).join(`
`),ee=100,L=e=>e.replace(/[>\s]+/g," ").trim();function Re(e,n){let t=e.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n?/,"").trim();if(t===""||t.split(/\r?\n/).length>ee)return null;let r=L(t);return n.every(o=>r.includes(L(o)))?t:null}function Ce(e,{isEnabled:n,collectsSignals:t,isForced:r=!1}){return r?"full":n?ne(e)?"full":"light":t?"flush":"none"}function ne({status:e="failure",quality:n,completeness:t=0,failedTasks:r}){return e==="failure"||e==="partial"||n==="RED"||n==="YELLOW"&&t<80?!0:r>=1}function Ae(e){let{status:n,quality:t,completeness:r,failed_tasks:o}=e??{};return{...typeof n=="string"?{status:n}:{},...typeof t=="string"?{quality:t.toUpperCase()}:{},...typeof r=="number"?{completeness:r}:{},failedTasks:Array.isArray(o)?o.length:0}}var W=B(Y(),1);var Ne="## Memory MCP\u8FFD\u52A0\u5019\u88DC\uFF08\u7D71\u5408\uFF09",P="## Knowledge Candidates",te=/^[-*]\s+(?:\[(HIGH|MEDIUM|LOW)\]\s+)?`?([\w.-]+(?::[\w.-]+)+)`?\s*(?:[(（]([\w -]+)[)）])?\s*[:：]\s*(\S.*)$/,K=10,re=1e3;function oe(e,n){let t=e.split(/\r?\n/),r=t.findIndex(s=>s.trim()===n);if(r<0)return[];let o=t.slice(r+1),i=o.findIndex(s=>/^#{1,2}\s/.test(s));return i<0?o:o.slice(0,i)}function Pe(e,n){return oe(e,n).flatMap(t=>{let[,r="MEDIUM",o="",i="knowledge",s=""]=te.exec(t.trim())??[],a=s.split(/\s*;\s+/).map(l=>l.trim().slice(0,re)).filter(l=>l!=="");return o===""||o.length>200||a.length===0?[]:[{name:o,entityType:i.trim(),priority:r,observations:a.slice(0,K)}]})}var F=({name:e,entityType:n,observations:t,priority:r})=>`- [${r}] \`${e}\` (${n}): ${t.map(o=>o.replace(/\s+/g," ")).join("; ")}`,N=({priority:e})=>$.indexOf(e),S=e=>e.normalize("NFKC").toLowerCase().replace(/\s+/g," ").trim();function Ke(e){let n=new Map;for(let r of e.flat().sort((o,i)=>N(o)-N(i))){let o=n.get(S(r.name)),i=[...o?.observations??[],...r.observations];n.set(S(r.name),{...o??r,observations:i})}let t=new Set;return[...n.values()].flatMap(r=>{let o=r.observations.filter(i=>!t.has(S(i))&&t.add(S(i)));return o.length===0?[]:[{...r,observations:o.slice(0,K)}]})}var Fe=(e,n=[])=>e.filter(t=>R(t,n)===null);var c=(e,n)=>e.filter(t=>t.kind===n),I=e=>{let n=Math.max(2,...[...e.matchAll(/`+/g)].map(([r])=>r.length)),t="`".repeat(n+1);return`${t}
${e.replace(/\n$/,"")}
${t}`};function Ge(e){let n=c(e.items,"improvement"),t=c(e.items,"skill"),r="(none)",o=["---",`cmd_id: "${e.cmd}"`,`date: "${e.date}"`,`mode: ${e.mode}`,`improvements_accepted: ${n.length}`,`skills_accepted: ${t.length}`,`knowledge_candidates: ${c(e.items,"knowledge").length}`,`lp_signals: ${e.signals}`,"---"],s=[...e.mode==="full"?[["## Failure Analysis",[e.failures||r]]]:[],["## Success Analysis",[e.successes||r]],["## Improvements",n.length===0?[r]:n.map(ie)],["## Skills",t.length===0?[r]:t.map(se)],[P,H(c(e.items,"knowledge").map(a=>F(a.of)))],["## Not proposed",H(e.dropped.map(({title:a,verdict:l,why:y})=>`- ${a}: ${l} (${y})`))]].map(([a,l])=>[a,...l].join(`

`));return`${o.join(`
`)}

# Retrospective: ${e.cmd}

${s.join(`

`)}
`}var H=e=>[e.length===0?"(none)":e.join(`
`)],ie=({id:e,of:n})=>[`### ${e}: ${n.title}`,`- Target: ${n.target}
- Kind: ${n.kind}
- Score: ${x(n).toFixed(2)}`,n.description,`**Evidence**: ${n.evidence}`,...n.edits.map(G)].join(`

`),G=({path:e,find:n,replace:t})=>n===void 0?`\`${e}\` (+)

${I(t)}`:`\`${e}\` (\u2212)

${I(n)}

(+)

${I(t)}`,se=({id:e,of:n})=>[`### ${e}: ${n.name}`,`- Usage: \`${n.usage}\`
- Score: ${w(n)}/15`,n.description,n.steps.map((t,r)=>`${r+1}. ${t}`).join(`
`),`**Evidence**: ${n.evidence}`].join(`

`),qe=e=>(0,W.stringify)({approvals:e});function Ue({items:e,preferences:n,formatted:t,explainsPreferences:r,place:o},i){let[s]=[...e,...n];if(!s)return"";let a=o==="thread"?"/crew":"crew",l=i.head({improvements:c(e,"improvement").length,skills:c(e,"skill").length,knowledge:c(e,"knowledge").length,preferences:n.length,command:a,example:s.id}),y=t===void 0?le(e,i):[t],d=[...n.length>0&&r?[i.onboarding]:[],...n.map(V=>ae(V,a,i))],h=[...y,...d,...ue(e,i)].join(`

`);return o==="terminal"?`${l}

${h}`:`${l}

<details><summary>${i.fold}</summary>

${h}

</details>`}function ae(e,n,t){let{existing:r}=e;return r?t.update({...e,existing:r},n):t.preference(e,n)}function le(e,n){let t=c(e,"improvement").map(s=>de(s,n)),r=c(e,"skill").map(s=>ce(s,n)),o=[...c(e,"knowledge")].sort((s,a)=>D(s.of.priority)-D(a.of.priority)),i=(s,a)=>a.length===0?[]:[`## ${s}`,...a];return[...i(n.improvementsHeading,t),...i(n.skillsHeading,r),...i(n.knowledgeHeading,o.length===0?[]:[o.map(me).join(`
`)])]}var D=e=>$.indexOf(e),de=({id:e,of:n},t)=>[`### ${e}: ${n.title}`,`${n.description}

${t.score}: ${x(n).toFixed(2)} \xB7 \`${n.edits.map(({path:r})=>r).join("`, `")}\``,`**${t.evidence}**: ${n.evidence}`,t.details].join(`

`),ce=({id:e,of:n},t)=>[`### ${e}: ${n.name}`,`${n.description}

${t.score}: ${w(n)}/15 \xB7 \`${n.usage}\``,`**${t.evidence}**: ${n.evidence}`,t.details].join(`

`),me=({id:e,of:n})=>`- **${e}** [${n.priority}] \`${n.name}\`: ${n.observations.join("; ")}`;function ue(e,n){let t=(r,o)=>`<details><summary>${r}</summary>

${o}

</details>`;return e.flatMap(r=>r.kind==="improvement"?[t(n.editsFold(r.id),r.of.edits.map(G).join(`

`))]:r.kind==="skill"?[t(n.skillFold(r.id),r.of.steps.map((o,i)=>`${i+1}. ${o}`).join(`
`))]:[])}var b=100;async function Je({github:e,issue:n,request:t,signals:r}){let o=e&&n!==void 0?await ye(e,n):[],i=[...fe(t),...r.flatMap(ge)],s=[...o,...i].map(({author:d})=>d).filter(q),a=e?await j(e,[...new Set(s)]):null,l=d=>q(d)&&(a?.has(d)??!0);return[...new Map([...o,...i].map(d=>[d.id,d])).values()].map(d=>({...d,mayWrite:l(d.author)}))}var q=e=>e!==""&&!e.endsWith("[bot]");function fe(e){return!e||e.text.trim()===""?[]:[{id:e.event.key,author:e.by?.login??"you",text:e.text,time:e.at}]}function ge(e){let n=pe(e);return n===void 0||n.trim()===""?[]:[{id:`signal-${e.key}`,author:e.by.login,text:n,time:e.at}]}function pe(e){switch(e.is){case"answer":return e.text;case"select":return e.remark;case"approve":return e.how;case"reject":return e.why;default:return}}async function ye(e,n){let t=await e.thread.read(n),o=await e.pulls.read(n)?await e.reviews.read(n):{reviews:[],threads:[]},i=o.threads.flatMap(({comments:s})=>s);return[...t.slice(-b).map(s=>O("thread",s)),...o.reviews.slice(-b).map(s=>O("review",s)),...i.slice(-b).map(s=>O("inline",s))].filter(({text:s})=>s.trim()!=="")}var O=(e,{id:n,author:t,body:r,at:o,url:i})=>({id:`${e}-${n}`,author:t.login,text:r,time:o??new Date(0).toISOString(),url:i}),$e=/^(?:(?:please|and|so|ok(?:ay)?)[, ]+)?(?:always|never)\b|\b(?:from now on|going forward|in (?:the )?future|next time)\b|今後は|これからは|次からは|次回から|以後は/i,Se=/\b(?:never|not|no longer|stop|don['’]?t)\b|しない|禁止|やめ/i,xe=300,U=e=>M(e).split(`
`).flatMap(n=>[...new Intl.Segmenter("en",{granularity:"sentence"}).segment(n)]).map(({segment:n})=>n.trim()).filter(n=>n!==""&&n.length<=xe),we=e=>`said_${v(e.normalize("NFKC").toLowerCase().replace(/[\p{P}\s]+/gu," ").trim()).slice(0,12)}`;function Qe(e,n){let t=new Set(n.filter(({is:r})=>r==="reject").map(({key:r})=>`signal-${r}`));return e.flatMap(r=>t.has(r.id)?ke(r):U(r.text.replace(/^\s*\/crew\s+\S+/gim,"")).filter(o=>$e.test(o)).map(o=>X("explicit",o,r.id)))}function ke({id:e,text:n}){let[t]=U(n);return t===void 0?[]:[X("rejection",t,e)]}var X=(e,n,t)=>({kind:e,source:t,quote:n,statement:n,topic:we(n),cluster:e==="rejection"||Se.test(n)?"avoid":"defaults"});export{Ne as a,Pe as b,Ke as c,Fe as d,ve as e,Te as f,Ee as g,je as h,Me as i,Re as j,Ce as k,Ae as l,Ge as m,qe as n,Ue as o,Je as p,Qe as q};
