import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{refusalOf}from"./chunk-LNIH4Y3V.js";import{PRIORITIES,improvement,items,knowledge,scoreOf,skill,skillScore,unquotedText}from"./chunk-NI7LKXEN.js";import{require_dist}from"./chunk-FEFI4PLA.js";import{writersOf}from"./chunk-RJCOL42J.js";import{array,m,strictObject,string}from"./chunk-L4ETAW2J.js";import{CLUSTERS,SIGNAL_KINDS}from"./chunk-WWTDBP36.js";import{digestOf}from"./chunk-WO5NTFRA.js";import{__toESM}from"./chunk-VB76QHZX.js";var text=most=>string().min(1).max(most),claimed=strictObject({kind:m(SIGNAL_KINDS),cluster:m(CLUSTERS),topic:string().regex(/^[a-z0-9][a-z0-9_]{1,59}$/),statement:text(300),action:text(300).optional(),scope:text(300).optional(),quote:text(1e3),source:text(200)}),signals=array(claimed).max(50),retrospectorAnswer=strictObject({failures:string().max(1e4),successes:string().max(1e4),improvements:array(improvement).max(10),skills:array(skill).max(10),knowledge:array(knowledge).max(20),signals}),flushAnswer=strictObject({signals}),learned=strictObject({mode:m(["full","light","flush","none"]),status:m(["success","failure"]),items,signals,formatted:string().max(6e4).optional()}),NOTHING_LEARNED={mode:"none",status:"success",items:[],signals:[]};function learnedIn(result){let{learned:found}=typeof result=="object"&&result!==null?result:{},read=learned.safeParse(found);return read.success?read.data:null}function messagesText(sources){let counted=sources.filter(({mayWrite})=>mayWrite);return counted.length===0?`(no messages)
`:`${counted.map(({id,author,time,text:words})=>`## ${id}

@${author}, ${time}

${quotedLines(words)}`).join(`

`)}
`}var quotedLines=words=>words.split(/\r?\n/).map(line=>`> ${line}`).join(`
`),MOST_LINES=100,folded=text2=>text2.replace(/[>\s]+/g," ").trim();function formattedIn(response,evidence){let body=response.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n?/,"").trim();if(body===""||body.split(/\r?\n/).length>MOST_LINES)return null;let text2=folded(body);return evidence.every(each=>text2.includes(folded(each)))?body:null}function modeOf(ended,{retrospect,collects,forced=!1}){return forced?"full":retrospect?isTroubled(ended)?"full":"light":collects?"flush":"none"}function isTroubled({status="failure",quality,completeness=0,failedTasks}){return status==="failure"||status==="partial"||quality==="RED"||quality==="YELLOW"&&completeness<80?!0:failedTasks>=1}function endingOf(front){let{status,quality,completeness,failed_tasks:failed}=front??{};return{...typeof status=="string"?{status}:{},...typeof quality=="string"?{quality:quality.toUpperCase()}:{},...typeof completeness=="number"?{completeness}:{},failedTasks:Array.isArray(failed)?failed.length:0}}var import_yaml=__toESM(require_dist(),1);var REPORT_SECTION="## Memory MCP\u8FFD\u52A0\u5019\u88DC\uFF08\u7D71\u5408\uFF09",RETROSPECTIVE_SECTION="## Knowledge Candidates",LINE=/^[-*]\s+(?:\[(HIGH|MEDIUM|LOW)\]\s+)?`?([\w.-]+(?::[\w.-]+)+)`?\s*(?:[(（]([\w -]+)[)）])?\s*[:：]\s*(\S.*)$/,MOST_OBSERVATIONS=10,LONGEST=1e3;function sectionOf(text2,heading){let lines2=text2.split(/\r?\n/),start=lines2.findIndex(line=>line.trim()===heading);if(start<0)return[];let rest=lines2.slice(start+1),end=rest.findIndex(line=>/^#{1,2}\s/.test(line));return end<0?rest:rest.slice(0,end)}function candidatesIn(text2,heading){return sectionOf(text2,heading).flatMap(line=>{let[,priority="MEDIUM",name="",entityType="knowledge",observed=""]=LINE.exec(line.trim())??[],observations=observed.split(/\s*;\s+/).map(each=>each.trim().slice(0,LONGEST)).filter(each=>each!=="");return name===""||name.length>200||observations.length===0?[]:[{name,entityType:entityType.trim(),priority,observations:observations.slice(0,MOST_OBSERVATIONS)}]})}var candidateLine=({name,entityType,observations,priority})=>`- [${priority}] \`${name}\` (${entityType}): ${observations.map(each=>each.replace(/\s+/g," ")).join("; ")}`,rank=({priority})=>PRIORITIES.indexOf(priority),fold=text2=>text2.normalize("NFKC").toLowerCase().replace(/\s+/g," ").trim();function mergeCandidates(lists){let byName=new Map;for(let each of lists.flat().sort((a,b)=>rank(a)-rank(b))){let known=byName.get(fold(each.name)),observations=[...known?.observations??[],...each.observations];byName.set(fold(each.name),{...known??each,observations})}let seen=new Set;return[...byName.values()].flatMap(each=>{let observations=each.observations.filter(text2=>!seen.has(fold(text2))&&seen.add(fold(text2)));return observations.length===0?[]:[{...each,observations:observations.slice(0,MOST_OBSERVATIONS)}]})}var withoutRefused=(candidates,configuration=[])=>candidates.filter(each=>refusalOf(each,configuration)===null);var ofKind=(items2,kind)=>items2.filter(each=>each.kind===kind),fenced=text2=>{let longest=Math.max(2,...[...text2.matchAll(/`+/g)].map(([ticks])=>ticks.length)),fence="`".repeat(longest+1);return`${fence}
${text2.replace(/\n$/,"")}
${fence}`};function retrospectiveText(of){let improvements=ofKind(of.items,"improvement"),skills=ofKind(of.items,"skill"),none="(none)",front=["---",`cmd_id: "${of.cmd}"`,`date: "${of.date}"`,`mode: ${of.mode}`,`improvements_accepted: ${improvements.length}`,`skills_accepted: ${skills.length}`,`knowledge_candidates: ${ofKind(of.items,"knowledge").length}`,`lp_signals: ${of.signals}`,"---"],body=[...of.mode==="full"?[["## Failure Analysis",[of.failures||none]]]:[],["## Success Analysis",[of.successes||none]],["## Improvements",improvements.length===0?[none]:improvements.map(improvementText)],["## Skills",skills.length===0?[none]:skills.map(skillText)],[RETROSPECTIVE_SECTION,lines(ofKind(of.items,"knowledge").map(each=>candidateLine(each.of)))],["## Not proposed",lines(of.dropped.map(({title,verdict,why})=>`- ${title}: ${verdict} (${why})`))]].map(([heading,parts])=>[heading,...parts].join(`

`));return`${front.join(`
`)}

# Retrospective: ${of.cmd}

${body.join(`

`)}
`}var lines=all=>[all.length===0?"(none)":all.join(`
`)],improvementText=({id,of})=>[`### ${id}: ${of.title}`,`- Target: ${of.target}
- Kind: ${of.kind}
- Score: ${scoreOf(of).toFixed(2)}`,of.description,`**Evidence**: ${of.evidence}`,...of.edits.map(editText)].join(`

`),editText=({path,find,replace})=>find===void 0?`\`${path}\` (+)

${fenced(replace)}`:`\`${path}\` (\u2212)

${fenced(find)}

(+)

${fenced(replace)}`,skillText=({id,of})=>[`### ${id}: ${of.name}`,`- Usage: \`${of.usage}\`
- Score: ${skillScore(of)}/15`,of.description,of.steps.map((step,n)=>`${n+1}. ${step}`).join(`
`),`**Evidence**: ${of.evidence}`].join(`

`),appliedText=entries=>(0,import_yaml.stringify)({approvals:entries});function listText({items:items2,preferences,formatted,isFirst,place},say){let[first]=[...items2,...preferences];if(!first)return"";let command=place==="thread"?"/crew":"crew",head=say.head({improvements:ofKind(items2,"improvement").length,skills:ofKind(items2,"skill").length,knowledge:ofKind(items2,"knowledge").length,preferences:preferences.length,command,example:first.id}),own=formatted===void 0?sections(items2,say):[formatted],learned2=[...preferences.length>0&&isFirst?[say.onboarding]:[],...preferences.map(each=>preferenceText(each,command,say))],body=[...own,...learned2,...exactChanges(items2,say)].join(`

`);return place==="terminal"?`${head}

${body}`:`${head}

<details><summary>${say.fold}</summary>

${body}

</details>`}function preferenceText(each,command,say){let{existing}=each;return existing?say.update({...each,existing},command):say.preference(each,command)}function sections(items2,say){let improvements=ofKind(items2,"improvement").map(each=>improvementEntry(each,say)),skills=ofKind(items2,"skill").map(each=>skillEntry(each,say)),known=[...ofKind(items2,"knowledge")].sort((a,b)=>rank2(a.of.priority)-rank2(b.of.priority)),part=(heading,all)=>all.length===0?[]:[`## ${heading}`,...all];return[...part(say.improvementsHeading,improvements),...part(say.skillsHeading,skills),...part(say.knowledgeHeading,known.length===0?[]:[known.map(knowledgeEntry).join(`
`)])]}var rank2=priority=>PRIORITIES.indexOf(priority),improvementEntry=({id,of},say)=>[`### ${id}: ${of.title}`,`${of.description}

${say.score}: ${scoreOf(of).toFixed(2)} \xB7 \`${of.edits.map(({path})=>path).join("`, `")}\``,`**${say.evidence}**: ${of.evidence}`,say.details].join(`

`),skillEntry=({id,of},say)=>[`### ${id}: ${of.name}`,`${of.description}

${say.score}: ${skillScore(of)}/15 \xB7 \`${of.usage}\``,`**${say.evidence}**: ${of.evidence}`,say.details].join(`

`),knowledgeEntry=({id,of})=>`- **${id}** [${of.priority}] \`${of.name}\`: ${of.observations.join("; ")}`;function exactChanges(items2,say){let folded2=(summary,body)=>`<details><summary>${summary}</summary>

${body}

</details>`;return items2.flatMap(each=>each.kind==="improvement"?[folded2(say.editsFold(each.id),each.of.edits.map(editText).join(`

`))]:each.kind==="skill"?[folded2(say.skillFold(each.id),each.of.steps.map((step,n)=>`${n+1}. ${step}`).join(`
`))]:[])}var MOST_COMMENTS=100;async function sourcesOf({github,issue,request,signals:signals2}){let comments=github&&issue!==void 0?await commentsOn(github,issue):[],written=[...requestSource(request),...signals2.flatMap(signalSource)],logins=[...comments,...written].map(({author})=>author).filter(isPerson),writers=github?await writersOf(github,[...new Set(logins)]):null,mayWrite=author=>isPerson(author)&&(writers?.has(author)??!0);return[...new Map([...comments,...written].map(each=>[each.id,each])).values()].map(each=>({...each,mayWrite:mayWrite(each.author)}))}var isPerson=login=>login!==""&&!login.endsWith("[bot]");function requestSource(request){return!request||request.text.trim()===""?[]:[{id:request.event.key,author:request.by?.login??"you",text:request.text,time:request.at}]}function signalSource(signal){let text2=textOf(signal);return text2===void 0||text2.trim()===""?[]:[{id:`signal-${signal.key}`,author:signal.by.login,text:text2,time:signal.at}]}function textOf(signal){switch(signal.is){case"answer":return signal.text;case"select":return signal.remark;case"approve":return signal.how;case"reject":return signal.why;default:return}}async function commentsOn(github,issue){let thread=await github.thread.read(issue),reviewed=await github.pulls.read(issue)?await github.reviews.read(issue):{reviews:[],threads:[]},beside=reviewed.threads.flatMap(({comments})=>comments);return[...thread.slice(-MOST_COMMENTS).map(each=>commentSource("thread",each)),...reviewed.reviews.slice(-MOST_COMMENTS).map(each=>commentSource("review",each)),...beside.slice(-MOST_COMMENTS).map(each=>commentSource("inline",each))].filter(({text:text2})=>text2.trim()!=="")}var commentSource=(kind,{id,author,body,at,url})=>({id:`${kind}-${id}`,author:author.login,text:body,time:at??new Date(0).toISOString(),url}),FROM_NOW_ON=/^(?:(?:please|and|so|ok(?:ay)?)[, ]+)?(?:always|never)\b|\b(?:from now on|going forward|in (?:the )?future|next time)\b|今後は|これからは|次からは|次回から|以後は/i,NOT=/\b(?:never|not|no longer|stop|don['’]?t)\b|しない|禁止|やめ/i,LONGEST2=300,sentencesIn=text2=>unquotedText(text2).split(`
`).flatMap(line=>[...new Intl.Segmenter("en",{granularity:"sentence"}).segment(line)]).map(({segment})=>segment.trim()).filter(sentence=>sentence!==""&&sentence.length<=LONGEST2),topicOf=text2=>`said_${digestOf(text2.normalize("NFKC").toLowerCase().replace(/[\p{P}\s]+/gu," ").trim()).slice(0,12)}`;function signalsWithoutModel(sources,signals2){let rejected=new Set(signals2.filter(({is})=>is==="reject").map(({key})=>`signal-${key}`));return sources.flatMap(source=>rejected.has(source.id)?rejectionOf(source):sentencesIn(source.text.replace(/^\s*\/crew\s+\S+/gim,"")).filter(sentence=>FROM_NOW_ON.test(sentence)).map(sentence=>claim("explicit",sentence,source.id)))}function rejectionOf({id,text:text2}){let[first]=sentencesIn(text2);return first===void 0?[]:[claim("rejection",first,id)]}var claim=(kind,sentence,source)=>({kind,source,quote:sentence,statement:sentence,topic:topicOf(sentence),cluster:kind==="rejection"||NOT.test(sentence)?"avoid":"defaults"});export{REPORT_SECTION,candidatesIn,mergeCandidates,withoutRefused,retrospectorAnswer,flushAnswer,NOTHING_LEARNED,learnedIn,messagesText,formattedIn,modeOf,endingOf,retrospectiveText,appliedText,listText,sourcesOf,signalsWithoutModel};
