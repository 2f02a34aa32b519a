// `/crew ask`: answer a question about the code or the issue, with checked citations. It starts the workflow `ask`.

import { define } from './define.js';
import { text } from './grammar.js';

export const ask = define({
  name: 'ask',
  summary: {
    en: 'answer a question about the code or the issue, with checked citations',
    ja: 'コードや Issue についての質問に、確かめた根拠つきで答える',
  },
  explained: [
    {
      name: 'TEXT',
      en: 'The question. The answer cites files and lines that were checked; nothing is changed.',
      ja: '質問。答えには確かめたファイルと行が付く。何も変更しない。',
    },
  ],
  example: { text: 'Where are dates parsed?' },
  access: 'write',
  workflow: 'ask',
  grammar: { text: text('TEXT') },
});
