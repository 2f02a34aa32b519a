import { define } from './define.js';
import { maybe, RUN, word } from './grammar.js';
/** `/crew retrospect` */
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
  grammar: { run: maybe(word('RUN', RUN)) },
});
