import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{sentencesOf,withoutResultClaims}from"./chunk-LMVUSLIY.js";import{shorten}from"./chunk-N4A3YAFV.js";import{code,inQuote,plainWords}from"./chunk-G3LB5MK7.js";var LONGEST_TITLE=100,SENTENCES=3;function titleOf({title,what},fallback){let[first=""]=sentencesOf(withoutResultClaims(what));return firstLine([withoutResultClaims(title),first,plainWords(fallback)])}function pullTitleOf({words,rounds,now,subject}){if(now===void 0)return subject;let written=rounds.at(-1)?.title;return written!==void 0&&written!==now?now:firstLine([withoutResultClaims(words.pullTitle),now])}function firstLine(lines){let line=lines.map(inLine).find(each=>each!=="")??"Update";return line.length>LONGEST_TITLE?`${line.slice(0,LONGEST_TITLE-1).trimEnd()}\u2026`:line}var inLine=text=>text.replace(/\s+/g," ").replace(/[.。]$/,"").trim(),LONGEST_BODY=6e4;function bodyOf(of,say){let{words:said,found,closes,refers,login,notes,template,requests}=of,lead=leadOf(of,say),foot=[...closes===void 0?[]:[`Closes #${closes}`],...refers===void 0?[]:[`Refs #${refers}`],...login===void 0?[]:[say.requestedBy(login)],say.costs({usd:of.costUsd,limitUsd:of.limitUsd,runs:of.rounds.length+1}),`[run](${of.url})`].join(" \xB7 "),must=[...notes,foot,...template===null?[]:["---",template.trim()]].join(`

`),folded=[fold(say.details,[`### ${of.verified.title}`,of.verified.summary,detailsOf(of,say)].join(`

`)),...withoutResultClaims(said.why)===""?[]:[fold(say.explanation,quoted(said))]],first=[lead,...found?[table(found,of.fixed,say)]:[],requestTable(requests,say)].filter(part=>part!=="").join(`

`),room=Math.max(0,LONGEST_BODY-first.length-must.length),rest=folded.join(`

`);return[first,must,rest.length>room?shorten(rest,room):rest].filter(part=>part!=="").join(`

`)}function leadOf({words:said,rounds,subject},say){let[first,...later]=rounds;if(!first)return sentences(said.what,said.why);let whole=sentences(said.pullWhat??""),{what="",why=""}=first.words??{},firstText=sentences(what,why);if(whole!==""&&!repeats(whole,firstText))return whole;let subjects=[...later.flatMap(round=>round.subject??[]),subject];return[firstText,say.laterCommits(subjects)].filter(part=>part!=="").join(`

`)}function repeats(text,other){let wordsOf=each=>each.toLowerCase().match(/[\p{L}\p{N}]+/gu)??[],there=new Set(wordsOf(other));return wordsOf(text).every(word=>there.has(word))}var sentences=(...texts)=>sentencesOf(texts.map(text=>withoutResultClaims(text)).join(`
`)).slice(0,SENTENCES).join(" ");function requestTable(requests,say){if(requests.length===0)return"";let rows=requests.map(each=>[say.request(each),say.requestResult(each)]);return[row(say.requestColumns),"|---|---|",...rows.map(row)].join(`
`)}var row=cells=>`| ${cells.map(text=>text.replaceAll("|","\\|").replace(/\s+/g," ")).join(" | ")} |`,fold=(summary,text)=>`<details><summary>${summary}</summary>

${text}

</details>`,quoted=({what,why})=>[withoutResultClaims(what),withoutResultClaims(why)].join(`

`).split(`
`).map(line=>`> ${line}`.trimEnd()).join(`
`),detailsOf=({run,diff,found},say)=>say.record({run,base:diff.base,sha256:diff.sha256,weakened:found?.tamper.total??0}),MOST_ROWS=12;function table({base,head,proof},mended,say){let before=new Map(base.steps.map(step=>[`${step.cwd}\0${step.name}`,step])),steps=head.steps.map(step=>{let was=before.get(`${step.cwd}\0${step.name}`);return[code(step.command),was?resultOf(was,say):"\u2013",resultOf(step,say)]}),proving=(proof?.tests??[]).map(({name,by})=>[`${code(name)} ${by==="load"?say.isNew:""}`.trim(),by==="load"?say.cannotLoad:say.fails,say.passes]),fixed=mended.map(name=>[code(name),say.fails,say.passes]),rows=[...steps,...proving,...proving.length>0?[]:fixed].slice(0,MOST_ROWS);return[row(say.columns),"|---|---|---|",...rows.map(row)].join(`
`)}var resultOf=({status,count},say)=>status==="INFRA_ERROR"?say.didNotRun:!count||count.failed===0?status==="PASS"?say.passed:say.failed:say.failedTests(count.failed),TEMPLATES=[".github/pull_request_template.md",".github/PULL_REQUEST_TEMPLATE.md","pull_request_template.md"];function repliesTo(resolutions,of,say){return resolutions.flatMap(({request,is,text,isFileChanged})=>{if(request.from!=="thread")return[];let quote=text===""||is==="unanswered"?"":`

${inQuote(text)}`,path=is==="done"&&!isFileChanged?request.path:void 0,body=`${say.requestReply({is,sha:of.sha,unchanged:path})}${quote}`;return[{kind:"reply",pull:of.pull,thread:request.id,slot:of.slot,body}]})}export{titleOf,pullTitleOf,bodyOf,requestTable,TEMPLATES,repliesTo};
