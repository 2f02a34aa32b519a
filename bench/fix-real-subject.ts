// The roles of files, the changes made of a real fix, and the scripted model, bundled for bench/fix-real.mjs.
export { parseScript, startModel } from '../src/sample/model/index.js';
export { roleOf } from '../src/verify/tamper/role.js';
export { KINDS } from './real-changes.js';
