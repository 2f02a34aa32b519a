import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{b as we,c as ye,d as $e,e as ke,f as xe,g as Me,h as Y,i as Se}from"./chunk-7RQNREEW.js";import{a as v,b as q,c as V,d as k,e as he,f as z,g as be,h as ve}from"./chunk-BYLW2PUI.js";import{h as fe,k as ge}from"./chunk-LE6FV2DL.js";import{a as pe,b as ue}from"./chunk-P2UZ2TWG.js";import{a as me}from"./chunk-VBL7HHGY.js";import{a as ce,b as de}from"./chunk-YDBCJV4I.js";import{d as C,e as X}from"./chunk-VYPSPA54.js";import{K as H,V as J,X as I,fa as se}from"./chunk-JMLW4IWD.js";import{p as W}from"./chunk-3JU472YH.js";import{a as le}from"./chunk-DALBUEFL.js";import{createHash as Qt}from"node:crypto";var R=Symbol("markup"),ut={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;","`":"&#96;"};function i(e,...t){return{[R]:e.map((r,n)=>r+Le(t[n]??null)).join("")}}function Z(e,t){return{[R]:`<${e}>${t}</${e}>`}}function Pe(e){return{[R]:e}}function Ce(e){return e[R]}function Le(e){return e===null||e===!1?"":typeof e=="string"?e.replace(/[&<>"'`]/g,t=>ut[t]??""):typeof e=="number"?String(e):R in e?e[R]:e.map(Le).join("")}var x=e=>i`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${e}</svg>`,U=i`<circle cx="8" cy="8" r="5.75"/>`,M={due:x(i`${U}<path d="M8 4.8v3.9m0 2v.4"/>`),unknown:x(i`${U}<path d="M6.4 6.6c0-2.2 3.3-2.1 3.3-.1 0 1.3-1.6 1.3-1.6 2.6m0 1.7v.3"/>`),blocked:x(i`${U}<path d="M5 8h6"/>`),unanswered:x(i`<path d="M2.5 3h11v7.5H7l-3 2.75V10.5H2.5Z"/>`),review_pending:x(i`<path d="M1.9 8c3-4.6 9.2-4.6 12.2 0-3 4.6-9.2 4.6-12.2 0Z"/><circle cx="8" cy="8" r="1.9"/>`),in_progress:x(i`<path d="M13.75 8A5.75 5.75 0 1 1 8 2.25"/>`),incomplete:x(i`<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.1"/>`),done:x(i`${U}<path d="m5.6 8.2 1.7 1.7 3.2-3.6"/>`)},Ae=i`<svg class="boat" viewBox="0 0 40 28" aria-hidden="true"><path class="hull" d="M3 14h34c-3 6.5-9 9-17 9S6 20.5 3 14Z"/><path d="m10 3 5 11M20 2v12M30 3l-5 11"/><path class="wave" d="M1 26c3-2 5-2 8 0s5 2 8 0 5-2 8 0 5 2 8 0 4-2 6 0"/></svg>`;var ze=[{text:24e3,prose:12e3,log:16e3,diff:4e5,turns:300,calls:40,steps:1500,items:200},{text:8e3,prose:8e3,log:8e3,diff:15e4,turns:300,calls:40,steps:800,items:100},{text:2500,prose:4e3,log:3e3,diff:6e4,turns:200,calls:32,steps:400,items:50},{text:800,prose:1500,log:1e3,diff:2e4,turns:120,calls:12,steps:200,items:30},{text:200,prose:400,log:300,diff:5e3,turns:60,calls:8,steps:100,items:15},{text:100,prose:200,log:100,diff:2e3,turns:20,calls:4,steps:40,items:5}],N=e=>i`<time datetime="${e}" title="${e}">${k(e)}</time>`;function S(e,t,r,{words:n}){let o=e.length-t;return[e.slice(0,t).map(r),o>0&&i`<li class="soft">${n.more(o)}</li>`]}var Re=(e,t)=>`turn-${e+1}-${t}`,ft=/(?!\t|\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;function p(e){return e.replace(/\r\n/g,`
`).replace(ft,t=>`\\u{${(t.codePointAt(0)??0).toString(16)}}`)}function j(e,t){if(e.length<=t)return{head:e,left:0,tail:""};let r=qe(e,Math.ceil(t*.7)),n=qe(e,e.length-Math.floor(t*.3));return{head:e.slice(0,r),left:n-r,tail:e.slice(n)}}function qe(e,t){return/[\udc00-\udfff]/.test(e[t]??"")?t+1:t}function $(e,t,{words:r}){let{head:n,left:o,tail:s}=j(e,t);return o===0?i`${p(n)}`:i`${p(n)}<span class="gap">${r.leftOut(o.toLocaleString("en"))}</span>${p(s)}`}function T(e,t,r){return i`<pre tabindex="0"><code>${$(e,t,r)}</code></pre>`}function Te(e){let t=[];for(let{kind:r,text:n}of e){let o=t.at(-1);o?.kind===r?o.texts.push(n):t.push({kind:r,texts:[n]})}return t.map(({kind:r,texts:n})=>i`<span class="is-${r}">${p(n.join(`
`))}\n</span>`)}var Q=(e,t=null)=>i`<pre class="lines" tabindex="0"><code>${Te(e)}${t}</code></pre>`;function ee(e,{words:t}){return e>0&&i`<span class="gap">${t.leftOut(e.toLocaleString("en"))}</span>`}function Oe(e,t,r){let n=e.slice(0,r.limits.text),o=t.slice(0,r.limits.text),s=e.length-n.length+t.length-o.length,[a,l]=[n.split(`
`),o.split(`
`)],d=Math.min(a.length,l.length),c=0;for(;c<d&&a[c]===l[c];)c+=1;let m=0;for(;m<d-c&&a.at(-1-m)===l.at(-1-m);)m+=1;let u=[...a.slice(0,c).map(f=>({kind:"kept",text:` ${f}`})),...a.slice(c,a.length-m).map(f=>({kind:"removed",text:`-${f}`})),...l.slice(c,l.length-m).map(f=>({kind:"added",text:`+${f}`})),...a.slice(a.length-m).map(f=>({kind:"kept",text:` ${f}`}))];return Q(u,ee(s,r))}function Ee(e,t){let{head:r,left:n,tail:o}=j(e,t.limits.text),s=a=>a===""?[]:a.split(`
`).map(l=>({kind:"added",text:`+${l}`}));return Q(s(r),[ee(n,t),Te(s(o))])}function _e(e,t,r){let n=e.slice(0,t);return Q(n.replace(/\n$/,"").split(`
`).map(gt),ee(e.length-n.length,r))}function gt(e){return/^(?:diff |index |--- |\+\+\+ |@@|new file|deleted file|similarity|rename |old mode|new mode)/.test(e)?{kind:"hunk",text:e}:e.startsWith("+")?{kind:"added",text:e}:{kind:e.startsWith("-")?"removed":"kept",text:e}}var Ie={PASS:"\u2713",FAIL:"\u2717",INFRA_ERROR:"!"};function Ne(e){let{view:t,words:r,limits:n}=e,{verification:o}=t,s=o.length-n.items,a=o.length>0&&[s>0&&i`<p class="soft">${r.earlier(s)}</p>`,o.slice(-n.items).map(l=>ht(l,l===o.at(-1),e))];return{id:"verification",title:r.heading.verification,body:a}}function ht({ref:e,status:t,steps:r,run_id:n},o,s){let{words:a,limits:l}=s,d=r.reduce((g,y)=>g+y.ms,0),c=p(a.part(e).slice(0,60)),{step:m,command:u,exit:f,took:h}=a.column,b=r.slice(0,l.items).map(g=>bt(g,s));return i`<details class="check is-${t}"${o&&i` open`}><summary><span class="mark">${Ie[t]}</span><b>${c}</b> ${a.verdict[t]} <span class="soft">${a.took(d)} · ${p(n.slice(0,60))}</span></summary>
<div class="inside"><div class="wide-table" tabindex="0" role="group" aria-label="${c}"><table><thead><tr><th>${m}</th><th>${u}</th><th>${f}</th><th>${h}</th></tr></thead><tbody>${b}</tbody></table></div>
${r.slice(0,l.items).map(g=>vt(g,s))}</div></details>`}var je=({status:e,exit:t})=>e??(t===0?"PASS":"FAIL");function bt(e,{words:t}){let r=je(e);return i`<tr class="is-${r}"><td><span class="mark" title="${t.verdict[r]}">${Ie[r]}</span> ${p(e.name.slice(0,80))}</td><td><code>${p(e.command.slice(0,200))}</code></td><td>${e.exit??"\u2013"}</td><td>${t.took(e.ms)}</td></tr>`}function vt(e,t){if(je(e)==="PASS")return null;let{limits:r}=t,n=(e.tests??[]).filter(({status:a})=>a==="failed"),o=S(n,r.items,({id:a,at:l,message:d=""})=>i`<li><b>${p(a.slice(0,200))}</b> ${l?i`<code>${p(l.file.slice(0,200))}:${l.line}</code>`:null} <span class="soft">${p(d.slice(0,300))}</span></li>`,t),s=e.tail??"";return i`<h5>${p(e.name.slice(0,80))}</h5>${n.length>0&&i`<ul class="tests">${o}</ul>`}${s!==""&&T(s,r.log,t)}<p class="soft"><code>${p(e.log.slice(0,200))}</code></p>`}var wt=["broken","fixed","flaky","before"];function De(e){let{view:t,words:r,limits:n}=e,{comparison:o}=t,s=wt.flatMap(l=>{let d=o?.[l]??[];if(d.length===0)return[];let c=S(d,n.items,m=>i`<li>${p(m.slice(0,300))}</li>`,e);return[i`<h3 class="is-${l}">${r.compared[l]} <span class="count">${d.length}</span></h3><ul class="tests">${c}</ul>`]}),a=o&&(s.length>0?s:i`<p class="soft">${r.sameTests}</p>`);return{id:"comparison",title:r.heading.comparison,body:a??null}}function Be(e){let{view:t,words:r,limits:n}=e,{tamper:o}=t,s=S(o??[],n.items,({file:l,line:d,kind:c,why:m=""})=>i`<li><code>${p(l.slice(0,200))}:${d}</code> <span class="tag">${p(c.slice(0,60))}</span> ${p(m.slice(0,300))}</li>`,e),a=o&&(o.length>0?i`<ul class="tests">${s}</ul>`:i`<p class="soft">${r.noTamper}</p>`);return{id:"tamper",title:r.heading.tamper,body:a??null}}var yt=400,$t=500;function Fe(e){let{view:t,words:r,limits:n}=e,{diff:o}=t;if(!o)return{id:"diff",title:r.heading.diff,body:null};let a=o.text.slice(0,4*n.diff).split(/^(?=diff --git )/m).filter(h=>h.trim()!=="").slice(0,n.items),l=Math.max($t,Math.floor(n.diff/Math.max(1,a.length))),{added:d,removed:c}=Y(o.text),m=d+c<=yt,u=o.files.length-a.length,f=p(o.base.slice(0,12));return{id:"diff",title:r.heading.diff,body:i`<p class="soft">${r.diffOf({files:o.files.length,added:d,removed:c,base:f})} · <code>${p(o.sha256.slice(0,12))}</code></p>
${a.map(h=>kt(h,{most:l,open:m},e))}${u>0&&i`<p class="soft">${r.more(u)}</p>`}`}}function kt(e,{most:t,open:r},n){let o=/^\+\+\+ b\/(.+)$/m.exec(e)?.[1],s=/^--- a\/(.+)$/m.exec(e)?.[1],[a=""]=e.split(`
`),l=o??s??a,{added:d,removed:c}=Y(e);return i`<details class="file"${r&&i` open`}><summary><code>${p(l.slice(0,200))}</code> <span class="plus">+${d}</span> <span class="minus">−${c}</span></summary>${_e(e,t,n)}</details>`}var He=24;function L(e,t,r){let{head:n,left:o}=j(e,t),s=o===0?le(p(n)):void 0;return!s||xt(s)>He?i`<div class="prose is-plain">${$(e,t,r)}</div>`:i`<div class="prose">${w(s)}</div>`}function xt(e){let t=[e];for(let r=0;t.length>0;r+=1){if(r>He)return r;t=t.flatMap(n=>"children"in n?n.children:[])}return 0}var w=e=>"children"in e?e.children.map(t=>Mt(t,e)):null;function Mt(e,t){switch(e.type){case"text":return e.value;case"paragraph":return t.type==="listItem"&&!t.spread?w(e):i`<p>${w(e)}</p>`;case"heading":return i`<p><strong>${w(e)}</strong></p>`;case"strong":return i`<strong>${w(e)}</strong>`;case"emphasis":return i`<em>${w(e)}</em>`;case"inlineCode":return i`<code>${e.value}</code>`;case"code":return i`<pre tabindex="0"><code>${e.value}</code></pre>`;case"html":return i`<code>${e.value}</code>`;case"blockquote":return i`<blockquote>${w(e)}</blockquote>`;case"list":return e.ordered?i`<ol start="${e.start??1}">${w(e)}</ol>`:i`<ul>${w(e)}</ul>`;case"listItem":return i`<li>${w(e)}</li>`;case"break":return i`<br>`;case"thematicBreak":return i`<hr>`;case"link":return i`${w(e)} <code>${e.url}</code>`;case"image":return i`${e.alt??""} <code>${e.url}</code>`;default:return w(e)}}var Ve={succeeded:{icon:M.done,hue:"of-done"},running:{icon:M.in_progress,hue:"of-in_progress"},awaiting:{icon:M.unknown,hue:"of-due"},partial:{icon:M.in_progress,hue:"of-due"},cancelled:{icon:M.blocked,hue:"of-incomplete"},refused:{icon:M.blocked,hue:"of-incomplete"}},St={icon:M.due,hue:"of-blocked"};function Ue(e){let{view:t,status:r,words:n}=e,{icon:o,hue:s}=Object.hasOwn(Ve,t.status)?Ve[t.status]:St,a=t.counters?n.counters(t.counters):"",l=C(ye(t).slice(0,2e3)),d=`${t.repo??""}${t.issue===void 0?"":`#${t.issue}`}`;return i`<header class="run-head"><p class="soft">${X(C([t.workflow,d].filter(c=>c!=="").join(" \xB7 ")),200)}</p>
<h1>${l===""?t.run:X(l,160)}</h1>
<p class="facts"><span class="status word ${s}">${o}${r}</span><span>${$e(e)}</span><span>${we(e)}</span>${a!==""&&i`<span>${a}</span>`}</p>
${Pt(e)}${l.length>160&&i`<details class="fold"><summary>${n.heading.asked}</summary><p class="prose is-plain">${$(t.asked,e.limits.prose,e)}</p></details>`}</header>`}function Pt({view:e,words:t}){let{limitUsd:r,spentUsd:n,estimateUsd:o}=e.budget;if(r<=0)return null;let s=Math.max(r,n),a=u=>(Math.min(u,s)/s*1e3).toFixed(1),[l,d]=o,c=Number(a(d))-Number(a(l)),m=t.spent({usd:v(n),limit:v(r)});return i`<svg class="meter" viewBox="0 0 1000 8" preserveAspectRatio="none" role="img" aria-label="${m}"><rect class="whole" width="1000" height="8"/>${d>0&&i`<rect class="expected" x="${a(l)}" width="${c.toFixed(1)}" height="8"/>`}<rect class="spent" width="${a(n)}" height="8"/></svg>`}function Ge(e){let{view:t,words:r,limits:n}=e,{awaits:o}=t,s=Me(t,t.issue===void 0?"terminal":"thread"),a=(o?.choices??[]).slice(0,n.items),l=o&&i`<div class="box is-asking">${L(o.question,n.prose,e)}
${a.length>0&&i`<ul class="choices">${a.map(d=>i`<li>${p(d.slice(0,400))}</li>`)}</ul>`}
${s.map(d=>i`<div class="command"><code>${d}</code></div>`)}</div>`;return{id:"question",title:r.heading.question,body:l??null}}function Ke(e){let t=e.view.awaits?"":Se(e.view);return{id:"outcome",title:e.words.heading.outcome,body:t!==""&&i`<div class="box">${L(t,e.limits.text,e)}</div>`}}function We(e){let{view:t,transcripts:r,words:n,limits:o}=e,{who:s,turns:a,cost:l,read:d,wrote:c}=n.column,m=t.roles.map(g=>g.who),u=Math.max(...t.roles.map(({costUsd:g})=>g),1e-9),f=g=>r.findIndex(y=>y.who===g)%6,h=t.roles.slice(0,o.items).map(({who:g,turns:y,lost:P,costUsd:_,tokens:F})=>{let{total:dt,cachedPercent:mt}=V(F),pt=(_/u*100).toFixed(1);return i`<tr><td>${p(z(g,m,n).slice(0,60))}</td><td>${y}${P>0&&` (${n.failedCalls(P)})`}</td><td>${v(_)}</td><td class="bar hue-${f(g)}"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="is-succeeded" width="${pt}" height="8"/></svg></td><td>${q(dt)} (${mt}%)</td><td>${q(F.out)}</td></tr>`}),b=h.length>0&&i`<div class="wide-table" tabindex="0" role="group" aria-label="${n.heading.cost}"><table><thead><tr><th>${s}</th><th>${a}</th><th>${l}</th><th></th><th>${d}</th><th>${c}</th></tr></thead><tbody>${h}</tbody></table></div>`;return{id:"cost",title:n.heading.cost,body:b}}function Je(e){let{view:t,words:r,limits:n}=e,o=S(t.signals,n.items,a=>{let{what:l,text:d}=ve(a,r);return i`<li><b>${p(a.by.login.slice(0,60))}</b> ${p(l.slice(0,200))} <span class="soft">${N(a.at)}</span>${d!==""&&i`<blockquote>${$(d,n.prose,e)}</blockquote>`}</li>`},e),s=t.signals.length>0&&i`<ul class="people">${o}</ul>`;return{id:"heard",title:r.heading.signals,body:s}}function Xe(e){let{view:t,words:r,limits:n}=e,{entries:o=[],problems:s=[]}=t.memory??{},a=S(o,n.items,({id:c,name:m,origin:u})=>i`<li><code>${p((m??c).slice(0,200))}</code> <span class="soft">${p(u.slice(0,200))}</span></li>`,e),l=s.map(c=>i`<li>${p(c.slice(0,400))}</li>`),d=t.memory!==void 0&&i`<ul class="people">${a}${l}</ul>`;return{id:"memory",title:r.heading.memory,body:d}}function Ye(e){let{transcripts:t,words:r,limits:n}=e,o=xe(t),s=S(o,n.items,({who:l,text:d})=>i`<li><b>${p(l.slice(0,60))}</b> <code>${p(d.slice(0,400))}</code></li>`,e),a=o.length>0&&i`<p class="soft">${r.unapproved}</p><ul class="people">${s}</ul>`;return{id:"unasked",title:r.heading.unapproved,body:a}}var Ct={succeeded:"\u2713",failed:"\u2717",running:"\u2026"};function Ze(e){let{view:t,transcripts:r,words:n,limits:o}=e,s=ke(r),{step:a,since:l,took:d,cost:c}=n.column,m=t.steps.length-o.steps,u=t.steps.slice(-o.steps).map(({name:h,status:b,startedAt:g,endedAt:y,costUsd:P})=>{let _=s(h),F=y===null?n.status.running:n.took(he(g,y));return i`<tr class="is-${b}"><td><span class="mark" title="${n.status[b]}">${Ct[b]}</span> ${p(n.stepTitle(h).slice(0,120))}${_!==""&&i` <code>${p(_)}</code>`}</td><td>${N(g)}</td><td>${F}</td><td>${P>0&&v(P)}</td></tr>`}),f=u.length>0&&i`<details class="fold"><summary>${n.steps(t.steps.length)}</summary>${m>0&&i`<p class="soft">${n.earlier(m)}</p>`}
<div class="wide-table" tabindex="0" role="group" aria-label="${n.heading.steps}"><table><thead><tr><th>${a}</th><th>${l}</th><th>${d}</th><th>${c}</th></tr></thead><tbody>${u}</tbody></table></div></details>`;return{id:"steps",title:n.heading.steps,body:f}}var Lt=`
:root {
  color-scheme: light dark;
  --paper: oklch(98.4% 0.006 85); --sheet: oklch(99.6% 0.003 85); --shade: oklch(95.8% 0.009 85); --line: oklch(89.5% 0.012 85);
  --ink: oklch(26% 0.02 230); --quiet: oklch(49% 0.02 230); --water: oklch(45% 0.075 200); --mist: oklch(95% 0.022 200);
  --alarm: oklch(50% 0.16 28); --lamp: oklch(74% 0.14 72);
  --tone: 46%; --wash: 95.5%; --solid: 62%; --strength: 0.11;
  --shadow: 0 1px 2px oklch(30% 0.03 230 / 0.05), 0 6px 20px -12px oklch(30% 0.03 230 / 0.14);
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "Noto Serif", "Noto Serif CJK JP", Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(20% 0.017 225); --sheet: oklch(23.5% 0.018 225); --shade: oklch(27.5% 0.019 225); --line: oklch(34% 0.02 225);
    --ink: oklch(91.5% 0.01 85); --quiet: oklch(71% 0.016 215); --water: oklch(76% 0.085 195); --mist: oklch(30% 0.035 205);
    --alarm: oklch(76% 0.12 28); --lamp: oklch(74% 0.14 72);
    --tone: 80%; --wash: 29%; --solid: 64%; --strength: 0.09;
    --shadow: 0 1px 2px oklch(0% 0 0 / 0.25);
  }
}
.of-due { --hue: 72; } .of-unknown { --hue: 310; } .of-blocked { --hue: 28; } .of-unanswered { --hue: 345; } .of-review_pending { --hue: 255; }
.of-in_progress { --hue: 200; } .of-incomplete { --hue: 85; --strength: 0.025; } .of-done { --hue: 150; } .of-outside { --hue: 28; --strength: 0.03; }

*, *::before, *::after { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
body { min-height: 100vh; margin: 0; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); font: 1rem / 1.6 var(--sans); text-rendering: optimizeLegibility; }
h1, h2, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font: 600 1.85rem / 1.25 var(--serif); letter-spacing: -0.012em; }
h2 { font: 600 1.15rem / 1.35 var(--serif); }
a { color: var(--water); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
code { font-family: var(--mono); font-size: 0.875em; }
summary { cursor: pointer; }
time { white-space: nowrap; }
:focus-visible { outline: 2.5px solid var(--lamp); outline-offset: 2px; border-radius: 0.35rem; }
.wide { width: 100%; max-width: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.soft, .count, .when, .look { color: var(--quiet); font-size: 0.9rem; }
.count { font-family: var(--sans); font-weight: 400; }
.name { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { flex: 1; padding-block: 2.25rem 4rem; }

.icon { flex: none; width: 1.05rem; height: 1.05rem; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; vertical-align: -0.15em; }

.head { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem 2.5rem; align-items: center; }
.lead { margin-top: 0.35rem; font-size: 1.05rem; text-wrap: pretty; }
.conditions { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.7rem; color: var(--quiet); font-size: 0.9rem; }
.conditions li { display: inline-flex; align-items: center; gap: 0.4rem; }
.conditions .is-met .icon { color: oklch(var(--tone) 0.1 150); }
.conditions .is-unmet { color: var(--alarm); }
.sum { margin-top: 0.5rem; }
.sums { margin: 0.4rem 0 0.5rem; border-collapse: collapse; color: var(--quiet); font-size: 0.9rem; }
.sums th { padding: 0.1rem 1.5rem 0.1rem 0; font-weight: 400; text-align: left; }
.sums td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.sums tr:last-child > * { border-top: 1px solid var(--line); color: var(--ink); }
.dial { text-align: center; color: var(--quiet); font-size: 0.85rem; }
.dial svg { width: 6.25rem; display: block; margin-inline: auto; }
.dial circle { fill: none; stroke-width: 7; stroke: var(--line); }
.dial .part { stroke: var(--water); stroke-linecap: round; }
.dial text { fill: var(--ink); font: 600 30px/1 var(--serif); }
.band { grid-column: 1 / -1; margin-top: 0.75rem; }
.band > svg { display: block; width: 100%; height: 0.8rem; border-radius: 0.4rem; }
.band rect { fill: oklch(var(--solid) var(--strength) var(--hue)); }
.band ul { display: flex; flex-wrap: wrap; gap: 0.35rem 1.4rem; margin-top: 0.7rem; }
.band a { display: inline-flex; align-items: center; gap: 0.4rem; color: var(--quiet); font-size: 0.92rem; text-decoration: none; }
.band a:hover { color: var(--ink); text-decoration: underline; }
.band .icon { color: oklch(var(--tone) var(--strength) var(--hue)); }
.band .icon + b { color: var(--ink); font-weight: 600; }

.warnings { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1rem; margin-top: 2rem; }
.box { padding: 0.9rem 1.1rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); font-size: 0.93rem; }
.box.is-bad { border-color: oklch(from var(--alarm) l c h / 0.45); }
.box.is-bad h2 { color: var(--alarm); }
.box h2 { font-size: 1rem; margin-bottom: 0.3rem; }
.box q { quotes: none; color: var(--quiet); }
.box li + li { margin-top: 0.25rem; }

.beside { display: grid; grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr); gap: 2.5rem; margin-top: 2.5rem; align-items: start; }
.beside > :only-child { grid-column: 1 / -1; }
.next ol { display: grid; gap: 0.9rem; margin-top: 0.8rem; }
.step { padding: 0.95rem 1.15rem 1.05rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); box-shadow: var(--shadow); }
.next > ol > .step:first-child { border-color: var(--water); }
.what { overflow-wrap: anywhere; }
.what .name { margin-right: 0.35rem; }
.step.is-low strong { font-weight: 500; }
.why { margin-top: 0.55rem; font-size: 0.93rem; }
.score { display: inline; }
.score summary { display: inline; text-decoration: underline dotted; text-underline-offset: 0.2em; }
.score .sums { margin-left: 0.2rem; }
.command { display: flex; align-items: center; gap: 0.5rem; margin-top: 0.55rem; padding: 0.3rem 0.3rem 0.3rem 0.75rem; border-radius: 0.55rem; background: var(--mist); }
.command code { flex: 1; padding-block: 0.25rem; overflow-wrap: anywhere; user-select: all; }
.command button { flex: none; align-self: start; padding: 0.2rem 0.7rem; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--sheet); color: var(--water); font: 600 0.82rem / 1.5 var(--sans); cursor: pointer; }
.command button:hover { border-color: var(--water); }

