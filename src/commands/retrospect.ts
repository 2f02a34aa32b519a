// `/crew retrospect`: review how a run went and propose what to learn from it. It starts the workflow `retrospect`.

import { define } from './define.js';
import { optional, RUN_ID_PATTERN, word } from './grammar.js';

export const retrospect = define({
  name: 'retrospect',
  summary: {
    en: 'review how a run went and propose what to learn from it',
    ja: '実行を振り返り、学ぶことを提案する',
  },
  explained: [
    { name: 'RUN', en: "The run's id. Default: the last run here.", ja: '実行の ID。既定: ここでの最後の実行。' },
  ],
  access: 'write',
  workflow: 'retrospect',
  grammar: { run: optional(word('RUN', RUN_ID_PATTERN)) },
});
