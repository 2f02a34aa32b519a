import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
function commitOf({run,target,issue,title,change,signOff,url,by}){let trailers=[...issue===void 0?[]:[`Refs #${issue}`],`Crew-Run: ${run}`,...originOf({url,by}),...signOff===void 0?[]:[`Signed-off-by: ${signOff}`]];return{kind:"branch",branch:target.branch,at:target.at,parent:target.commit,message:`${title}

${trailers.join(`
`)}
`,diff:change.diff,tree:change.tree}}var originOf=({url,by})=>[...url===void 0?[]:[`Crew-Run-Url: ${url}`],...by===void 0||isBot(by.login)?[]:[`Co-authored-by: ${identityLine(by)}`]],signOffOf=me=>identityLine(me),identityLine=({login,id})=>`${login} <${id}+${login}@users.noreply.github.com>`,isBot=login=>login.endsWith("[bot]");function compareOf(details,{base,branch}){let name=of=>of.split("/").map(encodeURIComponent).join("/");return`${details.replace(/\/actions\/runs\/.*$/,"")}/compare/${name(base)}...${name(branch)}?expand=1`}export{commitOf,originOf,signOffOf,compareOf};