.moves, .events { display: grid; gap: 0.7rem; margin-top: 0.8rem; font-size: 0.93rem; }
.events { gap: 0.35rem; }
.moves .title { overflow-wrap: anywhere; }
.moves .to { display: block; font-size: 0.88rem; color: var(--quiet); }
.word { padding: 0.08rem 0.5rem; border-radius: 0.4rem; background: oklch(var(--wash) calc(var(--strength) * 0.25) var(--hue)); color: oklch(var(--tone) var(--strength) var(--hue)); font-size: 0.85rem; white-space: nowrap; }
.fold { margin-top: 0.8rem; }
.fold > summary { color: var(--water); font-size: 0.93rem; }

.graph { margin-top: 2.75rem; }
.scroll { margin-top: 0.8rem; overflow: auto; max-height: 44rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); }
.scroll svg { display: block; margin-inline: auto; }
.knot rect { fill: oklch(var(--wash) calc(var(--strength) * 0.2) var(--hue)); stroke: oklch(var(--tone) var(--strength) var(--hue) / 0.5); }
.knot.of-outside rect { stroke-dasharray: 4 3; }
.knot text { fill: var(--ink); font: 500 12.5px / 1 var(--sans); }
.knot .key { fill: oklch(var(--tone) var(--strength) var(--hue)); font-weight: 650; }
.knot.is-round rect { stroke: var(--alarm); stroke-width: 1.75; }
a:hover .knot rect { stroke: var(--water); stroke-width: 1.75; }
.arrow, marker path { fill: none; stroke: var(--quiet); stroke-width: 1.4; }
.arrow.is-round, #arrow-round path { stroke: var(--alarm); }
.arrow.is-round { stroke-dasharray: 5 4; }

