import { define } from './define.js';
import { maybe, text } from './grammar.js';

/** `/crew plan` */
export const plan = define({
  name: 'plan',
  summary: {
    en: 'the plan and its price range; waits for approve',
    ja: '計画と費用の幅。承認を待つ',
  },
  access: 'write',
  workflow: 'fix',
  grammar: { what: maybe(text('what')) },
});
