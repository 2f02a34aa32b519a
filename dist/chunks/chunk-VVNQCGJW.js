import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{cut,lineOf}from"./chunk-4UQGRPB3.js";import{code}from"./chunk-G3LB5MK7.js";var LIVE=/(?:(?:https?|ftp):\/+\S*|www\.\S*|(?<![A-Za-z0-9_])@[A-Za-z0-9][\w./-]*|(?:[\w.-]+\/[\w.-]+)?#\d+|\bgh-\d+)+/gi;function inert(text,letters=160){let line=cut(lineOf(text),letters).replaceAll("`","'"),shown="",at=0;for(let match of line.matchAll(LIVE))shown+=escaped(line.slice(at,match.index))+inCell(code(cut(match[0],58))),at=match.index+match[0].length;return unled(shown+escaped(line.slice(at)))}var escaped=text=>text.replace(/[\\*_{}[\]<>()#!|~&$]/g,"\\$&"),unled=text=>text.replace(/^[-+=]|^(\d+)([.)])/,(mark,n,dot)=>n?`${n}\\${dot}`:`\\${mark}`),inCell=text=>text.replaceAll("|","\\|"),inertCode=text=>inCell(code(cut(lineOf(text),58)));function commandBlock(command){let longest=Math.max(2,...(command.match(/`+/g)??[]).map(({length})=>length)),fence="`".repeat(longest+1);return`${fence}sh
${command}
${fence}`}function markdownTable(head,rows){return[head,head.map(()=>"---"),...rows].map(cells=>`| ${cells.join(" | ")} |`).join(`
`)}function folded(title,body){return`<details><summary>${title}</summary>

${body}

</details>`}export{inert,inertCode,commandBlock,markdownTable,folded};
