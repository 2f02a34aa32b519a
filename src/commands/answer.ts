import { define } from './define.js';
import { maybe, text, word } from './grammar.js';
import { ID } from './id.js';

/** `/crew answer` */
export const answer = define({
  name: 'answer',
  summary: {
    en: 'answer what a run asks',
    ja: '質問に答える',
  },
  access: 'write',
  workflow: 'signal',
  grammar: { id: maybe(word('ID', ID)), text: text('text') },
});
