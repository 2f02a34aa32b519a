import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{require_sts}from"./chunk-4NCQNKA5.js";import"./chunk-VKGZ7JV6.js";import"./chunk-Z5MKCJWA.js";import"./chunk-Z2M3IILN.js";import"./chunk-PDYEHLVW.js";import"./chunk-FHQIXOIC.js";import"./chunk-HN2M3XMN.js";import"./chunk-VB76QHZX.js";export default require_sts();
