// `/crew profile`: keep, review or clear the preferences that crew has learned. It is answered without a run (src/workflows/instant.ts).

import { define } from './define.js';
import { choice } from './grammar.js';

export const profile = define({
  name: 'profile',
  summary: {
    en: 'keep, review or clear the preferences that crew has learned',
    ja: '学習した好みを残す、見直す、または消す',
  },
  explained: [{ name: 'keep|review|clear', en: 'What to do with them.', ja: '残す、見直す、消すのどれか。' }],
  example: { words: 'review' },
  access: 'write',
  workflow: 'answer',
  grammar: { what: choice('keep', 'review', 'clear') },
});
