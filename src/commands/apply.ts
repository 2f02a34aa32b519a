import { define } from './define.js';
import { maybe, word } from './grammar.js';

/** `/crew apply` */
export const apply = define({
  name: 'apply',
  summary: {
    en: 'exactly the bytes of a dry run',
    ja: 'ドライランのバイト列をそのまま適用する',
  },
  access: 'write',
  workflow: 'fix',
  grammar: { hash: maybe(word('HASH', /^[0-9a-f]{8,64}$/i)) },
});
