// What the figures are taken of, bundled for the bench.

export { startGitHub } from 'github-sandbox';
export { parseComment } from '../src/commands/parse.js';
export { fromWebhook } from '../src/event.js';
export { memorySpending } from '../src/memory/spending.js';
export { gate } from '../src/runs/gate.js';
export { readSteps } from '../src/runs/journal.js';
export { memoryRunStore } from '../src/runs/stores.js';
export { settingsOf } from '../src/services/settings.js';
export { instant } from '../src/workflows/instant.js';