.shelves { display: grid; gap: 2.25rem; margin-top: 2.75rem; }
.shelf h2 { display: inline-flex; align-items: baseline; gap: 0.5rem; }
.shelf-name { display: inline-block; }
.shelf-name::first-letter { text-transform: uppercase; }
.shelf h2 .icon { align-self: center; color: oklch(var(--tone) var(--strength) var(--hue)); }
.shelf > summary { list-style-position: inside; color: var(--quiet); }
.shelf > summary h2 { color: var(--ink); margin-left: 0.2rem; }
.shelf > summary p { display: inline; margin-left: 0.75rem; }
.shelf-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; }
.issues { margin-top: 0.7rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); box-shadow: var(--shadow); overflow: clip; }
.issues > p { padding: 0.6rem 1.1rem; }
.issue + .issue { border-top: 1px solid var(--line); }
.issue > summary { display: grid; grid-template-columns: 0.5rem minmax(3.2rem, auto) minmax(0, 1fr) minmax(0, 15rem) 7.25rem; gap: 0 0.8rem; align-items: baseline; padding: 0.62rem 1.1rem; list-style: none; }
.issue > summary::-webkit-details-marker { display: none; }
.issue > summary:hover { background: var(--shade); }
.issue[open] > summary { background: var(--shade); }
.issue .title { font-weight: 550; overflow-wrap: anywhere; }
.issue > summary .name { color: var(--quiet); }
.issue .rule { color: oklch(var(--tone) var(--strength) var(--hue)); font-size: 0.9rem; overflow-wrap: anywhere; }
.of-incomplete .rule { color: var(--quiet); }
.issue .when { text-align: right; white-space: nowrap; }
.fresh { align-self: start; margin-top: 0.53rem; width: 0.5rem; height: 0.5rem; border-radius: 50%; border: 1.5px solid var(--water); }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; font-size: 0.88rem; }
.legend li { display: flex; gap: 0.5rem; }
.fresh.is-active { background: var(--water); }
.fresh.is-recent { background: linear-gradient(90deg, var(--water) 50%, transparent 50%); }
.fresh.is-stale { border-color: var(--quiet); opacity: 0.6; }
.proof { padding: 0.9rem 1.1rem 1.1rem 2.6rem; border-top: 1px solid var(--line); font-size: 0.93rem; scroll-margin-top: 5rem; overflow-wrap: anywhere; }
.proof:target { box-shadow: inset 3px 0 0 var(--lamp); }
.advice { margin-bottom: 0.7rem; font-size: 1rem; }
.proof dl > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; padding-block: 0.3rem; }
.proof dt { color: var(--quiet); }
.proof > p:last-child { margin-top: 0.6rem; }
.is-over { color: var(--quiet); text-decoration: line-through; }
.tag { padding: 0 0.45rem; border: 1px solid var(--line); border-radius: 0.4rem; color: var(--quiet); font-size: 0.8rem; }
.empty { padding: 3rem 1rem; text-align: center; color: var(--quiet); }

