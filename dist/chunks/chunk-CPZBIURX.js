import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{digestOf}from"./chunk-WO5NTFRA.js";import{createHmac,timingSafeEqual}from"node:crypto";var LINE=/\n<!-- crew:([a-z0-9][a-z0-9:._-]{0,80}) ([0-9a-f]{16})(?: ([0-9a-f]{32}))? -->$/,SLOT=/^[a-z0-9][a-z0-9:._-]{0,80}$/;function bodyDigest(body){return digestOf(body).slice(0,16)}function sign(key,{slot,place},digest){return createHmac("sha256",key).update(`${place} ${slot} ${digest}`).digest("hex").slice(0,32)}function mark(body,as){if(!SLOT.test(as.slot))throw new Error(`no slot: ${as.slot}`);let digest=bodyDigest(body),signature=as.key?` ${sign(as.key,as,digest)}`:"";return`${body}

<!-- crew:${as.slot} ${digest}${signature} -->`}function readMarker(body){let found=LINE.exec(body.replaceAll(`\r
`,`
`).trimEnd());return!found?.[1]||!found[2]?null:{slot:found[1],digest:found[2],...found[3]?{signature:found[3]}:{}}}function isSigned(body,by){let marker=readMarker(body);if(!marker?.signature||bodyDigest(wordsOf(body))!==marker.digest)return!1;let expected=Buffer.from(sign(by.key,{slot:marker.slot,place:by.place},marker.digest)),found=Buffer.from(marker.signature);return expected.length===found.length&&timingSafeEqual(expected,found)}function wordsOf(body){return body.replaceAll(`\r
`,`
`).trimEnd().replace(LINE,"").replace(/\n$/,"")}export{bodyDigest,mark,readMarker,isSigned,wordsOf};
