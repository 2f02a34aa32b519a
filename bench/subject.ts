// The code that bench/index.mjs measures, bundled.

export { startGitHub } from 'github-sandbox';
export { asked } from '../src/commands/asked.js';
export { parseComment } from '../src/commands/parse.js';
export { permit } from '../src/commands/permit.js';
export { decideStart } from '../src/runs/decide.js';
export { readSteps } from '../src/runs/journal.js';
export { emptyRecord as nothing, runName } from '../src/runs/record.js';
export { answer } from '../src/runs/thread.js';
export { fromWebhook } from '../src/services/event.js';
