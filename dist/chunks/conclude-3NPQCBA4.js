import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{editText,learnedIn,ofKind,sourcesOf}from"./chunk-ECQZVMQU.js";import"./chunk-FEFI4PLA.js";import{learnMessages}from"./chunk-D5ODGZXZ.js";import{PRIORITIES,checkedSignals,ownWords,scoreOf,skillScore}from"./chunk-OSNIZVPA.js";import"./chunk-77PQ3I43.js";import"./chunk-MW2FVWZA.js";import"./chunk-KC46U3M2.js";import"./chunk-FXPDSQZL.js";import"./chunk-YTX52KDZ.js";import"./chunk-CPZBIURX.js";import"./chunk-CIAG3QTS.js";import"./chunk-KEX37TAZ.js";import{applySignals}from"./chunk-VWXJP47R.js";import"./chunk-XLGWLWYA.js";import"./chunk-NAI4DRIH.js";import"./chunk-65IGP42S.js";import{digestOf}from"./chunk-WO5NTFRA.js";import"./chunk-MUUNCENZ.js";import"./chunk-J5TJYCPI.js";import"./chunk-VB76QHZX.js";var FROM_NOW_ON=/^(?:(?:please|and|so|ok(?:ay)?)[, ]+)?(?:always|never)\b|\b(?:from now on|going forward|in (?:the )?future|next time)\b|今後は|これからは|次からは|次回から|以後は/i,NOT=/\b(?:never|not|no longer|stop|don['’]?t)\b|しない|禁止|やめ/i,LONGEST=300,sentencesIn=text=>ownWords(text).split(`
`).flatMap(line=>[...new Intl.Segmenter("en",{granularity:"sentence"}).segment(line)]).map(({segment})=>segment.trim()).filter(sentence=>sentence!==""&&sentence.length<=LONGEST),topicOf=text=>`said_${digestOf(text.normalize("NFKC").toLowerCase().replace(/[\p{P}\s]+/gu," ").trim()).slice(0,12)}`;function saidSignals(sources,signals){let rejected=new Set(signals.filter(({is})=>is==="reject").map(({key})=>`signal-${key}`));return sources.flatMap(source=>rejected.has(source.id)?rejectionOf(source):sentencesIn(source.text.replace(/^\s*\/crew\s+\S+/gm,"")).filter(sentence=>FROM_NOW_ON.test(sentence)).map(sentence=>claim("explicit",sentence,source.id)))}function rejectionOf({id,text}){let[first]=sentencesIn(text);return first===void 0?[]:[claim("rejection",first,id)]}var claim=(kind,sentence,source)=>({kind,source,quote:sentence,statement:sentence,topic:topicOf(sentence),cluster:kind==="rejection"||NOT.test(sentence)?"avoid":"defaults"});function listText({items,preferences,formatted,isFirst,place},say){let[first]=[...items,...preferences];if(!first)return"";let command=place==="thread"?"/crew":"crew",head=say.head({improvements:ofKind(items,"improvement").length,skills:ofKind(items,"skill").length,knowledge:ofKind(items,"knowledge").length,preferences:preferences.length,command,example:first.id}),own=formatted===void 0?sections(items,say):[formatted],learned=[...preferences.length>0&&isFirst?[say.onboarding]:[],...preferences.map(each=>preferenceText(each,command,say))],body=[...own,...learned,...exact(items,say)].join(`

`);return place==="terminal"?`${head}

${body}`:`${head}

<details><summary>${say.fold}</summary>

${body}

</details>`}function preferenceText(each,command,say){let{existing}=each;return existing?say.update({...each,existing},command):say.preference(each,command)}function sections(items,say){let improvements=ofKind(items,"improvement").map(each=>improvementText(each,say)),skills=ofKind(items,"skill").map(each=>skillText(each,say)),known=[...ofKind(items,"knowledge")].sort((a,b)=>rank(a.of.priority)-rank(b.of.priority)),part=(heading,all)=>all.length===0?[]:[`## ${heading}`,...all];return[...part(say.improvementsHeading,improvements),...part(say.skillsHeading,skills),...part(say.knowledgeHeading,known.length===0?[]:[known.map(knowledgeText).join(`
`)])]}var rank=priority=>PRIORITIES.indexOf(priority),improvementText=({id,of},say)=>[`### ${id}: ${of.title}`,`${of.description}

${say.score}: ${scoreOf(of).toFixed(2)} \xB7 \`${of.edits.map(({path})=>path).join("`, `")}\``,`**${say.evidence}**: ${of.evidence}`,say.details].join(`

`),skillText=({id,of},say)=>[`### ${id}: ${of.name}`,`${of.description}

${say.score}: ${skillScore(of)}/15 \xB7 \`${of.usage}\``,`**${say.evidence}**: ${of.evidence}`,say.details].join(`

`),knowledgeText=({id,of})=>`- **${id}** [${of.priority}] \`${of.name}\`: ${of.observations.join("; ")}`;function exact(items,say){let folded=(summary,body)=>`<details><summary>${summary}</summary>

${body}

</details>`;return items.flatMap(each=>each.kind==="improvement"?[folded(say.editsFold(each.id),each.of.edits.map(editText).join(`

`))]:each.kind==="skill"?[folded(say.skillFold(each.id),each.of.steps.map((step,n)=>`${n+1}. ${step}`).join(`
`))]:[])}var ENDS=["done","partial","failed","stuck","escalated"];var endOf=({run,github,issue,place,settings,signals},taskKind)=>({run,taskKind,github,issue,place,settings,signals});async function conclude(at,outcome,learned){let plain={...outcome,result:without(outcome.result)};if(!(ENDS.includes(outcome.name)||isRejected(outcome,at))||outcome.followUp)return plain;let say=learnMessages(at.settings.lang),{proposals,isFirst,isGone}=await preferencesOf(at,learned),items=learned?.items??[],list=listText({items,preferences:proposals,isFirst,place:at.place,formatted:learned?.formatted},say),hasNone=(learned?.mode==="full"||learned?.mode==="light")&&learned.status==="success"&&!items.some(({kind})=>kind!=="knowledge"),added=[list,...hasNone?[say.nothing]:[],...isGone?[say.memoryGone]:[]].filter(each=>each!=="").join(`

`),approvals={items:[...items],preferences:proposals.map(({id})=>id)},isList=items.length+proposals.length>0;return{...plain,...added===""?{}:{says:[outcome.says??"",added].filter(each=>each!=="").join(`

`)},...isList?{result:{...plain.result,approvals}}:{}}}var isRejected=({name},{signals})=>name==="cancelled"&&signals.some(each=>each.is==="reject"&&(each.why??"").trim()!=="");function without(result){if(typeof result!="object"||result===null||!("learned"in result))return result;let{learned:_,...rest}=result;return rest}var NONE={proposals:[],isFirst:!1,isGone:!1};async function preferencesOf(at,learned){let{learning,settings,run,taskKind}=at,{lp_system:lp}=settings.config.build;if(!learning||learned?.mode==="none"||!lp.collect_signals||lp.enabled===!1)return NONE;try{let sources=await sourcesOf(at),signals=checkedSignals(claimedIn(learned,sources,at.signals),sources,{taskKind,run});return await learning.preferences.update(state=>{if(signals.length+state.signals.length+state.preferences.length===0)return{state,value:NONE};let applied=applySignals(state,signals,{run}),isFirst=state.preferences.length===0;return{state:applied.state,value:{proposals:applied.proposals,isFirst,isGone:!1}}})}catch{return{...NONE,isGone:!0}}}var claimedIn=(learned,sources,signals)=>learned?.signals??saidSignals(sources,signals);export{conclude,endOf,learnedIn};
