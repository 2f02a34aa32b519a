// `/crew build`: split larger work into tasks and do them in parallel. It starts the workflow `build`.

import { define } from './define.js';
import { optional, text } from './grammar.js';

export const build = define({
  name: 'build',
  summary: {
    en: 'split larger work into tasks and do them in parallel',
    ja: '大きな作業をタスクに分け、並行して進める',
  },
  explained: [
    { name: 'what', en: 'What to build, if the issue does not say it.', ja: '作る内容。Issue に書いてあれば不要。' },
  ],
  example: { text: 'validate the input of the three endpoints' },
  access: 'write',
  workflow: 'build',
  grammar: { what: optional(text('what')) },
});