.about { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.5rem 2.5rem; margin-top: 2.75rem; padding-top: 1.75rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
.about h2 { color: var(--ink); font-size: 0.98rem; margin-bottom: 0.25rem; }
.about p { margin-bottom: 0.4rem; }
.about .bad { color: var(--alarm); }
.about li { overflow-wrap: anywhere; }

@media (max-width: 46rem) {
  main { padding-top: 1.5rem; }
  .head, .beside { grid-template-columns: minmax(0, 1fr); }
  .dial { display: flex; align-items: center; gap: 0.9rem; text-align: left; }
  .dial svg { width: 4rem; margin: 0; }
  .beside { gap: 2rem; margin-top: 2rem; }
  .shelf-head { display: block; }
  .shelf > summary p { display: none; }
  .issue > summary { grid-template-columns: 0.5rem minmax(0, 1fr) auto; }
  .issue > summary .name { order: 2; grid-column: 2; font-size: 0.9rem; }
  .issue > summary .title { order: 4; grid-column: 2 / -1; }
  .issue > summary .rule { order: 5; grid-column: 2 / -1; }
  .issue > summary .when { order: 3; }
  .proof { padding-left: 1.1rem; }
  .proof dl > div { grid-template-columns: minmax(0, 1fr); }
}
@media print { .scroll { overflow: visible; } .command button { display: none; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
`,At=`
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 3; padding: 0.5rem 0.9rem; border-radius: 0 0 0.5rem 0.5rem; background: var(--sheet); }
.skip:focus { top: 0; }
.top { border-bottom: 1px solid var(--line); background: var(--sheet); }
.site { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-inline-end: auto; min-width: 0; }
.site a { padding-block: .35rem; color: inherit; overflow-wrap: anywhere; }
.site a[aria-current] { font-weight: 600; }
.top .wide { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.5rem; min-height: 4rem; padding-block: 0.5rem; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font: 600 1.15rem / 1 var(--serif); }
.boat { width: 2.4rem; fill: none; stroke: var(--lamp); stroke-width: 2; stroke-linecap: round; }
.boat .hull { fill: var(--water); stroke: none; }
.boat .wave { stroke: var(--water); stroke-width: 1.2; opacity: 0.45; }

@media print { .skip { display: none; } }
`,Qe=`${Lt}${At}`;var te=`${Qe}
.hue-0 { --hue: 200; } .hue-1 { --hue: 72; } .hue-2 { --hue: 310; } .hue-3 { --hue: 150; } .hue-4 { --hue: 28; } .hue-5 { --hue: 255; } .hue-6 { --hue: 85; --strength: 0.03; }
.run-head h1 { margin-top: 0.15rem; overflow-wrap: anywhere; text-wrap: balance; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 1.25rem; margin-top: 0.8rem; color: var(--quiet); font-size: 0.93rem; }
.status { display: inline-flex; align-items: center; gap: 0.4rem; padding: 0.15rem 0.7rem; font-size: 0.95rem; font-weight: 600; }
.meter { display: block; width: 100%; max-width: 34rem; height: 0.5rem; margin-top: 0.9rem; border-radius: 0.25rem; }
.meter .whole { fill: var(--line); } .meter .spent { fill: var(--water); } .meter .expected { fill: var(--lamp); opacity: 0.5; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 1.2rem; margin-top: 1.4rem; padding-block: 0.6rem; border-block: 1px solid var(--line); font-size: 0.92rem; }
.comfort { display: flex; gap: 0.5rem; margin-left: auto; }
.comfort button { padding: 0.15rem 0.7rem; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--sheet); color: var(--water); font: 600 0.82rem / 1.5 var(--sans); cursor: pointer; }
.comfort button:hover { border-color: var(--water); }
.part { margin-top: 2.5rem; }
.part > h2 { display: flex; align-items: baseline; gap: 0.6rem; margin-bottom: 0.7rem; }
h3 { margin: 1.4rem 0 0.5rem; font: 600 1rem / 1.35 var(--serif); } h5 { margin: 0.8rem 0 0.3rem; color: var(--quiet); font: 600 0.82rem / 1.4 var(--sans); }
.inside > h5:first-child { margin-top: 0; }
.is-asking { border-color: oklch(from var(--lamp) l c h / 0.7); }
.choices { margin-top: 0.6rem; padding-left: 1.2rem; list-style: disc; }

pre { margin: 0; padding: 0.7rem 0.9rem; max-height: 30rem; overflow: auto; border-radius: 0.55rem; background: var(--shade); font: 0.83rem / 1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: plaintext; }
pre code { font-size: inherit; }
.gap { display: block; margin-block: 0.35rem; padding: 0.1rem 0.6rem; border-block: 1px dashed var(--line); color: var(--quiet); font: 0.82rem / 1.5 var(--sans); text-align: center; }
.prose { overflow-wrap: anywhere; unicode-bidi: plaintext; }
.prose > * + * { margin-top: 0.6rem; }
.prose ul, .prose ol { padding-left: 1.4rem; } .prose ul { list-style: disc; } .prose ol { list-style: decimal; }
.prose blockquote, .people blockquote { margin: 0.4rem 0 0; padding-left: 0.9rem; border-left: 3px solid var(--line); color: var(--quiet); }
.prose hr { border: 0; border-top: 1px solid var(--line); }
.prose :not(pre) > code { padding: 0.05rem 0.3rem; border-radius: 0.3rem; background: var(--shade); }
.is-plain { white-space: pre-wrap; }

.picture { margin: 0 0 1rem; padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); overflow-x: auto; }
.picture figcaption { margin-bottom: 0.5rem; color: var(--quiet); font-size: 0.87rem; } .picture svg { display: block; max-width: none; }
.lanes { display: grid; gap: 0.45rem; margin-top: 0.9rem; padding: 1rem 1.1rem 0.8rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--sheet); }
.lane { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); align-items: center; gap: 0.9rem; }
.lane-name { overflow: hidden; color: var(--quiet); font-size: 0.87rem; text-overflow: ellipsis; }
.lane svg { display: block; width: 100%; height: 0.95rem; border-radius: 0.2rem; background: var(--shade); }
.lane.is-rise svg { height: 3.5rem; background: none; border-bottom: 1px solid var(--line); }
.lane rect, .bar rect { fill: oklch(var(--solid) var(--strength) var(--hue)); }
.lane .is-light { opacity: 0.45; } .lane .is-failed { fill: var(--alarm); } .lane .is-running { opacity: 0.6; } .lane .is-word { fill: var(--lamp); }
.lane .pause { fill: var(--sheet); }
.lane .area { fill: var(--mist); } .lane .line { fill: none; stroke: var(--water); stroke-width: 1.75; vector-effect: non-scaling-stroke; }
.ends { display: flex; justify-content: space-between; gap: 1rem; padding-left: 9.4rem; color: var(--quiet); font-size: 0.8rem; }

