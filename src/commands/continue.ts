import { define } from './define.js';
import { maybe, more } from './grammar.js';

/** `/crew continue` */
export const goOn = define({
  name: 'continue',
  summary: {
    en: 'go on where a run stopped, with more money if given',
    ja: '止まったところから続ける。予算も足せる',
  },
  access: 'write',
  workflow: 'signal',
  grammar: { budgetUsd: maybe(more()) },
});
