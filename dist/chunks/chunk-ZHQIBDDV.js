import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{inQuote}from"./chunk-G3LB5MK7.js";var usd=amount=>`$${amount.toFixed(2)}`,cell=text=>text.replaceAll("|","\\|").replace(/\s+/g," "),withoutFrontMatter=report=>report.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*\r?\n/,"").trim(),STATUS={pending:"not started",running:"running",retrying:"running again",success:"done",partial:"partly done",failure:"failed",timeout:"turn limit reached",skipped:"skipped"},en={askToStart:({estimate:{low,high,tasks,longestChain,fix},id})=>[`The plan has ${tasks} ${tasks===1?"task":"tasks"}; its longest chain of dependent tasks has ${longestChain}. A build would not be faster than one \`/crew fix\`.`,"",`| | cost |
|---|---|
| this build | ${usd(low)}\u2013${usd(high)} |
| a single \`/crew fix\` | ${usd(fix[0])}\u2013${usd(fix[1])} |`,"",`\`/crew approve ${id}\` starts the build. \`/crew cancel\` cancels it.`].join(`
`),estimate:({low,high,tasks,longestChain})=>`${tasks} tasks, longest chain ${longestChain}, ${usd(low)}\u2013${usd(high)}`,waveTable:lines=>["| wave | task | worker | status |","|---|---|---|---|",...lines.map(({id,title,persona,wave,status,error})=>{let why=error===void 0?"":`: ${cell(error)}`;return`| ${wave} | ${id}. ${cell(title)} | ${persona} | ${STATUS[status]??status}${why} |`})].join(`
`),report:({summary,table})=>`${table}

<details><summary>The aggregator's report (not verified)</summary>

${withoutFrontMatter(summary)}

</details>`,title:(issue,request)=>issue?.title??request,closes:issue=>`Closes #${issue}`,landed:(landed,tasks)=>landed===tasks?`All ${tasks} tasks are in this pull request, one commit each.`:`${landed} of ${tasks} tasks are in this pull request, one commit each.`,heldBack:({isRed,title,summary,report})=>[isRed?`All tasks passed in the work job, but the whole change failed in the separate verify job: ${title}. Nothing was published. \`/crew build\` with what to do otherwise starts a new build.`:`The verify job could not check the change: ${title}. Nothing was published. \`/crew continue\` tries again.`,report,`<details><summary>The verification</summary>

${summary}

</details>`].join(`

`),nothingLanded:"No change was made.",subIssue:({run})=>`This is a task of the build \`${run}\`.`,gantt:{title:"Waves of the build",wave:n=>`Wave ${n}`,status:status=>STATUS[status]??status},noRequest:"Nothing to build. Write the request after `/crew build`, or use the command on an issue.",noPlan:said=>`The decomposer made no plan of this, so nothing was built.${said===""?" Say more precisely what is wanted, or ask for less at once.":` It says:

${inQuote(said)}`}`,rejected:"The build was rejected and did not start."};var usd2=amount=>`$${amount.toFixed(2)}`,STATUS2={pending:"\u672A\u958B\u59CB",running:"\u5B9F\u884C\u4E2D",retrying:"\u518D\u8A66\u884C\u4E2D",success:"\u5B8C\u4E86",partial:"\u4E00\u90E8\u5B8C\u4E86",failure:"\u5931\u6557",timeout:"\u30BF\u30FC\u30F3\u4E0A\u9650\u306B\u5230\u9054",skipped:"\u30B9\u30AD\u30C3\u30D7"},ja={askToStart:({estimate:{low,high,tasks,longestChain,fix},id})=>[`\u8A08\u753B\u306E\u30BF\u30B9\u30AF\u306F ${tasks} \u4EF6\u3001\u9806\u756A\u306B\u9032\u3081\u308B\u30BF\u30B9\u30AF\u306F\u6700\u9577\u3067 ${longestChain} \u4EF6\u3067\u3059\u3002build \u306F \`/crew fix\` 1 \u56DE\u3088\u308A\u901F\u304F\u306A\u308A\u307E\u305B\u3093\u3002`,"",`| | \u8CBB\u7528 |
|---|---|
| \u3053\u306E build | ${usd2(low)}\u2013${usd2(high)} |
| \`/crew fix\` 1 \u56DE | ${usd2(fix[0])}\u2013${usd2(fix[1])} |`,"",`\`/crew approve ${id}\` \u3067\u958B\u59CB\u3057\u307E\u3059\u3002\`/crew cancel\` \u3067\u53D6\u308A\u6D88\u3057\u307E\u3059\u3002`].join(`
`),estimate:({low,high,tasks,longestChain})=>`\u30BF\u30B9\u30AF ${tasks} \u4EF6\u3001\u6700\u9577\u306E\u4F9D\u5B58 ${longestChain} \u4EF6\u3001${usd2(low)}\u2013${usd2(high)}`,waveTable:lines=>["| Wave | \u30BF\u30B9\u30AF | \u62C5\u5F53 | \u72B6\u614B |","|---|---|---|---|",...lines.map(({id,title,persona,wave,status,error})=>{let why=error===void 0?"":`: ${cell(error)}`;return`| ${wave} | ${id}. ${cell(title)} | ${persona} | ${STATUS2[status]??status}${why} |`})].join(`
`),report:({summary,table})=>`${table}

<details><summary>\u96C6\u7D04\u5F79\u306E\u5831\u544A\uFF08\u672A\u691C\u8A3C\uFF09</summary>

${withoutFrontMatter(summary)}

</details>`,title:(issue,request)=>issue?.title??request,closes:issue=>`Closes #${issue}`,landed:(landed,tasks)=>landed===tasks?`\u5168 ${tasks} \u30BF\u30B9\u30AF\u3092\u3001\u30BF\u30B9\u30AF\u3054\u3068\u306B 1 \u30B3\u30DF\u30C3\u30C8\u3067\u542B\u307F\u307E\u3059\u3002`:`${tasks} \u30BF\u30B9\u30AF\u4E2D ${landed} \u30BF\u30B9\u30AF\u3092\u3001\u30BF\u30B9\u30AF\u3054\u3068\u306B 1 \u30B3\u30DF\u30C3\u30C8\u3067\u542B\u307F\u307E\u3059\u3002`,heldBack:({isRed,title,summary,report})=>[isRed?`\u30BF\u30B9\u30AF\u306F\u3059\u3079\u3066\u4F5C\u696D\u30B8\u30E7\u30D6\u3067\u6210\u529F\u3057\u307E\u3057\u305F\u304C\u3001\u5909\u66F4\u5168\u4F53\u304C\u72EC\u7ACB\u3057\u305F\u691C\u8A3C\u30B8\u30E7\u30D6\u3067\u5931\u6557\u3057\u307E\u3057\u305F\uFF08${title}\uFF09\u3002\u4F55\u3082\u516C\u958B\u3057\u3066\u3044\u307E\u305B\u3093\u3002\u76F4\u3057\u65B9\u3092\u6DFB\u3048\u3066 \`/crew build\` \u3092\u66F8\u304F\u3068\u3001\u65B0\u3057\u3044 build \u3092\u59CB\u3081\u307E\u3059\u3002`:`\u691C\u8A3C\u30B8\u30E7\u30D6\u304C\u5909\u66F4\u3092\u78BA\u8A8D\u3067\u304D\u307E\u305B\u3093\u3067\u3057\u305F\uFF08${title}\uFF09\u3002\u4F55\u3082\u516C\u958B\u3057\u3066\u3044\u307E\u305B\u3093\u3002\`/crew continue\` \u3067\u691C\u8A3C\u304B\u3089\u3084\u308A\u76F4\u3057\u307E\u3059\u3002`,report,`<details><summary>\u691C\u8A3C\u306E\u7D50\u679C</summary>

${summary}

</details>`].join(`

`),nothingLanded:"\u5909\u66F4\u306F\u3042\u308A\u307E\u305B\u3093\u3002",subIssue:({run})=>`build \`${run}\` \u306E\u30BF\u30B9\u30AF\u3067\u3059\u3002`,gantt:{title:"build \u306E Wave",wave:n=>`Wave ${n}`,status:status=>STATUS2[status]??status},noRequest:"\u4F9D\u983C\u304C\u3042\u308A\u307E\u305B\u3093\u3002`/crew build` \u306E\u5F8C\u306B\u5185\u5BB9\u3092\u66F8\u304F\u304B\u3001Issue \u3067\u4F7F\u3063\u3066\u304F\u3060\u3055\u3044\u3002",noPlan:said=>`\u5206\u89E3\u5F79\u304C\u8A08\u753B\u3092\u4F5C\u3089\u306A\u304B\u3063\u305F\u305F\u3081\u3001\u4F55\u3082\u4F5C\u3063\u3066\u3044\u307E\u305B\u3093\u3002${said===""?"\u4F9D\u983C\u3092\u3088\u308A\u5177\u4F53\u7684\u306B\u3059\u308B\u304B\u3001\u5C0F\u3055\u304F\u5206\u3051\u3066\u304F\u3060\u3055\u3044\u3002":`\u5206\u89E3\u5F79\u306E\u8AAC\u660E:

${inQuote(said)}`}`,rejected:"build \u306F\u5374\u4E0B\u3055\u308C\u3001\u958B\u59CB\u3057\u307E\u305B\u3093\u3067\u3057\u305F\u3002"};var buildMessages=lang=>lang==="ja"?ja:en;export{buildMessages};
