// `/crew write`: write a text; reviewers score every draft. It starts the workflow `write`.

import { define } from './define.js';
import { option, optional, text } from './grammar.js';

export const write = define({
  name: 'write',
  summary: {
    en: 'write a text; reviewers score every draft',
    ja: '文章を書く。下書きごとにレビュアーが採点する',
  },
  explained: [
    {
      name: '--review FILE',
      en: 'Review this file once and write nothing (terminal only). Default: off.',
      ja: 'このファイルを1回レビューし、何も書かない（端末のみ）。既定: しない。',
    },
    { name: 'what', en: 'What to write, if the issue does not say it.', ja: '書く内容。Issue に書いてあれば不要。' },
  ],
  example: { text: 'a guide for the first release' },
  access: 'write',
  workflow: 'write',
  // `--review FILE` is for the terminal; it is listed there.
  forms: '[what]',
  grammar: { review: option('--review', 'FILE'), what: optional(text('what')) },
});
