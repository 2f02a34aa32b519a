// `/crew answer`: answer the question that a run asks.
// It is a signal to a run (src/runs/signal.ts); to an escalated task it starts a new run.

import { define } from './define.js';
import { ID_PATTERN, optional, text, word } from './grammar.js';

export const answer = define({
  name: 'answer',
  summary: {
    en: 'answer the question that a run asks',
    ja: '実行からの質問に答える',
  },
  explained: [
    {
      name: 'ID',
      en: "The question's id. Default: the one open question.",
      ja: '質問の ID。既定: 答えを待つ唯一の質問。',
    },
    { name: 'text', en: 'The answer.', ja: '答え。' },
  ],
  example: { text: 'UTC everywhere' },
  access: 'write',
  workflow: 'signal',
  grammar: { id: optional(word('ID', ID_PATTERN)), text: text('text') },
});
