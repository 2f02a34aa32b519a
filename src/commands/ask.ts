import { define } from './define.js';
import { text } from './grammar.js';

/** `/crew ask` */
export const ask = define({
  name: 'ask',
  summary: {
    en: 'answer a question about the code or the issue, with checked citations',
    ja: 'コードや Issue についての質問に、確かめた根拠つきで答える',
  },
  access: 'write',
  workflow: 'ask',
  grammar: { text: text('TEXT') },
});
