import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
import{a}from"./chunk-EJNMUNDU.js";import"./chunk-R4Y4U6OB.js";import"./chunk-53YKIGQK.js";import"./chunk-5L7I4FQ7.js";import"./chunk-24V4HTVV.js";import"./chunk-WQYS5V3E.js";import"./chunk-EWYTKXUM.js";import"./chunk-NOOZD5I6.js";export default a();
