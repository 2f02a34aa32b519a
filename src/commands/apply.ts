// `/crew apply`: apply the diff of a dry run (fix --dry-run) unchanged, then verify it. It starts the workflow `fix`.

import { define } from './define.js';
import { optional, word } from './grammar.js';

export const apply = define({
  name: 'apply',
  summary: {
    en: 'apply the diff of a dry run (fix --dry-run) unchanged, then verify it',
    ja: 'ドライラン（fix --dry-run）の差分をそのまま適用し、検証する',
  },
  explained: [
    {
      name: 'HASH',
      en: "At least 8 digits of the diff's sha256. Default: the only open dry run.",
      ja: '差分の sha256 の先頭8桁以上。既定: 適用を待つ唯一のドライラン。',
    },
  ],
  example: { words: '1a2b3c4d' },
  access: 'write',
  workflow: 'fix',
  grammar: { hash: optional(word('HASH', /^[0-9a-f]{8,64}$/i)) },
});
