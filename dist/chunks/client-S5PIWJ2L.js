import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{require_client}from"./chunk-Z2M3IILN.js";import"./chunk-PDYEHLVW.js";import"./chunk-FHQIXOIC.js";import"./chunk-HN2M3XMN.js";import"./chunk-VB76QHZX.js";export default require_client();
