// `/crew forget`: delete what crew has learned in this repository. It is answered without a run (src/workflows/instant.ts).

import { define } from './define.js';
import { flag, optional, word } from './grammar.js';

export const forget = define({
  name: 'forget',
  summary: {
    en: 'delete what crew has learned in this repository',
    ja: 'このリポジトリで学習した内容を消す',
  },
  explained: [
    { name: 'NAME', en: 'The entry to delete.', ja: '消す項目。' },
    { name: '--all', en: 'Delete every entry; needs `--yes`.', ja: 'すべて消す。`--yes` が必要。' },
    { name: '--yes', en: 'Confirm `--all`.', ja: '`--all` を確認する。' },
  ],
  example: { words: '--all --yes' },
  access: 'write',
  workflow: 'answer',
  grammar: {
    all: flag('--all'),
    yes: flag('--yes'),
    name: optional(word('NAME', /^\S+$/)),
  },
  forms: 'NAME|--all --yes',
  rule: ({ all, yes, name }) => {
    if (all === (name !== undefined)) return { is: 'one-of-two', of: 'NAME', or: '--all' };
    return all && !yes ? { is: 'needs', word: '--all', of: '--yes' } : null;
  },
});
