import { define } from './define.js';
import { ID, maybe, text, word } from './grammar.js';
/** `/crew answer` */
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
  grammar: { id: maybe(word('ID', ID)), text: text('text') },
});
