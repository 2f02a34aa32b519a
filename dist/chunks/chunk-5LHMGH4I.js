import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{createHash as k}from"node:crypto";function F({statistics:t,say:n,lang:a,title:i}){let{dashboard:e}=n,{days:l,byType:c,byPair:m,debt:s,coverage:d,rows:p,openEscalations:$}=t,h=r=>({...r,name:r.name===""?e.noPersona:r.name});return`<!doctype html>
<html lang="${a}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${o(e.title)} \xB7 ${o(i)}</title>
<style>${x}</style>
</head>
<body>
<main>
<h1>${o(e.title)} \xB7 ${o(i)}</h1>
${g(e.overTime,j(l.map(({day:r,tasks:f,escalated:y})=>({name:r,value:f,highlighted:y}))),e.none)}
${g(e.passByType,v(c.map(h)),e.none)}
${g(e.passByPair,v(m.map(h)),e.none)}
${g(e.debt,M([s.map(({skippedTests:r})=>r),s.map(({todos:r})=>r)],[e.skipped,e.todos]),e.none)}
${g(e.coverage,v(d),e.none)}
${g(e.escalations,`<p class="number">${$}</p>`,e.none)}
${g(e.last,R(p.slice(0,20),n),e.none)}
</main>
</body>
</html>
`}var T={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"},o=t=>t.replace(/[&<>"']/g,n=>T[n]??n),g=(t,n,a)=>`<section><h2>${o(t)}</h2>${n===""?`<p class="none">${o(a)}</p>`:n}</section>`;function v(t){let n=t.map(({name:a,passed:i,all:e})=>{let c=`<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="6"/><rect class="bar" width="${e===0?0:Math.round(100*i/e)}" height="6"/></svg>`;return`<li><span class="name">${o(a)}</span><span class="count">${i} / ${e}</span>${c}</li>`});return n.length===0?"":`<ul class="bars">${n.join("")}</ul>`}var[b,u]=[300,90];function j(t){if(t.length===0)return"";let n=Math.max(...t.map(({value:m})=>m)),a=b/t.length,i=t.map(({name:m,value:s,highlighted:d},p)=>{let[$,h]=[(p*a+a*.1).toFixed(1),(a*.8).toFixed(1)],r=(f,y)=>{let w=u*y/n;return`<rect class="${f}" x="${$}" y="${(u-w).toFixed(1)}" width="${h}" height="${w.toFixed(1)}"/>`};return`<g><title>${o(m)}: ${s}</title>${r("bar",s)}${r("bad",d)}</g>`}),[e,l]=[t[0]?.name??"",t.at(-1)?.name??""],c=e===l?o(e):`${o(e)} \u2013 ${o(l)}`;return`<svg class="chart" viewBox="0 0 ${b} ${u}" role="img">${i.join("")}</svg><p class="range">${c}</p>`}function M(t,n){let a=Math.max(...t.map(s=>s.length));if(a===0)return"";let i=Math.max(1,...t.flat()),e=s=>(b*s/Math.max(1,a-1)).toFixed(1),l=s=>(u-3-(u-6)*s/i).toFixed(1),c=t.map((s,d)=>{let $=(s.length===1?[...s,...s]:s).map((h,r)=>`${s.length===1?r*b:e(r)},${l(h)}`).join(" ");return`<polyline class="line line-${d}" points="${$}"/>`}),m=n.map((s,d)=>`<li class="of-${d}">${o(s)}: ${t[d]?.at(-1)??0}</li>`);return`<svg class="chart" viewBox="0 0 ${b} ${u}" role="img">${c.join("")}</svg><ul class="legend">${m.join("")}</ul>`}function R(t,n){let a=t.map(({run:i,at:e,status:l,type:c,session:m,pair:s})=>{let d=[c,m,s].filter(p=>p!=="").map(o).join(" \xB7 ");return`<li><time datetime="${o(e)}">${o(e.slice(0,10))}</time> <b class="is-${o(l)}">${o(n.stateWord(l))}</b> <code>${o(i)}</code><br>${d}</li>`});return a.length===0?"":`<ul class="rows">${a.join("")}</ul>`}var x=`
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --bar: #0969da; --bad: #cf222e; --other: #9a6700; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --bar: #4493f8; --bad: #f85149; --other: #d29922; --paper: #0d1117; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
ul { list-style: none; margin: 0; padding: 0; }
svg { display: block; width: 100%; } .chart { height: auto; border-bottom: 1px solid var(--line); }
.bars li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .25rem 0; } .bars svg { grid-column: 1 / -1; height: 6px; }
.name, code { overflow-wrap: anywhere; } .count, .range, .none, .rows { color: var(--quiet); } .rows b { color: var(--ink); }
.bar { fill: var(--bar); } .bad { fill: var(--bad); } .rest { fill: var(--line); }
.line { fill: none; stroke: var(--bar); stroke-width: 2; } .line-1 { stroke: var(--other); } .of-0 { color: var(--bar); } .of-1 { color: var(--other); }
.number { font-size: 2rem; margin: 0; } .rows li { padding: .4rem 0; border-bottom: 1px solid var(--line); } .is-escalated { color: var(--bad) !important; }
`,I=`default-src 'none'; style-src 'sha256-${k("sha256").update(x).digest("base64")}'; base-uri 'none'; form-action 'none'`;function P({rows:t},n){if(t.length===0)return`**${n.sessionsTitle}**
${n.sessionsNone}`;let a=t.slice(0,5).map(({run:i,type:e,status:l,at:c})=>`- ${n.sessionLine({run:i,type:e,status:l,at:c.slice(0,10)})}`);return`**${n.sessionsTitle}**
${a.join(`
`)}`}export{F as a,I as b,P as c};
