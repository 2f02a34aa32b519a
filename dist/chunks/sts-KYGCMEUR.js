import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-LHYRJUB5.js";import"./chunk-UZQBT5HB.js";import"./chunk-53YKIGQK.js";import"./chunk-2S6M5NQQ.js";import"./chunk-24V4HTVV.js";import"./chunk-WQYS5V3E.js";import"./chunk-EWYTKXUM.js";import"./chunk-NOOZD5I6.js";export default a();
