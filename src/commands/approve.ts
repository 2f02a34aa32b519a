import { define } from './define.js';
import { line, maybe, words } from './grammar.js';
import { ID } from './id.js';

const HOW = /^(as\s+\S.*|replace|condition\s+\S.*|retire)$/;

/** `/crew approve` */
export const approve = define({
  name: 'approve',
  summary: {
    en: 'approve what waits for it',
    ja: '待っているものを承認する',
  },
  access: 'write',
  workflow: 'signal',
  grammar: { ids: words('ID', ID), how: maybe(line('as TEXT|replace|condition TEXT|retire')) },
  rule: ({ how }) =>
    how === undefined || HOW.test(how) ? null : { is: 'shape', word: how, of: 'as TEXT|replace|condition TEXT|retire' },
});
