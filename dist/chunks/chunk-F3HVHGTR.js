import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{aboutSteps,changesIn,costLine,repliesOf,saidBy,subjectOf,timeLine,unaskedIn}from"./chunk-OSXEXBXT.js";import{argumentOf,between,describeSignal,many,nameOf,readOf,stamp,usd}from"./chunk-3MIWIOGG.js";import{THRESHOLDS,scoresSvg}from"./chunk-FPPMQZ2T.js";import{en as en2,ja as ja2}from"./chunk-3H6ULDAE.js";import{entriesOf}from"./chunk-G6IBOBDP.js";import{en,ja}from"./chunk-Y5SFOVJE.js";import{cut,lineOf}from"./chunk-4UQGRPB3.js";import{array,m,number,object}from"./chunk-L4ETAW2J.js";import{inLanguage}from"./chunk-ZBXSDO44.js";import{readMarkdown}from"./chunk-F3UK44PX.js";import{createHash}from"node:crypto";var made=Symbol("markup"),ENTITIES={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;","`":"&#96;"};function markup(strings,...pieces){return{[made]:strings.map((string,n)=>string+shown(pieces[n]??null)).join("")}}function verbatim(tag,text){return{[made]:`<${tag}>${text}</${tag}>`}}function drawing(svg){return{[made]:svg}}function documentOf(page){return page[made]}function shown(piece){return piece===null||piece===!1?"":typeof piece=="string"?piece.replace(/[&<>"'`]/g,letter=>ENTITIES[letter]??""):typeof piece=="number"?String(piece):made in piece?piece[made]:piece.map(shown).join("")}var icon=shape=>markup`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg>`,ring=markup`<circle cx="8" cy="8" r="5.75"/>`,icons={due:icon(markup`${ring}<path d="M8 4.8v3.9m0 2v.4"/>`),unknown:icon(markup`${ring}<path d="M6.4 6.6c0-2.2 3.3-2.1 3.3-.1 0 1.3-1.6 1.3-1.6 2.6m0 1.7v.3"/>`),blocked:icon(markup`${ring}<path d="M5 8h6"/>`),review_pending:icon(markup`<path d="M1.9 8c3-4.6 9.2-4.6 12.2 0-3 4.6-9.2 4.6-12.2 0Z"/><circle cx="8" cy="8" r="1.9"/>`),in_progress:icon(markup`<path d="M13.75 8A5.75 5.75 0 1 1 8 2.25"/>`),incomplete:icon(markup`<circle cx="8" cy="8" r="5.75" stroke-dasharray="2.4 2.1"/>`),done:icon(markup`${ring}<path d="m5.6 8.2 1.7 1.7 3.2-3.6"/>`)},boat=markup`<svg class="boat" viewBox="0 0 40 28" aria-hidden="true"><path class="hull" d="M3 14h34c-3 6.5-9 9-17 9S6 20.5 3 14Z"/><path d="m10 3 5 11M20 2v12M30 3l-5 11"/><path class="wave" d="M1 26c3-2 5-2 8 0s5 2 8 0 5-2 8 0 5 2 8 0 4-2 6 0"/></svg>`;var LIMITS=[{text:24e3,prose:12e3,log:16e3,diff:4e5,turns:300,calls:40,steps:1500,items:200},{text:8e3,prose:8e3,log:8e3,diff:15e4,turns:300,calls:40,steps:800,items:100},{text:2500,prose:4e3,log:3e3,diff:6e4,turns:200,calls:32,steps:400,items:50},{text:800,prose:1500,log:1e3,diff:2e4,turns:120,calls:12,steps:200,items:30},{text:200,prose:400,log:300,diff:5e3,turns:60,calls:8,steps:100,items:15},{text:100,prose:200,log:100,diff:2e3,turns:20,calls:4,steps:40,items:5}],moment=at=>markup`<time datetime="${at}" title="${at}">${stamp(at)}</time>`;function listed(all,most,show,{say}){let left=all.length-most;return[all.slice(0,most).map(show),left>0&&markup`<li class="soft">${say.more(left)}</li>`]}var anchorOf=(talk2,turn)=>`turn-${talk2+1}-${turn}`,UNSEEN=/(?!\t|\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;function seen(text){return text.replace(/\r\n/g,`
`).replace(UNSEEN,letter=>`\\u{${(letter.codePointAt(0)??0).toString(16)}}`)}function cutOf(text,most){if(text.length<=most)return{head:text,left:0,tail:""};let head2=whole(text,Math.ceil(most*.7)),tail=whole(text,text.length-Math.floor(most*.3));return{head:text.slice(0,head2),left:tail-head2,tail:text.slice(tail)}}function whole(text,at){return/[\udc00-\udfff]/.test(text[at]??"")?at+1:at}function shownText(text,most,{say}){let{head:head2,left,tail}=cutOf(text,most);return left===0?markup`${seen(head2)}`:markup`${seen(head2)}<span class="gap">${say.leftOut(left.toLocaleString("en"))}</span>${seen(tail)}`}function block(text,most,of){return markup`<pre tabindex="0"><code>${shownText(text,most,of)}</code></pre>`}function costs(of){let{view,talks,say,limits:room}=of,{who,turns,cost,read,wrote}=say.column,names=view.roles.map(role=>role.who),most=Math.max(...view.roles.map(({costUsd})=>costUsd),1e-9),hueOf=name=>talks.findIndex(talk2=>talk2.who===name)%6,rows=view.roles.slice(0,room.items).map(({who:who2,turns:turns2,lost,costUsd,tokens})=>{let{all,hit}=readOf(tokens),width=(costUsd/most*100).toFixed(1);return markup`<tr><td>${seen(nameOf(who2,names).slice(0,60))}</td><td>${turns2}${lost>0&&` (${say.lost(lost)})`}</td><td>${usd(costUsd)}</td><td class="bar hue-${hueOf(who2)}"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="is-succeeded" width="${width}" height="8"/></svg></td><td>${many(all)} (${hit}%)</td><td>${many(tokens.out)}</td></tr>`}),body=rows.length>0&&markup`<div class="wide-table" tabindex="0" role="group" aria-label="${say.heading.cost}"><table><thead><tr><th>${who}</th><th>${turns}</th><th>${cost}</th><th></th><th>${read}</th><th>${wrote}</th></tr></thead><tbody>${rows}</tbody></table></div>`;return{id:"cost",title:say.heading.cost,body}}function words(of){let{view,say,limits:room}=of,items=listed(view.signals,room.items,word=>{let{what,text}=describeSignal(word,say);return markup`<li><b>${seen(word.by.login.slice(0,60))}</b> ${seen(what.slice(0,200))} <span class="soft">${moment(word.at)}</span>${text!==""&&markup`<blockquote>${shownText(text,room.prose,of)}</blockquote>`}</li>`},of),body=view.signals.length>0&&markup`<ul class="people">${items}</ul>`;return{id:"heard",title:say.heading.signals,body}}function remembered(of){let{view,say,limits:room}=of,{entries=[],problems=[]}=view.memory??{},items=listed(entries,room.items,({id,name,origin})=>markup`<li><code>${seen((name??id).slice(0,200))}</code> <span class="soft">${seen(origin.slice(0,200))}</span></li>`,of),warnings=problems.map(problem=>markup`<li>${seen(problem.slice(0,400))}</li>`),body=view.memory!==void 0&&markup`<ul class="people">${items}${warnings}</ul>`;return{id:"memory",title:say.heading.memory,body}}function unasked(of){let{talks,say,limits:room}=of,all=unaskedIn(talks),items=listed(all,room.items,({who,text})=>markup`<li><b>${seen(who.slice(0,60))}</b> <code>${seen(text.slice(0,400))}</code></li>`,of),body=all.length>0&&markup`<p class="soft">${say.unasked}</p><ul class="people">${items}</ul>`;return{id:"unasked",title:say.heading.unasked,body}}var MARKS={succeeded:"\u2713",failed:"\u2717",running:"\u2026"};function steps(of){let{view,talks,say,limits:room}=of,about=aboutSteps(talks),{step,since,took,cost}=say.column,left=view.steps.length-room.steps,rows=view.steps.slice(-room.steps).map(({name,status,startedAt,endedAt,costUsd})=>{let what=about(name),time=endedAt===null?say.status.running:say.took(between(startedAt,endedAt));return markup`<tr class="is-${status}"><td><span class="mark" title="${say.status[status]}">${MARKS[status]}</span> ${seen(name.slice(0,120))}${what!==""&&markup` <code>${seen(what)}</code>`}</td><td>${moment(startedAt)}</td><td>${time}</td><td>${costUsd>0&&usd(costUsd)}</td></tr>`}),body=rows.length>0&&markup`<details class="fold"><summary>${say.steps(view.steps.length)}</summary>${left>0&&markup`<p class="soft">${say.earlier(left)}</p>`}
<div class="wide-table" tabindex="0" role="group" aria-label="${say.heading.steps}"><table><thead><tr><th>${step}</th><th>${since}</th><th>${took}</th><th>${cost}</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;return{id:"steps",title:say.heading.steps,body}}var WAY=1e3,PAUSE=12e4,CUT=24,MOST_CUTS=12;function axisOf(stretches){let busy=joined(stretches),work=busy.reduce((sum,{from,to})=>sum+to-from,0),cut2=busy.length>1?Math.min(CUT,MOST_CUTS*CUT/(busy.length-1)):0,scale=(WAY-cut2*(busy.length-1))/Math.max(1,work),x=0,placed=busy.map((stretch,n)=>{let begins=x;return x+=(stretch.to-stretch.from)*scale+(n<busy.length-1?cut2:0),{...stretch,x:begins}}),at=time=>{let on=placed.findLast(({from})=>from<=time);return on?on.x+(Math.min(time,on.to)-on.from)*scale:0},breaks2=placed.slice(1).map((next,n)=>{let before=placed[n];return{x:next.x-cut2,width:cut2,ms:before?next.from-before.to:0}});return{at,breaks:breaks2}}function joined(stretches){let groups=[];for(let{from,to}of stretches.toSorted((a,b)=>a.from-b.from)){let last=groups.at(-1);last&&from-last.to<=PAUSE?last.to=Math.max(last.to,to):groups.push({from,to})}return groups}var LANES=8,MOST_BARS=600,HEIGHT=14,RISE=56;function course(of){let{view,talks,say}=of,{heading}=say;if(talks.length===0&&view.verification.length===0)return{id:"course",title:heading.course,body:null};let times=view.steps.map(step=>({from:Date.parse(step.startedAt),to:endOf(step)})),axis=axisOf([...times,...view.signals.map(({at})=>({from:Date.parse(at),to:Date.parse(at)}))]),lanes=lanesOf(of),[first,last]=[view.steps[0]?.startedAt??view.startedAt,view.steps.at(-1)?.endedAt??view.startedAt];return{id:"course",title:heading.course,body:markup`<p class="soft">${say.course}</p><div class="lanes">${lanes.map(lane=>laneOf(lane,axis,of))}${people(axis,of)}${rise(axis,of)}
<p class="ends"><span>${stamp(first)}</span><span>${stamp(last)}</span></p></div>`}}var endOf=({startedAt,endedAt})=>Date.parse(endedAt??startedAt),whoOf=({name})=>name.split(" ")[0]??"";function lanesOf({view,talks}){let agents=talks.slice(0,LANES).map(({who})=>who),own=view.steps.filter(step=>!agents.includes(whoOf(step)));return[...agents.map((who,hue)=>({name:nameOf(who,agents),hue:hue%6,steps:view.steps.filter(step=>whoOf(step)===who)})),...own.length>0?[{name:"crew",hue:6,steps:own}]:[]]}function laneOf({name,steps:steps2,hue},axis,of){let shown2=steps2.toSorted((a,b)=>lengthOf(b)-lengthOf(a)).slice(0,MOST_BARS),label=`${seen(name.slice(0,60))}: ${of.say.steps(steps2.length)}`;return markup`<div class="lane hue-${hue}"><span class="lane-name">${seen(name.slice(0,30))}</span><svg viewBox="0 0 ${WAY} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${breaks(axis,of)}${shown2.map(step=>barOf(step,axis,of))}</svg></div>`}var lengthOf=step=>endOf(step)-Date.parse(step.startedAt);function barOf(step,axis,{say}){let{name,startedAt,costUsd,status}=step,[from,to]=[axis.at(Date.parse(startedAt)),axis.at(endOf(step))],width=Math.max(2.5,to-from),kind=costUsd>0||status==="failed"?`is-${status}`:"is-light",cost=costUsd>0?` \xB7 ${usd(costUsd)}`:"";return markup`<rect class="${kind}" x="${Math.min(from,WAY-width).toFixed(1)}" width="${width.toFixed(1)}" height="${HEIGHT}"><title>${seen(name.slice(0,80))} · ${say.took(lengthOf(step))}${cost}</title></rect>`}function breaks({breaks:all},{say}){return all.map(({x,width,ms})=>markup`<rect class="pause" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="${HEIGHT}"><title>${say.took(ms)}</title></rect>`)}function people(axis,of){let{signals}=of.view;if(signals.length===0)return null;let dots=signals.slice(0,MOST_BARS).map(({at,by})=>markup`<rect class="is-word" x="${Math.min(axis.at(Date.parse(at)),WAY-4).toFixed(1)}" width="4" height="${HEIGHT}"><title>${seen(by.login.slice(0,60))} · ${stamp(at)}</title></rect>`);return markup`<div class="lane"><span class="lane-name">${of.say.people}</span><svg viewBox="0 0 ${WAY} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${of.say.heading.signals}: ${signals.length}">${breaks(axis,of)}${dots}</svg></div>`}function rise(axis,{view,say}){let{spentUsd}=view.budget,paid=view.steps.filter(({costUsd})=>costUsd>0).toSorted((a,b)=>endOf(a)-endOf(b));if(spentUsd<=0||paid.length<2)return null;let every=Math.ceil(paid.length/MOST_BARS),sum=0,stairs=paid.flatMap((step,n)=>(sum+=step.costUsd,n%every!==0&&n<paid.length-1?[]:[`H${axis.at(endOf(step)).toFixed(1)}V${(RISE-sum/spentUsd*(RISE-4)).toFixed(1)}`])),line=`M0 ${RISE}${stairs.join("")}H${WAY}`;return markup`<div class="lane is-rise"><span class="lane-name">${say.heading.cost}<br><b>${usd(spentUsd)}</b></span><svg viewBox="0 0 ${WAY} ${RISE}" preserveAspectRatio="none" role="img" aria-label="${say.heading.cost}: ${usd(spentUsd)}"><path class="area" d="${line}V${RISE}Z"/><path class="line" d="${line}"/></svg></div>`}var DEEPEST=24;function prose(text,most,of){let{head:head2,left}=cutOf(text,most),root=left===0?readMarkdown(seen(head2)):void 0;return!root||depthOf(root)>DEEPEST?markup`<div class="prose is-plain">${shownText(text,most,of)}</div>`:markup`<div class="prose">${childrenOf(root)}</div>`}function depthOf(root){let level=[root];for(let depth=0;level.length>0;depth+=1){if(depth>DEEPEST)return depth;level=level.flatMap(node=>"children"in node?node.children:[])}return 0}var childrenOf=node=>"children"in node?node.children.map(child=>pieceOf(child,node)):null;function pieceOf(node,parent){switch(node.type){case"text":return node.value;case"paragraph":return parent.type==="listItem"&&!parent.spread?childrenOf(node):markup`<p>${childrenOf(node)}</p>`;case"heading":return markup`<p><strong>${childrenOf(node)}</strong></p>`;case"strong":return markup`<strong>${childrenOf(node)}</strong>`;case"emphasis":return markup`<em>${childrenOf(node)}</em>`;case"inlineCode":return markup`<code>${node.value}</code>`;case"code":return markup`<pre tabindex="0"><code>${node.value}</code></pre>`;case"html":return markup`<code>${node.value}</code>`;case"blockquote":return markup`<blockquote>${childrenOf(node)}</blockquote>`;case"list":return node.ordered?markup`<ol start="${node.start??1}">${childrenOf(node)}</ol>`:markup`<ul>${childrenOf(node)}</ul>`;case"listItem":return markup`<li>${childrenOf(node)}</li>`;case"break":return markup`<br>`;case"thematicBreak":return markup`<hr>`;case"link":return markup`${childrenOf(node)} <code>${node.url}</code>`;case"image":return markup`${node.alt??""} <code>${node.url}</code>`;default:return childrenOf(node)}}var LOOKS={succeeded:{icon:icons.done,hue:"of-done"},running:{icon:icons.in_progress,hue:"of-in_progress"},awaiting:{icon:icons.unknown,hue:"of-due"},partial:{icon:icons.in_progress,hue:"of-due"},cancelled:{icon:icons.blocked,hue:"of-incomplete"},refused:{icon:icons.blocked,hue:"of-incomplete"}},BAD={icon:icons.due,hue:"of-blocked"};function head(of){let{view,status,say}=of,{icon:icon2,hue}=Object.hasOwn(LOOKS,view.status)?LOOKS[view.status]:BAD,asked=lineOf(subjectOf(view).slice(0,2e3)),where=`${view.repo??""}${view.issue===void 0?"":`#${view.issue}`}`;return markup`<header class="run-head"><p class="soft">${cut(lineOf([view.workflow,where].filter(each=>each!=="").join(" \xB7 ")),200)}</p>
<h1>${asked===""?view.run:cut(asked,160)}</h1>
<p class="facts"><span class="status word ${hue}">${icon2}${status}</span><span>${timeLine(of)}</span><span>${costLine(of)}</span>${view.counters?markup`<span>${say.counters(view.counters)}</span>`:null}</p>
${meter(of)}${asked.length>160&&markup`<details class="fold"><summary>${say.heading.asked}</summary><p class="prose is-plain">${shownText(view.asked,of.limits.prose,of)}</p></details>`}</header>`}function meter({view,say}){let{limitUsd,spentUsd,estimateUsd}=view.budget;if(limitUsd<=0)return null;let whole2=Math.max(limitUsd,spentUsd),at=amount=>(Math.min(amount,whole2)/whole2*1e3).toFixed(1),[low,high]=estimateUsd,width=Number(at(high))-Number(at(low)),label=say.spent({usd:usd(spentUsd),limit:usd(limitUsd)});return markup`<svg class="meter" viewBox="0 0 1000 8" preserveAspectRatio="none" role="img" aria-label="${label}"><rect class="whole" width="1000" height="8"/>${high>0&&markup`<rect class="expected" x="${at(low)}" width="${width.toFixed(1)}" height="8"/>`}<rect class="spent" width="${at(spentUsd)}" height="8"/></svg>`}function question(of){let{view,say,limits:room}=of,{awaits}=view,replies=repliesOf(view,view.issue===void 0?"terminal":"thread"),choices=(awaits?.choices??[]).slice(0,room.items),body=awaits&&markup`<div class="box is-asking">${prose(awaits.question,room.prose,of)}
${choices.length>0&&markup`<ul class="choices">${choices.map(choice=>markup`<li>${seen(choice.slice(0,400))}</li>`)}</ul>`}
${replies.map(command=>markup`<div class="command"><code>${command}</code></div>`)}</div>`;return{id:"question",title:say.heading.question,body:body??null}}function outcome(of){let said=of.view.awaits?"":saidBy(of.view);return{id:"outcome",title:of.say.heading.outcome,body:said!==""&&markup`<div class="box">${prose(said,of.limits.text,of)}</div>`}}function coloured(lines){let groups=[];for(let{kind,text}of lines){let last=groups.at(-1);last?.kind===kind?last.texts.push(text):groups.push({kind,texts:[text]})}return groups.map(({kind,texts})=>markup`<span class="is-${kind}">${seen(texts.join(`
`))}\n</span>`)}var pre=(lines,after=null)=>markup`<pre class="lines" tabindex="0"><code>${coloured(lines)}${after}</code></pre>`;function gap(left,{say}){return left>0&&markup`<span class="gap">${say.leftOut(left.toLocaleString("en"))}</span>`}function replaced(before,after,of){let[old,young]=[before.slice(0,of.limits.text),after.slice(0,of.limits.text)],left=before.length-old.length+after.length-young.length,[removed,added]=[old.split(`
`),young.split(`
`)],shortest=Math.min(removed.length,added.length),top=0;for(;top<shortest&&removed[top]===added[top];)top+=1;let end=0;for(;end<shortest-top&&removed.at(-1-end)===added.at(-1-end);)end+=1;let lines=[...removed.slice(0,top).map(text=>({kind:"kept",text:` ${text}`})),...removed.slice(top,removed.length-end).map(text=>({kind:"removed",text:`-${text}`})),...added.slice(top,added.length-end).map(text=>({kind:"added",text:`+${text}`})),...removed.slice(removed.length-end).map(text=>({kind:"kept",text:` ${text}`}))];return pre(lines,gap(left,of))}function written(content,of){let{head:head2,left,tail}=cutOf(content,of.limits.text),plus=text=>text===""?[]:text.split(`
`).map(line=>({kind:"added",text:`+${line}`}));return pre(plus(head2),[gap(left,of),coloured(plus(tail))])}function patch(text,most,of){let head2=text.slice(0,most);return pre(head2.replace(/\n$/,"").split(`
`).map(lineOf2),gap(text.length-head2.length,of))}function lineOf2(text){return/^(?:diff |index |--- |\+\+\+ |@@|new file|deleted file|similarity|rename |old mode|new mode)/.test(text)?{kind:"hunk",text}:text.startsWith("+")?{kind:"added",text}:{kind:text.startsWith("-")?"removed":"kept",text}}var MARKS2={PASS:"\u2713",FAIL:"\u2717",INFRA_ERROR:"!"};function verifications(of){let{view,say,limits:room}=of,{verification:all}=view,left=all.length-room.items,body=all.length>0&&[left>0&&markup`<p class="soft">${say.earlier(left)}</p>`,all.slice(-room.items).map(each=>verificationOf(each,each===all.at(-1),of))];return{id:"verification",title:say.heading.verification,body}}function verificationOf({ref,status,steps:steps2,run_id},open,of){let{say,limits:room}=of,ms=steps2.reduce((sum,step2)=>sum+step2.ms,0),{step,command,exit,took}=say.column,rows=steps2.slice(0,room.items).map(each=>checkRow(each,of));return markup`<details class="check is-${status}"${open&&markup` open`}><summary><span class="mark">${MARKS2[status]}</span><b>${seen(ref.slice(0,40))}</b> ${say.verdict[status]} <span class="soft">${say.took(ms)} · ${seen(run_id.slice(0,60))}</span></summary>
<div class="inside"><div class="wide-table" tabindex="0" role="group" aria-label="${seen(ref.slice(0,40))}"><table><thead><tr><th>${step}</th><th>${command}</th><th>${exit}</th><th>${took}</th></tr></thead><tbody>${rows}</tbody></table></div>
${steps2.slice(0,room.items).map(each=>lastLines(each,of))}</div></details>`}var statusOf=({status,exit})=>status??(exit===0?"PASS":"FAIL");function checkRow(check,{say}){let status=statusOf(check);return markup`<tr class="is-${status}"><td><span class="mark" title="${say.verdict[status]}">${MARKS2[status]}</span> ${seen(check.name.slice(0,80))}</td><td><code>${seen(check.command.slice(0,200))}</code></td><td>${check.exit??"\u2013"}</td><td>${say.took(check.ms)}</td></tr>`}function lastLines(check,of){if(statusOf(check)==="PASS")return null;let{limits:room}=of,failed=(check.tests??[]).filter(({status})=>status==="failed"),tests=listed(failed,room.items,({id,at,message=""})=>markup`<li><b>${seen(id.slice(0,200))}</b> ${at?markup`<code>${seen(at.file.slice(0,200))}:${at.line}</code>`:null} <span class="soft">${seen(message.slice(0,300))}</span></li>`,of),tail=check.tail??"";return markup`<h5>${seen(check.name.slice(0,80))}</h5>${failed.length>0&&markup`<ul class="tests">${tests}</ul>`}${tail!==""&&block(tail,room.log,of)}<p class="soft"><code>${seen(check.log.slice(0,200))}</code></p>`}var KINDS=["broken","fixed","flaky","before"];function comparison(of){let{view,say,limits:room}=of,{comparison:found}=view,lists=KINDS.flatMap(kind=>{let names=found?.[kind]??[];if(names.length===0)return[];let items=listed(names,room.items,name=>markup`<li>${seen(name.slice(0,300))}</li>`,of);return[markup`<h3 class="is-${kind}">${say.compared[kind]} <span class="count">${names.length}</span></h3><ul class="tests">${items}</ul>`]}),body=found&&(lists.length>0?lists:markup`<p class="soft">${say.nothing}</p>`);return{id:"comparison",title:say.heading.comparison,body:body??null}}function tampered(of){let{view,say,limits:room}=of,{tamper:found}=view,items=listed(found??[],room.items,({file,line,kind,why=""})=>markup`<li><code>${seen(file.slice(0,200))}:${line}</code> <span class="tag">${seen(kind.slice(0,60))}</span> ${seen(why.slice(0,300))}</li>`,of),body=found&&(found.length>0?markup`<ul class="tests">${items}</ul>`:markup`<p class="soft">${say.noTamper}</p>`);return{id:"tamper",title:say.heading.tamper,body:body??null}}var SHORT=400;function change(of){let{view,say,limits:room}=of,{diff}=view;if(!diff)return{id:"diff",title:say.heading.diff,body:null};let shown2=diff.text.slice(0,4*room.diff).split(/^(?=diff --git )/m).filter(text=>text.trim()!=="").slice(0,room.items),most=Math.floor(room.diff/Math.max(1,shown2.length)),isShort=diff.text.split(`
`).length<=SHORT,left=diff.files.length-shown2.length,base=seen(diff.base.slice(0,12));return{id:"diff",title:say.heading.diff,body:markup`<p class="soft">${say.diffOf({files:diff.files.length,...changesIn(diff.text),base})} · <code>${seen(diff.sha256.slice(0,12))}</code></p>
${shown2.map(text=>fileOf(text,{most:Math.max(most,500),open:isShort},of))}${left>0&&markup`<p class="soft">${say.more(left)}</p>`}`}}function fileOf(text,{most,open},of){let name=/^(?:\+\+\+ b|--- a)\/(.+)$/m.exec(text.replace("+++ /dev/null",""))?.[1]??text.split(`
`)[0]??"",young=/^\+\+\+ b\/(.+)$/m.exec(text)?.[1]??name,{added,removed}=changesIn(text);return markup`<details class="file"${open&&markup` open`}><summary><code>${seen(young.slice(0,200))}</code> <span class="plus">+${added}</span> <span class="minus">−${removed}</span></summary>${patch(text,most,of)}</details>`}var STYLE=`
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
.of-due { --hue: 72; } .of-unknown { --hue: 310; } .of-blocked { --hue: 28; } .of-review_pending { --hue: 255; }
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
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 3; padding: 0.5rem 0.9rem; border-radius: 0 0 0.5rem 0.5rem; background: var(--sheet); }
.skip:focus { top: 0; }
main { flex: 1; padding-block: 2.25rem 4rem; }

.top { border-bottom: 1px solid var(--line); background: var(--sheet); }
.site { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-inline-end: auto; min-width: 0; }
.site a { padding-block: .35rem; color: inherit; overflow-wrap: anywhere; }
.site a[aria-current] { font-weight: 600; }
.top .wide { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.5rem; min-height: 4rem; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font: 600 1.15rem / 1 var(--serif); }
.boat { width: 2.4rem; fill: none; stroke: var(--lamp); stroke-width: 2; stroke-linecap: round; }
.boat .hull { fill: var(--water); stroke: none; }
.boat .wave { stroke: var(--water); stroke-width: 1.2; opacity: 0.45; }

.icon { flex: none; width: 1.05rem; height: 1.05rem; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; vertical-align: -0.15em; }

.head { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem 2.5rem; align-items: center; }
.lead { margin-top: 0.35rem; font-size: 1.05rem; text-wrap: pretty; }
.conditions { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.7rem; color: var(--quiet); font-size: 0.9rem; }
.conditions li { display: inline-flex; align-items: center; gap: 0.4rem; }
.conditions .is-met .icon { color: oklch(var(--tone) 0.1 150); }
.conditions .is-unmet { color: var(--alarm); }
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
.score { border-bottom: 1px dotted var(--quiet); cursor: help; }
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

.colophon { border-top: 1px solid var(--line); background: var(--shade); color: var(--quiet); font-size: 0.9rem; }
.colophon .wide { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.5rem 2.5rem; padding-block: 1.75rem 2.25rem; }
.colophon h2 { color: var(--ink); font-size: 0.98rem; margin-bottom: 0.25rem; }
.colophon .bad { color: var(--alarm); }
.colophon li { overflow-wrap: anywhere; }

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
@media print { .scroll { overflow: visible; } .command button, .skip { display: none; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
`;var STYLE2=`${STYLE}
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
`;function talk(of){let{talks,say,limits:room}=of,all=talks.reduce((sum,{turns})=>sum+turns.length,0),left=talks.length-room.items,share=all>room.turns?room.turns/all:1,agents=talks.slice(0,room.items).map((each,n)=>talkOf(each,{n,share},of)),body=all>0&&[agents,left>0&&markup`<p class="soft">${say.more(left)}</p>`];return{id:"talk",title:say.heading.talk,count:say.turns(all),body}}function talkOf({who,turns},{n,share},of){let names=of.talks.map(each=>each.who),most=Math.max(2,Math.floor(turns.length*share)),first=turns.length>most?Math.ceil(most/4):turns.length,last=turns.length>most?turns.slice(first-most):[],left=turns.length-first-last.length,show=turn=>turnOf(turn,{n,last:turn===turns.at(-1)},of);return markup`<section class="talk hue-${n%6}"><h3>${seen(nameOf(who,names).slice(0,60))} <span class="count">${of.say.turns(turns.length)}</span></h3>
<ol class="turns">${turns.slice(0,first).map(show)}${left>0&&markup`<li class="soft">${of.say.more(left)}</li>`}${last.map(show)}</ol></section>`}function turnOf(turn,{n,last},of){let{number:number2,notes,lost,parts,stop,began}=turn,{say,limits:room}=of,cut2=stop==="length"||stop==="overflow"||stop==="declined"?say.stop[stop]:"";return markup`<li class="turn" id="${anchorOf(n,number2)}"><p class="turn-head"><b>${say.turn(number2)}</b> ${moment(new Date(began).toISOString())} <span>${costOf(turn,of)}</span></p>
<div class="turn-body">${notes.slice(0,room.items).map(({name,text})=>markup`<aside class="note"><b>${say.note}</b> <span class="tag">${seen(name.slice(0,60))}</span> ${shownText(text,room.prose,of)}</aside>`)}
${lost.slice(-room.items).map(({why,usd:cost})=>markup`<p class="loss">${say.lostTurn({why:seen(why.slice(0,300)),usd:usd(cost)})}</p>`)}
${partsOf(parts,last,of)}${cut2!==""&&markup`<p class="loss">${cut2}</p>`}</div></li>`}function partsOf(parts,last,of){let{limits:room,say}=of,left=parts.length-room.calls;return[parts.slice(0,room.calls).map(part=>partOf(part,last,of)),left>0&&markup`<p class="soft">${say.more(left)}</p>`]}function partOf(part,last,of){return part.kind==="call"?callOf(part,{last},of):part.kind==="said"?prose(part.text,of.limits.prose,of):markup`<details class="thought"><summary>${of.say.thought}</summary>${prose(part.text,of.limits.prose,of)}</details>`}function costOf({usd:cost,tokens,stop},{say}){if(stop==="")return"";let{all,hit}=readOf(tokens);return`${usd(cost)} \xB7 ${say.tokens({all:many(all),hit,out:many(tokens.out)})}`}function callOf(call,place,of){let{tool,input,deed}=call,{mark,kind}=markOf(deed,tool),facts=factsOf(deed,of),note=noteOf(call,place,of);return markup`<details class="call ${kind}"><summary><span class="mark">${mark}</span><code class="tool">${seen(tool.slice(0,60))}</code>
<span class="argument">${lineOf(argumentOf(input,120))}</span>${facts!==""&&markup`<span class="soft">${facts}</span>`}</summary>
<div class="inside">${inputOf(call,of)}${outputOf(deed,of)}${note!==""&&markup`<p class="soft">${note}</p>`}</div></details>`}function markOf(deed,tool){return deed.is==="done"?deed.failed?{mark:"\u2717",kind:"is-failed"}:{mark:"\u2713",kind:""}:tool==="answer"&&deed.is==="void"?{mark:"\u27A4",kind:"is-answer"}:{mark:"\u2013",kind:"is-void"}}function factsOf(deed,{say}){if(deed.is!=="done")return"";let lines=deed.text===""?0:deed.text.replace(/\n$/,"").split(`
`).length;return`${say.lines(lines)} \xB7 ${say.took(deed.ms)}`}function noteOf({tool,deed},{last},{view,say}){return deed.is==="begun"?say.deed.begun:deed.is==="done"?"":deed.why!==void 0?`${say.deed.void} ${seen(deed.why.slice(0,500))}`:tool==="answer"?last?view.status==="succeeded"?say.deed.handedIn:"":say.deed.sentBack:last?say.deed.never:say.deed.void}function outputOf(deed,of){if(deed.is!=="done")return null;let{say,limits:room}=of,answer=deed.answered;return[markup`<h5>${say.output}</h5>${deed.text===""?markup`<p class="soft">${say.nothing}</p>`:block(deed.text,room.text,of)}`,answer!==void 0&&markup`<h5>${say.person}</h5>${block(answer,room.text,of)}`]}function inputOf({tool,input},of){let fields=Object.entries(typeof input=="object"&&input!==null?input:{});if(fields.length===0)return null;let shown2=fields.slice(0,of.limits.items).map(([name,value])=>fieldOf({tool,name,value},of));return markup`<h5>${of.say.input}</h5><dl class="fields">${shown2}</dl>`}function fieldOf({tool,name,value},of){let shown2=changeIn({tool,name,value},of)??(tool==="answer"&&typeof value=="string"?prose(value,of.limits.text,of):fieldValue(value,of));return markup`<div><dt>${seen(name.slice(0,60))}</dt><dd>${shown2}</dd></div>`}function changeIn({tool,name,value},of){return tool==="write"&&name==="content"&&typeof value=="string"?written(value,of):tool!=="edit"||name!=="edits"||!Array.isArray(value)?null:value.slice(0,of.limits.items).map(each=>{let{old,new:young}=typeof each=="object"&&each!==null?each:{};return typeof old=="string"&&typeof young=="string"?replaced(old,young,of):fieldValue(each,of)})}function fieldValue(value,of){let text=typeof value=="string"?value:JSON.stringify(value)??"";return text.length<=100&&!text.includes(`
`)?markup`<code>${seen(text)}</code>`:block(typeof value=="string"?value:JSON.stringify(value,null,2),of.limits.text,of)}var SCRIPT=`
const folds = () => document.querySelectorAll('main details');
const comfort = document.querySelector('.comfort');
const button = (words, press) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
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
`,LARGEST=2e6,SECTIONS=[question,outcome,pictures,course,verifications,comparison,tampered,change,words,remembered,unasked,talk,costs,steps];function pictures({pictures:all,say}){let body=all.map(({title,svg})=>markup`<figure class="picture"><figcaption>${title}</figcaption>${drawing(svg)}</figure>`);return{id:"pictures",title:say.heading.pictures,body:all.length===0?null:body}}var digestOf=text=>`'sha256-${createHash("sha256").update(text).digest("base64")}'`,runPolicy=["default-src 'none'",`style-src ${digestOf(STYLE2)}`,`script-src ${digestOf(SCRIPT)}`,"base-uri 'none'","form-action 'none'"].join("; ");function runPage(shown2){let page="";for(let room of LIMITS)if(page=documentOf(pageOf({...shown2,limits:room})),Buffer.byteLength(page)<=LARGEST)break;return page}function pageOf(of){let{view,say,lang,status}=of,sections=SECTIONS.map(section=>section(of)).filter(({body})=>body!==null&&body!==!1);return markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${runPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${lineOf(view.run)} · ${status} · crew</title>
${verbatim("style",STYLE2)}
</head>
<body>
<a class="skip" href="#main">${say.toContent}</a>
<div class="top"><div class="wide"><span class="brand">${boat}crew</span><span class="look">${view.run} · ${stamp(view.startedAt)}</span></div></div>
<main id="main" class="wide">
${head(of)}
<nav class="ways">${sections.map(({id,title})=>markup`<a href="#${id}">${title}</a> `)}<span class="comfort" data-open="${say.openAll}" data-close="${say.closeAll}" data-copy="${say.copy}" data-copied="${say.copied}"></span></nav>
${sections.map(({id,title,count,body})=>markup`<section class="part" id="${id}"><h2>${title}${count!==void 0&&markup` <span class="count">${count}</span>`}</h2>
${body}</section>
`)}</main>
${verbatim("script",SCRIPT)}
</body>
</html>
`}var[WIDTH,LABEL,ROW,TOP]=[760,190,24,28],FILL={success:"#1a7f37",running:"#0969da",retrying:"#0969da",pending:"#8c959f",partial:"#9a6700",timeout:"#9a6700",failure:"#cf222e",skipped:"#8c959f"};function ganttOf(steps2,{now,words:words2}){let valuesOf=prefix=>steps2.flatMap(({name,value})=>name.startsWith(prefix)?value:[]),entries=entriesOf(valuesOf("log "));return entries.length===0?null:ganttSvg({entries,waves:valuesOf("waves "),now,words:words2})}function ganttSvg({entries,waves,now,words:words2}){let times=entries.flatMap(({started,finished})=>started===null?[]:[started,finished??now]),[from,to]=times.length===0?[now,now+1]:[Math.min(...times),Math.max(...times)],x=at=>LABEL+(at-from)/Math.max(1,to-from)*(WIDTH-LABEL-60),height=TOP+entries.length*ROW+8,rows=entries.map((entry,n)=>rowOf(entry,{y:TOP+n*ROW,x,now,words:words2})),title=`<title>${escaped(words2.title)}</title>`;return[`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="12">`,title,...bands({entries,waves,height,x,now,words:words2}),...rows,"</svg>",""].join(`
`)}function rowOf({role,task,started,finished,status,duration_sec},{y,x,now,words:words2}){let name=escaped(task===null?role:`${task} \xB7 ${role.replace(/^worker_/,"")}`),label=`<text x="4" y="${y+16}" fill="currentColor">${name}</text>`,word=escaped(words2.status(status));if(started===null)return`${label}<text x="${LABEL}" y="${y+16}" fill="${FILL[status]}">${word}</text>`;let[left,right]=[x(started),x(finished??now)],width=Math.max(2,right-left),seconds=duration_sec===null?"":` ${duration_sec} s`,bar=`<rect x="${round(left)}" y="${y+4}" width="${round(width)}" height="${ROW-8}" rx="3" fill="${FILL[status]}"><title>${name}: ${word}${seconds}</title></rect>`;return`${label}${bar}<text x="${round(left+width+4)}" y="${y+16}" fill="currentColor">${seconds.trim()}</text>`}function bands(of){let{entries,waves,height,x,now,words:words2}=of;return waves.flatMap((tasks,n)=>{let own=entries.filter(({task,started})=>task!==null&&started!==null&&tasks.includes(task));if(own.length===0)return[];let left=Math.min(...own.map(({started})=>started??now)),right=Math.max(...own.map(({finished})=>finished??now)),width=Math.max(2,x(right)-x(left));return[`${`<rect x="${round(x(left))}" y="${TOP-4}" width="${round(width)}" height="${height-TOP}" fill="currentColor" opacity="0.06"/>`}<text x="${round(x(left))}" y="16" fill="currentColor">${escaped(words2.wave(n+1))}</text>`]})}var round=value=>String(Math.round(value*10)/10),escaped=text=>text.replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll(">","&gt;").replaceAll('"',"&quot;");function picturesOf({record,steps:steps2},{now,lang}){let words2=inLanguage(lang,{en,ja}).gantt,{scores}=inLanguage(lang,{en:en2,ja:ja2}),ended=record.end?Date.parse(record.end.at):now;return[{title:words2.title,svg:ganttOf(steps2,{now:ended,words:words2})},{title:scores,svg:scoresOf(record.end?.result,scores)}].flatMap(({title,svg})=>svg===null?[]:[{title,svg}])}var written2=object({chapters:array(object({n:number(),summary:object({round_history:array(object({round:number(),avg:number().nullable(),gate:m(["pass","fail","force_pass"])}))})})).min(1).max(100)});function scoresOf(result,title){let read=written2.safeParse(result);if(!read.success)return null;let rounds=read.data.chapters.flatMap(({n,summary})=>summary.round_history.map(each=>({chapter:n,...each})));return scoresSvg(rounds,THRESHOLDS.min_overall,title)}export{markup,verbatim,documentOf,icons,boat,STYLE,runPolicy,runPage,picturesOf};
