// What the figures are taken of, bundled for the bench.

export { startGitHub } from 'github-sandbox';
export { asked } from '../src/commands/asked.js';
export { parseComment } from '../src/commands/parse.js';
export { permit } from '../src/commands/permit.js';
export { add, nothing, readJournal } from '../src/core/journal.js';
export { replyTo } from '../src/core/reply.js';
export { fromWebhook } from '../src/event.js';
export { answerOf } from '../src/workflows/answer/say.js';
