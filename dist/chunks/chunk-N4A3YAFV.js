import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{fenced}from"./chunk-G3LB5MK7.js";import{readMarkdown,spanOf}from"./chunk-F3UK44PX.js";var LONGEST=6e4,NOTICE=`

_The rest was left out: the text was longer than 60,000 characters._`,MARGIN=100;function shorten(text,room){let start=text.slice(0,room-NOTICE.length-MARGIN),paragraph=start.lastIndexOf(`

`),line=start.lastIndexOf(`
`),boundary=[paragraph,line].find(at=>at>start.length/2)??start.length,beginning=start.slice(0,boundary).trimEnd(),root=readMarkdown(beginning),fence=root===void 0?"":missingFence(beginning,root);return`${fence.length>MARGIN?fenced(beginning):beginning+fence}${NOTICE}`}function missingFence(source,root){let last="children"in root?root.children.at(-1):void 0;if(last?.type!=="code")return"";let{start,end}=spanOf(last),lines=source.slice(start,end).split(`
`),fence=/^(`{3,}|~{3,})/.exec(lines[0]??"")?.[0]??"",closing=lines.length>1?(lines.at(-1)??"").trim():"",isClosed=closing.startsWith(fence)&&new Set(closing).size===1;return fence===""||isClosed?"":`
${fence}`}export{LONGEST,shorten};
