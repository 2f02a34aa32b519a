// The tasks of the corpus and the scripted model, bundled for bench/fix.mjs.
export { parseScript, startModel } from '../src/sample/model/index.js';
export { roleOf } from '../src/verify/tamper/role.js';
export { linearOf, MODELS, putUp, scriptOf, tasksIn } from '../test/workflows/fix/tasks.js';