.talk + .talk { margin-top: 2rem; }
.talk > h3 { font-size: 1.08rem; color: oklch(var(--tone) var(--strength) var(--hue)); }
.turns { display: grid; gap: 1.1rem; }
.turn { padding-left: 1rem; border-left: 3px solid oklch(var(--solid) var(--strength) var(--hue) / 0.55); scroll-margin-top: 1rem; }
.turn:target { border-left-color: var(--lamp); }
.turn-head { display: flex; flex-wrap: wrap; gap: 0 0.9rem; color: var(--quiet); font-size: 0.84rem; }
.turn-head b { color: var(--ink); }
.turn-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; margin-top: 0.35rem; }
.note { padding: 0.5rem 0.8rem; border-radius: 0.55rem; background: oklch(var(--wash) 0.035 72); font-size: 0.92rem; overflow-wrap: anywhere; }
.loss { color: var(--alarm); font-size: 0.92rem; overflow-wrap: anywhere; }
.thought > summary { color: var(--quiet); font-size: 0.88rem; font-style: italic; }
.thought > .prose { margin-top: 0.3rem; padding-left: 0.9rem; border-left: 1px solid var(--line); color: var(--quiet); font-size: 0.93rem; }

.call, .check, .file { border: 1px solid var(--line); border-radius: 0.6rem; background: var(--sheet); }
.check + .check, .file + .file, .part > .soft + * { margin-top: 0.6rem; }
.call > summary, .check > summary, .file > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.55rem; padding: 0.35rem 0.75rem; list-style: none; overflow-wrap: anywhere; }
.call > summary::-webkit-details-marker, .check > summary::-webkit-details-marker, .file > summary::-webkit-details-marker { display: none; }
.call > summary:hover, .check > summary:hover, .file > summary:hover { background: var(--shade); border-radius: 0.6rem; }
.call > summary .soft { margin-left: auto; font-size: 0.82rem; white-space: nowrap; }
.argument { min-width: 0; font: 0.84rem / 1.6 var(--mono); color: var(--quiet); }
.tool { font-weight: 600; }
.mark { color: oklch(var(--tone) 0.1 150); font-weight: 700; }
.is-failed .mark, .is-FAIL .mark { color: var(--alarm); } .is-void .mark { color: var(--quiet); } .is-INFRA_ERROR .mark, .is-running .mark { color: oklch(var(--tone) 0.12 72); } .is-answer .mark { color: var(--water); }
tr.is-PASS .mark { color: oklch(var(--tone) 0.1 150); }
.inside { padding: 0.6rem 0.75rem 0.8rem; border-top: 1px solid var(--line); }
.inside > * + p, .inside > * + pre { margin-top: 0.5rem; }
.fields > div + div { margin-top: 0.4rem; }
.fields > div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.8rem; }
.fields dt { flex: 0 0 5rem; color: var(--quiet); font-size: 0.82rem; overflow-wrap: anywhere; }
.fields dd { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; } .fields pre + pre { margin-top: 0.4rem; }
.lines { padding-inline: 0; } .lines span { display: block; padding-inline: 0.9rem; }
.lines .is-added { background: oklch(var(--wash) 0.05 150); color: oklch(var(--tone) 0.1 150); }
.lines .is-removed { background: oklch(var(--wash) 0.04 28); color: oklch(var(--tone) 0.13 28); }
.lines .is-hunk { color: var(--quiet); }
.file > pre { border-radius: 0 0 0.6rem 0.6rem; }
.plus { color: oklch(var(--tone) 0.1 150); font-size: 0.87rem; } .minus { color: oklch(var(--tone) 0.13 28); font-size: 0.87rem; }

