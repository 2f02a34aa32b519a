import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{withoutResultClaims}from"./chunk-WJ6WSWOU.js";import{sentencesOf}from"./chunk-ZYZZLILQ.js";import{shorten}from"./chunk-N4A3YAFV.js";import{object,string}from"./chunk-L4ETAW2J.js";import{code,plainWords}from"./chunk-G3LB5MK7.js";var words=object({title:string().default(""),what:string().default(""),why:string().default("")});function editorWordsIn(result){let read=object({words}).safeParse(result);return read.success?read.data.words:{title:"",what:"",why:""}}var LONGEST_TITLE=100,SENTENCES=3;function titleOf({title,what},fallback){let[first=""]=sentencesOf(withoutResultClaims(what)),line=[withoutResultClaims(title),first,plainWords(fallback)].map(inLine).find(each=>each!=="")??"Update";return line.length>LONGEST_TITLE?`${line.slice(0,LONGEST_TITLE-1).trimEnd()}\u2026`:line}var inLine=text=>text.replace(/\s+/g," ").replace(/[.。]$/,"").trim(),LONGEST_BODY=6e4;function bodyOf(of,say){let{words:said,found,closes,refers,login,notes,template}=of,lead=sentencesOf([withoutResultClaims(said.what),withoutResultClaims(said.why)].join(`
`)).slice(0,SENTENCES).join(" "),foot=[...closes===void 0?[]:[`Closes #${closes}`],...refers===void 0?[]:[`Refs #${refers}`],...login===void 0?[]:[say.requestedBy(login)],say.costs({usd:of.costUsd,limitUsd:of.limitUsd}),`[run](${of.url})`].join(" \xB7 "),must=[...notes,foot,...template===null?[]:["---",template.trim()]].join(`

`),folded=[fold(say.details,[`### ${of.verified.title}`,of.verified.summary,detailsOf(of,say)].join(`

`)),...withoutResultClaims(said.why)===""?[]:[fold(say.explanation,quoted(said))]],first=[lead,...found?[table(found,of.fixed,say)]:[]].filter(part=>part!=="").join(`

`),room=Math.max(0,LONGEST_BODY-first.length-must.length),rest=folded.join(`

`);return[first,must,rest.length>room?shorten(rest,room):rest].filter(part=>part!=="").join(`

`)}var fold=(summary,text)=>`<details><summary>${summary}</summary>

${text}

</details>`,quoted=({what,why})=>[withoutResultClaims(what),withoutResultClaims(why)].join(`

`).split(`
`).map(line=>`> ${line}`.trimEnd()).join(`
`),detailsOf=({run,diff,found},say)=>say.record({run,base:diff.base,sha256:diff.sha256,weakened:found?.tamper.total??0}),MOST_ROWS=12;function table({base,head,proof},mended,say){let before=new Map(base.steps.map(step=>[`${step.cwd}\0${step.name}`,step])),cell=text=>text.replaceAll("|","\\|").replace(/\s+/g," "),steps=head.steps.map(step=>{let was=before.get(`${step.cwd}\0${step.name}`);return[code(step.command),was?resultOf(was,say):"\u2013",resultOf(step,say)]}),proving=(proof?.tests??[]).map(({name,by})=>[`${code(name)} ${by==="load"?say.isNew:""}`.trim(),by==="load"?say.cannotLoad:say.fails,say.passes]),fixed=mended.map(name=>[code(name),say.fails,say.passes]),rows=[...steps,...proving,...proving.length>0?[]:fixed].slice(0,MOST_ROWS),line=cells=>`| ${cells.map(cell).join(" | ")} |`;return[line(say.columns),"|---|---|---|",...rows.map(line)].join(`
`)}var resultOf=({status,count},say)=>status==="INFRA_ERROR"?say.didNotRun:!count||count.failed===0?status==="PASS"?say.passed:say.failed:say.failedTests(count.failed),TEMPLATES=[".github/pull_request_template.md",".github/PULL_REQUEST_TEMPLATE.md","pull_request_template.md"];function repliesTo(threads,of,say){return threads.map(({id,path})=>({kind:"reply",pull:of.pull,thread:id,slot:of.slot,body:say.answered({path,sha:of.sha,touched:of.files.includes(path)})}))}export{editorWordsIn,titleOf,bodyOf,TEMPLATES,repliesTo};
