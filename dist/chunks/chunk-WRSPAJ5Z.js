import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var i=String.raw`(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFA0}]`,l=String.raw`(?<=\p{Extended_Pictographic})\u{FE0F}|(?<=\p{Extended_Pictographic}\u{FE0F}?)\u{200D}(?=\p{Extended_Pictographic})`,s=new RegExp(i,"u"),a=new RegExp(`${l}|(${i})`,"gu");function p(n){return s.test(n)?n.replace(a,(e,t)=>t===void 0?e:`\\u{${(t.codePointAt(0)??0).toString(16)}}`):n}function u(n){return n.replace(/\\u\{([0-9a-f]{1,6})\}/g,(e,t)=>{let o=Number.parseInt(t,16),r=o<=1114111?String.fromCodePoint(o):"";return s.test(r)?r:e})}var E=n=>p(n).replaceAll(`
`,"\\n").replaceAll("	","\\t");function f(n,e=3e4){let t=p(n);if(t.length<=e)return t;let o=g=>`
[${g.toLocaleString("en")} characters left out]
`,r=e-o(t.length).length,c=Math.ceil(r*.7);return t.slice(0,c)+o(t.length-r)+t.slice(t.length-(r-c))}export{p as a,u as b,E as c,f as d};