.wide-table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th { padding: 0.3rem 0.7rem 0.3rem 0; color: var(--quiet); font-weight: 500; text-align: left; white-space: nowrap; }
td { padding: 0.35rem 0.7rem 0.35rem 0; border-top: 1px solid var(--line); vertical-align: baseline; overflow-wrap: anywhere; }
td + td { font-variant-numeric: tabular-nums; }
.bar { width: 30%; min-width: 5rem; } .bar svg { display: block; width: 100%; height: 0.5rem; }
.tests, .people { display: grid; gap: 0.35rem; font-size: 0.93rem; overflow-wrap: anywhere; }
.people { gap: 0.8rem; }
h3.is-broken { color: var(--alarm); } h3.is-fixed { color: oklch(var(--tone) 0.1 150); }

@media (max-width: 46rem) {
  .lane { grid-template-columns: minmax(0, 1fr); gap: 0.15rem; }
  .ends { padding-left: 0; }
  .turn { padding-left: 0.7rem; }
  .comfort { margin-left: 0; width: 100%; }
  .call > summary .soft { margin-left: 0; }
  .wide-table table { min-width: 34rem; }
}
@media print {
  .ways, .comfort, .top { display: none; }
  pre { max-height: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .call, .check, .file, .turn { break-inside: auto; }
}
`;var A=1e3,qt=12e4,et=24,zt=12;function Rt(e){let t=Tt(e),r=t.reduce((c,{from:m,to:u})=>c+u-m,0),n=t.length>1?Math.min(et,zt*et/(t.length-1)):0,o=(A-n*(t.length-1))/Math.max(1,r),s=0,a=t.map((c,m)=>{let u=s;return s+=(c.to-c.from)*o+(m<t.length-1?n:0),{...c,x:u}}),l=c=>{let m=a.findLast(({from:u})=>u<=c);return m?m.x+(Math.min(c,m.to)-m.from)*o:0},d=a.slice(1).map((c,m)=>{let u=a[m];return{x:c.x-n,width:n,ms:u?c.from-u.to:0}});return{at:l,breaks:d}}function Tt(e){let t=[];for(let{from:r,to:n}of e.toSorted((o,s)=>o.from-s.from)){let o=t.at(-1);o&&r-o.to<=qt?o.to=Math.max(o.to,n):t.push({from:r,to:n})}return t}var Ot=8,ne=600,B=14,D=56;function rt(e){let{view:t,transcripts:r,words:n}=e,{heading:o}=n;if(r.length===0&&t.verification.length===0)return{id:"course",title:o.timeline,body:null};let s=t.steps.map(m=>({from:Date.parse(m.startedAt),to:O(m)})),a=Rt([...s,...t.signals.map(({at:m})=>({from:Date.parse(m),to:Date.parse(m)}))]),l=Et(e),[d,c]=[t.steps[0]?.startedAt??t.startedAt,t.steps.at(-1)?.endedAt??t.startedAt];return{id:"course",title:o.timeline,body:i`<p class="soft">${n.timelineNote}</p><div class="lanes">${l.map(m=>_t(m,a,e))}${Nt(a,e)}${jt(a,e)}
<p class="ends"><span>${k(d)}</span><span>${k(c)}</span></p></div>`}}var O=({startedAt:e,endedAt:t})=>Date.parse(t??e),tt=({name:e})=>e.split(" ")[0]??"";function Et({view:e,transcripts:t,words:r}){let n=t.slice(0,Ot).map(({who:s})=>s),o=e.steps.filter(s=>!n.includes(tt(s)));return[...n.map((s,a)=>({name:z(s,n,r),hue:a%6,steps:e.steps.filter(l=>tt(l)===s)})),...o.length>0?[{name:"crew",hue:6,steps:o}]:[]]}function _t({name:e,steps:t,hue:r},n,o){let s=t.toSorted((l,d)=>re(d)-re(l)).slice(0,ne),a=`${p(e.slice(0,60))}: ${o.words.steps(t.length)}`;return i`<div class="lane hue-${r}"><span class="lane-name">${p(e.slice(0,30))}</span><svg viewBox="0 0 ${A} ${B}" preserveAspectRatio="none" role="img" aria-label="${a}">${nt(n,o)}${s.map(l=>It(l,n,o))}</svg></div>`}var re=e=>O(e)-Date.parse(e.startedAt);function It(e,t,{words:r}){let{name:n,startedAt:o,costUsd:s,status:a}=e,[l,d]=[t.at(Date.parse(o)),t.at(O(e))],c=Math.max(2.5,d-l),m=s>0||a==="failed"?`is-${a}`:"is-light",u=s>0?` \xB7 ${v(s)}`:"";return i`<rect class="${m}" x="${Math.min(l,A-c).toFixed(1)}" width="${c.toFixed(1)}" height="${B}"><title>${p(r.stepTitle(n).slice(0,80))} · ${r.took(re(e))}${u}</title></rect>`}function nt({breaks:e},{words:t}){return e.map(({x:r,width:n,ms:o})=>i`<rect class="pause" x="${r.toFixed(1)}" width="${n.toFixed(1)}" height="${B}"><title>${t.took(o)}</title></rect>`)}function Nt(e,t){let{signals:r}=t.view;if(r.length===0)return null;let n=r.slice(0,ne).map(({at:o,by:s})=>i`<rect class="is-word" x="${Math.min(e.at(Date.parse(o)),A-4).toFixed(1)}" width="4" height="${B}"><title>${p(s.login.slice(0,60))} · ${k(o)}</title></rect>`);return i`<div class="lane"><span class="lane-name">${t.words.people}</span><svg viewBox="0 0 ${A} ${B}" preserveAspectRatio="none" role="img" aria-label="${t.words.heading.signals}: ${r.length}">${nt(e,t)}${n}</svg></div>`}function jt(e,{view:t,words:r}){let{spentUsd:n}=t.budget,o=t.steps.filter(({costUsd:c})=>c>0).toSorted((c,m)=>O(c)-O(m));if(n<=0||o.length<2)return null;let s=Math.ceil(o.length/ne),a=0,l=o.flatMap((c,m)=>(a+=c.costUsd,m%s!==0&&m<o.length-1?[]:[`H${e.at(O(c)).toFixed(1)}V${(D-a/n*(D-4)).toFixed(1)}`])),d=`M0 ${D}${l.join("")}H${A}`;return i`<div class="lane is-rise"><span class="lane-name">${r.heading.cost}<br><b>${v(n)}</b></span><svg viewBox="0 0 ${A} ${D}" preserveAspectRatio="none" role="img" aria-label="${r.heading.cost}: ${v(n)}"><path class="area" d="${d}V${D}Z"/><path class="line" d="${d}"/></svg></div>`}function ot(e){let{transcripts:t,words:r,limits:n}=e,o=t.reduce((c,{turns:m})=>c+m.length,0),s=t.length-n.items,a=o>n.turns?n.turns/o:1,l=t.slice(0,n.items).map((c,m)=>Dt(c,{n:m,share:a},e)),d=o>0&&[l,s>0&&i`<p class="soft">${r.more(s)}</p>`];return{id:"talk",title:r.heading.transcripts,count:r.turns(o),body:d}}function Dt({who:e,turns:t},{n:r,share:n},o){let s=o.transcripts.map(u=>u.who),a=Math.max(2,Math.floor(t.length*n)),l=t.length>a?Math.ceil(a/4):t.length,d=t.length>a?t.slice(l-a):[],c=t.length-l-d.length,m=u=>Bt(u,{n:r,last:u===t.at(-1)},o);return i`<section class="talk hue-${r%6}"><h3>${p(z(e,s,o.words).slice(0,60))} <span class="count">${o.words.turns(t.length)}</span></h3>
<ol class="turns">${t.slice(0,l).map(m)}${c>0&&i`<li class="soft">${o.words.more(c)}</li>`}${d.map(m)}</ol></section>`}function Bt(e,{n:t,last:r},n){let{number:o,notes:s,failedCalls:a,parts:l,stop:d,startedAt:c}=e,{words:m,limits:u}=n,f=d==="length"||d==="overflow"||d==="declined"?m.stop[d]:"";return i`<li class="turn" id="${Re(t,o)}"><p class="turn-head"><b>${m.turn(o)}</b> ${N(new Date(c).toISOString())} <span>${Vt(e,n)}</span></p>
<div class="turn-body">${s.slice(0,u.items).map(({name:h,text:b})=>i`<aside class="note"><b>${m.note}</b> <span class="tag">${p(h.slice(0,60))}</span> ${$(b,u.prose,n)}</aside>`)}
${a.slice(-u.items).map(({why:h,usd:b})=>i`<p class="loss">${m.failedCall({why:p(h.slice(0,300)),usd:v(b)})}</p>`)}
${Ft(l,r,n)}${f!==""&&i`<p class="loss">${f}</p>`}</div></li>`}function Ft(e,t,r){let{limits:n,words:o}=r,s=e.length-n.calls;return[e.slice(0,n.calls).map(l=>Ht(l,t,r)),s>0&&i`<p class="soft">${o.more(s)}</p>`]}function Ht(e,t,r){return e.kind==="call"?Ut(e,{last:t},r):e.kind==="said"?L(e.text,r.limits.prose,r):i`<details class="thought"><summary>${r.words.thought}</summary>${L(e.text,r.limits.prose,r)}</details>`}function Vt({usd:e,tokens:t,stop:r},{words:n}){if(r==="")return"";let{total:o,cachedPercent:s}=V(t);return`${v(e)} \xB7 ${n.tokens({input:q(o),cachedPercent:s,out:q(t.out)})}`}function Ut(e,t,r){let{tool:n,input:o,deed:s}=e,{mark:a,kind:l}=Gt(s,n),d=Kt(s,r),c=Wt(e,t,r);return i`<details class="call ${l}"><summary><span class="mark">${a}</span><code class="tool">${p(n.slice(0,60))}</code>
<span class="argument">${C(be(o,120))}</span>${d!==""&&i`<span class="soft">${d}</span>`}</summary>
<div class="inside">${Xt(e,r)}${Jt(s,r)}${c!==""&&i`<p class="soft">${c}</p>`}</div></details>`}function Gt(e,t){return e.is==="done"?e.failed?{mark:"\u2717",kind:"is-failed"}:{mark:"\u2713",kind:""}:t==="answer"&&e.is==="void"?{mark:"\u27A4",kind:"is-answer"}:{mark:"\u2013",kind:"is-void"}}function Kt(e,{words:t}){if(e.is!=="done")return"";let r=e.text===""?0:e.text.replace(/\n$/,"").split(`
`).length;return`${t.lines(r)} \xB7 ${t.took(e.ms)}`}function Wt({tool:e,deed:t},{last:r},{view:n,words:o}){return t.is==="begun"?o.callResult.begun:t.is==="done"?"":t.why!==void 0?`${o.callResult.void} ${p(t.why.slice(0,500))}`:e!=="answer"?r?o.callResult.never:o.callResult.void:r?n.status==="succeeded"?o.callResult.handedIn:"":o.callResult.sentBack}function Jt(e,t){if(e.is!=="done")return null;let{words:r,limits:n}=t,o=e.answered;return[i`<h5>${r.output}</h5>${e.text===""?i`<p class="soft">${r.nothing}</p>`:T(e.text,n.text,t)}`,o!==void 0&&i`<h5>${r.person}</h5>${T(o,n.text,t)}`]}function Xt({tool:e,input:t},r){let n=Object.entries(typeof t=="object"&&t!==null?t:{});if(n.length===0)return null;let o=n.slice(0,r.limits.items).map(([s,a])=>Yt({tool:e,name:s,value:a},r));return i`<h5>${r.words.input}</h5><dl class="fields">${o}</dl>`}function Yt({tool:e,name:t,value:r},n){let o=Zt({tool:e,name:t,value:r},n)??(e==="answer"&&typeof r=="string"?L(r,n.limits.text,n):it(r,n));return i`<div><dt>${p(t.slice(0,60))}</dt><dd>${o}</dd></div>`}function Zt({tool:e,name:t,value:r},n){return e==="write"&&t==="content"&&typeof r=="string"?Ee(r,n):e!=="edit"||t!=="edits"||!Array.isArray(r)?null:r.slice(0,n.limits.items).map(o=>{let{old:s,new:a}=typeof o=="object"&&o!==null?o:{};return typeof s=="string"&&typeof a=="string"?Oe(s,a,n):it(o,n)})}function it(e,t){let r=typeof e=="string"?e:JSON.stringify(e)??"";return r.length<=100&&!r.includes(`
`)?i`<code>${p(r)}</code>`:T(typeof e=="string"?e:JSON.stringify(e,null,2),t.limits.text,t)}var st=`
const folds = () => document.querySelectorAll('main details');
const comfort = document.querySelector('.comfort');
const button = (label, press) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', () => press(made));
  return made;
};
comfort.append(
  button(comfort.dataset.open, () => { for (const fold of folds()) fold.open = true; }),
  button(comfort.dataset.close, () => { for (const fold of folds()) fold.open = false; }),
);
for (const place of navigator.clipboard ? document.querySelectorAll('.command') : []) {
  place.append(button(comfort.dataset.copy, async (made) => {
    await navigator.clipboard.writeText(place.querySelector('code').textContent);
    made.textContent = comfort.dataset.copied;
    setTimeout(() => { made.textContent = comfort.dataset.copy; }, 1600);
  }));
}
addEventListener('beforeprint', () => { for (const fold of folds()) fold.open = true; });
`,er=2e6,tr=[Ge,Ke,rr,rt,Ne,De,Be,Fe,Je,Xe,Ye,ot,We,Ze];function rr({pictures:e,words:t}){let r=e.map(({title:n,svg:o})=>i`<figure class="picture"><figcaption>${n}</figcaption>${Pe(o)}</figure>`);return{id:"pictures",title:t.heading.pictures,body:e.length===0?null:r}}var at=e=>`'sha256-${Qt("sha256").update(e).digest("base64")}'`,nr=["default-src 'none'",`style-src ${at(te)}`,`script-src ${at(st)}`,"base-uri 'none'","form-action 'none'"].join("; ");function dn(e){let t="";for(let r of ze)if(t=Ce(or({...e,limits:r})),Buffer.byteLength(t)<=er)break;return t}function or(e){let{view:t,words:r,lang:n,status:o}=e,s=tr.map(a=>a(e)).filter(({body:a})=>a!==null&&a!==!1);return i`<!doctype html>
<html lang="${n}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${nr}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${C(t.run)} · ${o} · crew</title>
${Z("style",te)}
</head>
<body>
<a class="skip" href="#main">${r.toContent}</a>
<div class="top"><div class="wide"><span class="brand">${Ae}crew</span><span class="look">${t.run} · ${k(t.startedAt)}</span></div></div>
<main id="main" class="wide">
${Ue(e)}
<nav class="ways">${s.map(({id:a,title:l})=>i`<a href="#${a}">${l}</a> `)}<span class="comfort" data-open="${r.openAll}" data-close="${r.closeAll}" data-copy="${r.copy}" data-copied="${r.copied}"></span></nav>
${s.map(({id:a,title:l,count:d,body:c})=>i`<section class="part" id="${a}"><h2>${l}${d!==void 0&&i` <span class="count">${d}</span>`}</h2>
${c}</section>
`)}</main>
${Z("script",st)}
</body>
</html>
`}var[oe,ie,ae,G]=[760,190,24,28],lt={success:"#1a7f37",running:"#0969da",retrying:"#0969da",pending:"#8c959f",partial:"#9a6700",timeout:"#9a6700",failure:"#cf222e",skipped:"#8c959f"};function ct(e,{now:t,words:r}){let n=s=>e.flatMap(({name:a,value:l})=>a.startsWith(s)?l:[]),o=me(n("log "));return o.length===0?null:ir({entries:o,waves:n("waves "),now:t,words:r})}function ir({entries:e,waves:t,now:r,words:n}){let o=e.flatMap(({started:u,finished:f})=>u===null?[]:[u,f??r]),[s,a]=o.length===0?[r,r+1]:[Math.min(...o),Math.max(...o)],l=u=>ie+(u-s)/Math.max(1,a-s)*(oe-ie-60),d=G+e.length*ae+8,c=e.map((u,f)=>ar(u,{y:G+f*ae,x:l,now:r,words:n})),m=`<title>${K(n.title)}</title>`;return[`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${oe} ${d}" width="${oe}" height="${d}" role="img" font-family="system-ui, sans-serif" font-size="12">`,m,...sr({entries:e,waves:t,height:d,x:l,now:r,words:n}),...c,"</svg>",""].join(`
`)}function ar({role:e,task:t,started:r,finished:n,status:o,duration_sec:s},{y:a,x:l,now:d,words:c}){let m=K(t===null?e:`${t} \xB7 ${e.replace(/^worker_/,"")}`),u=`<text x="4" y="${a+16}" fill="currentColor">${m}</text>`,f=K(c.status(o));if(r===null)return`${u}<text x="${ie}" y="${a+16}" fill="${lt[o]}">${f}</text>`;let[h,b]=[l(r),l(n??d)],g=Math.max(2,b-h),y=s===null?"":` ${s} s`,P=`<rect x="${E(h)}" y="${a+4}" width="${E(g)}" height="${ae-8}" rx="3" fill="${lt[o]}"><title>${m}: ${f}${y}</title></rect>`;return`${u}${P}<text x="${E(h+g+4)}" y="${a+16}" fill="currentColor">${y.trim()}</text>`}function sr(e){let{entries:t,waves:r,height:n,x:o,now:s,words:a}=e;return r.flatMap((l,d)=>{let c=t.filter(({task:b,started:g})=>b!==null&&g!==null&&l.includes(b));if(c.length===0)return[];let m=Math.min(...c.map(({started:b})=>b??s)),u=Math.max(...c.map(({finished:b})=>b??s)),f=Math.max(2,o(u)-o(m));return[`${`<rect x="${E(o(m))}" y="${G-4}" width="${E(f)}" height="${n-G}" fill="currentColor" opacity="0.06"/>`}<text x="${E(o(m))}" y="16" fill="currentColor">${K(a.wave(d+1))}</text>`]})}var E=e=>String(Math.round(e*10)/10),K=e=>e.replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll(">","&gt;").replaceAll('"',"&quot;");function xn({record:e,steps:t},{now:r,lang:n}){let o=W(n,{en:ce,ja:de}).gantt,{scores:s}=W(n,{en:pe,ja:ue}),a=e.end?Date.parse(e.end.at):r;return[{title:o.title,svg:ct(t,{now:a,words:o})},{title:s,svg:cr(e.end?.result,s)}].flatMap(({title:d,svg:c})=>c===null?[]:[{title:d,svg:c}])}var lr=I({chapters:J(I({n:H(),summary:I({round_history:J(I({round:H(),avg:H().nullable(),gate:se(["pass","fail","force_pass"])}))})})).min(1).max(100)});function cr(e,t){let r=lr.safeParse(e);if(!r.success)return null;let n=r.data.chapters.flatMap(({n:o,summary:s})=>s.round_history.map(a=>({chapter:o,...a})));return ge(n,fe.min_overall,t)}export{i as a,Z as b,Ce as c,M as d,Ae as e,Lt as f,Qe as g,nr as h,dn as i,xn as j};
