import { define } from './define.js';
import { maybe, option, text } from './grammar.js';

/** `/crew write` */
export const write = define({
  name: 'write',
  summary: {
    en: 'drafts that pass a gate of reviewers',
    ja: '査読の関門を通る原稿を書く',
  },
  access: 'write',
  workflow: 'write',
  // `--review FILE` is for the terminal; it is listed there.
  forms: '[what]',
  grammar: { review: option('--review', 'FILE'), what: maybe(text('what')) },
});
