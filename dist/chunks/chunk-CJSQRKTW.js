import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{fenced,missingFence}from"./chunk-V7QYP3XT.js";import{readMarkdown}from"./chunk-MUUNCENZ.js";var LONGEST=6e4,NOTICE=`

_The rest was left out: the text was longer than 60,000 characters._`,MARGIN=100;function shorten(text,room){let start=text.slice(0,room-NOTICE.length-MARGIN),paragraph=start.lastIndexOf(`

`),line=start.lastIndexOf(`
`),boundary=[paragraph,line].find(at=>at>start.length/2)??start.length,beginning=start.slice(0,boundary).trimEnd(),root=readMarkdown(beginning),fence=root===void 0?"":missingFence(beginning,root);return`${fence.length>MARGIN?fenced(beginning):beginning+fence}${NOTICE}`}export{LONGEST,shorten};
