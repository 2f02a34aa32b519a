import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{createHash as k}from"node:crypto";function S({statistics:e,say:n,lang:a,title:i}){let{dashboard:t}=n,{days:l,byType:c,byPair:m,debt:s,coverage:d,rows:b,open:u}=e,p=r=>({...r,name:r.name===""?t.noPersona:r.name});return`<!doctype html>
<html lang="${a}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${o(t.title)} \xB7 ${o(i)}</title>
<style>${w}</style>
</head>
<body>
<main>
<h1>${o(t.title)} \xB7 ${o(i)}</h1>
${g(t.overTime,j(l.map(({day:r,tasks:f,escalated:y})=>({name:r,value:f,of:y}))),t.none)}
${g(t.passByType,v(c.map(p)),t.none)}
${g(t.passByPair,v(m.map(p)),t.none)}
${g(t.debt,R([s.map(({skippedTests:r})=>r),s.map(({todos:r})=>r)],[t.skipped,t.todos]),t.none)}
${g(t.coverage,v(d),t.none)}
${g(t.escalations,`<p class="number">${u}</p>`,t.none)}
${g(t.last,M(b.slice(0,20)),t.none)}
</main>
</body>
</html>
`}var T={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"},o=e=>e.replace(/[&<>"']/g,n=>T[n]??n),g=(e,n,a)=>`<section><h2>${o(e)}</h2>${n===""?`<p class="none">${o(a)}</p>`:n}</section>`;function v(e){let n=e.map(({name:a,passed:i,all:t})=>{let c=`<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="6"/><rect class="bar" width="${t===0?0:Math.round(100*i/t)}" height="6"/></svg>`;return`<li><span class="name">${o(a)}</span><span class="count">${i} / ${t}</span>${c}</li>`});return n.length===0?"":`<ul class="bars">${n.join("")}</ul>`}var[$,h]=[300,90];function j(e){if(e.length===0)return"";let n=Math.max(...e.map(({value:m})=>m)),a=$/e.length,i=e.map(({name:m,value:s,of:d},b)=>{let[u,p]=[(b*a+a*.1).toFixed(1),(a*.8).toFixed(1)],r=(f,y)=>{let x=h*y/n;return`<rect class="${f}" x="${u}" y="${(h-x).toFixed(1)}" width="${p}" height="${x.toFixed(1)}"/>`};return`<g><title>${o(m)}: ${s}</title>${r("bar",s)}${r("bad",d)}</g>`}),[t,l]=[e[0]?.name??"",e.at(-1)?.name??""],c=t===l?o(t):`${o(t)} \u2013 ${o(l)}`;return`<svg class="chart" viewBox="0 0 ${$} ${h}" role="img">${i.join("")}</svg><p class="range">${c}</p>`}function R(e,n){let a=Math.max(...e.map(s=>s.length));if(a===0)return"";let i=Math.max(1,...e.flat()),t=s=>($*s/Math.max(1,a-1)).toFixed(1),l=s=>(h-3-(h-6)*s/i).toFixed(1),c=e.map((s,d)=>{let u=(s.length===1?[...s,...s]:s).map((p,r)=>`${s.length===1?r*$:t(r)},${l(p)}`).join(" ");return`<polyline class="line line-${d}" points="${u}"/>`}),m=n.map((s,d)=>`<li class="of-${d}">${o(s)}: ${e[d]?.at(-1)??0}</li>`);return`<svg class="chart" viewBox="0 0 ${$} ${h}" role="img">${c.join("")}</svg><ul class="legend">${m.join("")}</ul>`}function M(e){let n=e.map(({run:a,at:i,status:t,type:l,session:c,pair:m})=>{let s=[l,c,m].filter(d=>d!=="").map(o).join(" \xB7 ");return`<li><time datetime="${o(i)}">${o(i.slice(0,10))}</time> <b class="is-${o(t)}">${o(t)}</b> <code>${o(a)}</code><br>${s}</li>`});return n.length===0?"":`<ul class="rows">${n.join("")}</ul>`}var w=`
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
`,F=`default-src 'none'; style-src 'sha256-${k("sha256").update(w).digest("base64")}'; base-uri 'none'; form-action 'none'`;function I({rows:e},n){if(e.length===0)return`**${n.sessionsTitle}**
${n.sessionsNone}`;let a=e.slice(0,5).map(({run:i,type:t,status:l,at:c})=>`- ${n.sessionLine({run:i,type:t,status:l,at:c.slice(0,10)})}`);return`**${n.sessionsTitle}**
${a.join(`
`)}`}export{S as a,F as b,I as c};
