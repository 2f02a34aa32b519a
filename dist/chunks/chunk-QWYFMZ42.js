import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a as s}from"./chunk-FCJIKBXU.js";import{createHmac as g,timingSafeEqual as c}from"node:crypto";var o=/\n<!-- crew:([a-z0-9][a-z0-9:._-]{0,80}) ([0-9a-f]{16})(?: ([0-9a-f]{32}))? -->$/,u=/^[a-z0-9][a-z0-9:._-]{0,80}$/;function a(n){return s(n).slice(0,16)}function l(n,{slot:t,place:r},e){return g("sha256",n).update(`${r} ${t} ${e}`).digest("hex").slice(0,32)}function x(n,t){if(!u.test(t.slot))throw new Error(`no slot: ${t.slot}`);let r=a(n),e=t.key?` ${l(t.key,t,r)}`:"";return`${n}

<!-- crew:${t.slot} ${r}${e} -->`}function f(n){let t=o.exec(n.replaceAll(`\r
`,`
`).trimEnd());return!t?.[1]||!t[2]?null:{slot:t[1],digest:t[2],...t[3]?{signature:t[3]}:{}}}function k(n,t){let r=f(n);if(!r?.signature||a(d(n))!==r.digest)return!1;let e=Buffer.from(l(t.key,{slot:r.slot,place:t.place},r.digest)),i=Buffer.from(r.signature);return e.length===i.length&&c(e,i)}function d(n){return n.replaceAll(`\r
`,`
`).trimEnd().replace(o,"").replace(/\n$/,"")}export{a,x as b,f as c,k as d,d as e};
