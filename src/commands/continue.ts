// `/crew continue`: continue a run that stopped, optionally with more budget. It is a signal to a run (src/runs/signal.ts).

import { define } from './define.js';
import { budgetIncrease, optional } from './grammar.js';

export const continueCommand = define({
  name: 'continue',
  summary: {
    en: 'continue a run that stopped, optionally with more budget',
    ja: '止まった実行を続ける。予算も追加できる',
  },
  explained: [
    { name: '+USD', en: 'US dollars to add to the budget. Default: none.', ja: '追加する予算（米ドル）。既定: なし。' },
  ],
  example: { words: '+2' },
  access: 'write',
  workflow: 'signal',
  grammar: { budgetUsd: optional(budgetIncrease()) },
});
