// `/crew task`: choose a workflow for a request, run it, and check the result. It starts the workflow `task`.

import { define } from './define.js';
import { optional, text } from './grammar.js';

export const task = define({
  name: 'task',
  summary: {
    en: 'choose a workflow for a request, run it, and check the result',
    ja: '依頼に合うワークフローを選び、実行して結果を確かめる',
  },
  explained: [
    { name: 'what', en: 'The request, if the issue does not say it.', ja: '依頼の内容。Issue に書いてあれば不要。' },
  ],
  example: { text: 'decide the format of the export' },
  access: 'write',
  workflow: 'task',
  grammar: { what: optional(text('what')) },
});
