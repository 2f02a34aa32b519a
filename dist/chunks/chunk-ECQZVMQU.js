import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{require_dist}from"./chunk-FEFI4PLA.js";import{PRIORITIES,improvement,items,knowledge,scoreOf,skill,skillScore}from"./chunk-OSNIZVPA.js";import{writersAmong}from"./chunk-77PQ3I43.js";import{array,m,strictObject,string}from"./chunk-CIAG3QTS.js";import{CLUSTERS,SIGNAL_KINDS}from"./chunk-VWXJP47R.js";import{__toESM}from"./chunk-VB76QHZX.js";var text=most=>string().min(1).max(most),claimed=strictObject({kind:m(SIGNAL_KINDS),cluster:m(CLUSTERS),topic:string().regex(/^[a-z0-9][a-z0-9_]{1,59}$/),statement:text(300),action:text(300).optional(),scope:text(300).optional(),quote:text(1e3),source:text(200)}),signals=array(claimed).max(50),retrospectorAnswer=strictObject({failures:string().max(1e4),successes:string().max(1e4),improvements:array(improvement).max(10),skills:array(skill).max(10),knowledge:array(knowledge).max(20),signals}),flushAnswer=strictObject({signals}),learned=strictObject({mode:m(["full","light","flush","none"]),status:m(["success","failure"]),items,signals,formatted:string().max(6e4).optional()}),NOTHING_LEARNED={mode:"none",status:"success",items:[],signals:[]};function learnedIn(result){let{learned:found}=typeof result=="object"&&result!==null?result:{},read=learned.safeParse(found);return read.success?read.data:null}function messagesText(sources){let said2=sources.filter(({mayWrite})=>mayWrite);return said2.length===0?`(no messages)
`:`${said2.map(({id,author,time,text:words})=>`## ${id}

@${author}, ${time}

${quotedLines(words)}`).join(`

`)}
`}var quotedLines=words=>words.split(/\r?\n/).map(line=>`> ${line}`).join(`
`);var import_yaml=__toESM(require_dist(),1);var REPORT_SECTION="## Memory MCP\u8FFD\u52A0\u5019\u88DC\uFF08\u7D71\u5408\uFF09",RETROSPECTIVE_SECTION="## Knowledge Candidates",LINE=/^[-*]\s+(?:\[(HIGH|MEDIUM|LOW)\]\s+)?`?([\w.-]+(?::[\w.-]+)+)`?\s*(?:[(（]([\w -]+)[)）])?\s*[:：]\s*(\S.*)$/,MOST_OBSERVATIONS=10,LONGEST=1e3;function sectionOf(text2,heading){let lines2=text2.split(/\r?\n/),start=lines2.findIndex(line=>line.trim()===heading);if(start<0)return[];let rest=lines2.slice(start+1),end=rest.findIndex(line=>/^#{1,2}\s/.test(line));return end<0?rest:rest.slice(0,end)}function candidatesIn(text2,heading){return sectionOf(text2,heading).flatMap(line=>{let[,priority="MEDIUM",name="",entityType="knowledge",observed=""]=LINE.exec(line.trim())??[],observations=observed.split(/\s*;\s+/).map(each=>each.trim().slice(0,LONGEST)).filter(each=>each!=="");return name===""||name.length>200||observations.length===0?[]:[{name,entityType:entityType.trim(),priority,observations:observations.slice(0,MOST_OBSERVATIONS)}]})}var candidateLine=({name,entityType,observations,priority})=>`- [${priority}] \`${name}\` (${entityType}): ${observations.map(each=>each.replace(/\s+/g," ")).join("; ")}`,rank=({priority})=>PRIORITIES.indexOf(priority),fold=text2=>text2.normalize("NFKC").toLowerCase().replace(/\s+/g," ").trim();function mergeCandidates(lists){let byName=new Map;for(let each of lists.flat().sort((a,b)=>rank(a)-rank(b))){let known=byName.get(fold(each.name)),observations=[...known?.observations??[],...each.observations];byName.set(fold(each.name),{...known??each,observations})}let seen=new Set;return[...byName.values()].flatMap(each=>{let observations=each.observations.filter(text2=>!seen.has(fold(text2))&&seen.add(fold(text2)));return observations.length===0?[]:[{...each,observations:observations.slice(0,MOST_OBSERVATIONS)}]})}var ofKind=(items2,kind)=>items2.filter(each=>each.kind===kind),fenced=text2=>{let longest=Math.max(2,...[...text2.matchAll(/`+/g)].map(([ticks])=>ticks.length)),fence="`".repeat(longest+1);return`${fence}
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

`),appliedText=entries=>(0,import_yaml.stringify)({approvals:entries});var MOST_COMMENTS=100;async function sourcesOf({github,issue,request,signals:signals2}){let comments=github&&issue!==void 0?await commentsOn(github,issue):[],told=[...requested(request),...signals2.flatMap(saidBy)],logins=[...comments,...told].map(({author})=>author).filter(isPerson),writers=github?await writersAmong(github,[...new Set(logins)]):null,mayWrite=author=>isPerson(author)&&(writers?.has(author)??!0);return[...new Map([...comments,...told].map(each=>[each.id,each])).values()].map(each=>({...each,mayWrite:mayWrite(each.author)}))}var isPerson=login=>login!==""&&!login.endsWith("[bot]");function requested(request){return!request||request.text.trim()===""?[]:[{id:request.event.key,author:request.by?.login??"you",text:request.text,time:request.at}]}function saidBy(signal){let text2=wordsOf(signal);return text2===void 0||text2.trim()===""?[]:[{id:`signal-${signal.key}`,author:signal.by.login,text:text2,time:signal.at}]}function wordsOf(signal){switch(signal.is){case"answer":return signal.text;case"select":return signal.remark;case"approve":return signal.how;case"reject":return signal.why;default:return}}async function commentsOn(github,issue){let thread=await github.thread.read(issue),reviewed=await github.pulls.read(issue)?await github.reviews.read(issue):{reviews:[],threads:[]},beside=reviewed.threads.flatMap(({comments})=>comments);return[...thread.slice(-MOST_COMMENTS).map(each=>said("thread",each)),...reviewed.reviews.slice(-MOST_COMMENTS).map(each=>said("review",each)),...beside.slice(-MOST_COMMENTS).map(each=>said("inline",each))].filter(({text:text2})=>text2.trim()!=="")}var said=(kind,{id,author,body,at,url})=>({id:`${kind}-${id}`,author:author.login,text:body,time:at??new Date(0).toISOString(),url});export{REPORT_SECTION,candidatesIn,mergeCandidates,retrospectorAnswer,flushAnswer,NOTHING_LEARNED,learnedIn,messagesText,ofKind,retrospectiveText,editText,appliedText,sourcesOf};
