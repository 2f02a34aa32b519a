import { define } from './define.js';
import { maybe, option, text, words } from './grammar.js';
import { ID } from './id.js';

/** `/crew reject` */
export const reject = define({
  name: 'reject',
  summary: {
    en: 'reject what waits, or a whole category',
    ja: '待っているもの、または分類ごと却下する',
  },
  access: 'write',
  workflow: 'signal',
  grammar: {
    category: option('--category', 'C'),
    ids: maybe(words('ID', ID)),
    why: maybe(text('why')),
  },
  forms: 'ID…|--category C [why]',
  rule: ({ ids, category }) =>
    (ids === undefined) === (category === undefined) ? { is: 'one-of-two', of: 'ID…', or: '--category C' } : null,
});
