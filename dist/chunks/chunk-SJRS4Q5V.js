import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a as s}from"./chunk-FCJIKBXU.js";import{createHmac as g,timingSafeEqual as c}from"node:crypto";var o=/\n<!-- crew:([a-z0-9][a-z0-9:._-]{0,80}) ([0-9a-f]{16})(?: ([0-9a-f]{32}))? -->$/,f=/^[a-z0-9][a-z0-9:._-]{0,80}$/;function a(e){return s(e).slice(0,16)}function l(e,{slot:r,place:t},n){return g("sha256",e).update(`${t} ${r} ${n}`).digest("hex").slice(0,32)}function m(e,r){if(!f.test(r.slot))throw new Error(`no slot: ${r.slot}`);let t=a(e),n=r.key?` ${l(r.key,r,t)}`:"";return`${e}

<!-- crew:${r.slot} ${t}${n} -->`}function u(e){let r=o.exec(e.replaceAll(`\r
`,`
`).trimEnd());return!r?.[1]||!r[2]?null:{slot:r[1],digest:r[2],...r[3]?{signature:r[3]}:{}}}function $(e,r){let t=u(e);if(!t?.signature||a(d(e))!==t.digest)return!1;let n=Buffer.from(l(r.key,{slot:t.slot,place:r.place},t.digest)),i=Buffer.from(t.signature);return n.length===i.length&&c(n,i)}function d(e){return e.replaceAll(`\r
`,`
`).trimEnd().replace(o,"").replace(/\n$/,"")}export{a,m as b,u as c,$ as d,d as e};
