// `/crew help`: list the commands, or explain one of them. It is answered without a run (src/workflows/instant.ts).

import { define } from './define.js';
import { optional, word } from './grammar.js';

export const help = define({
  name: 'help',
  summary: {
    en: 'list the commands, or explain one of them',
    ja: 'コマンドの一覧、または1つのコマンドの説明を表示する',
  },
  explained: [
    {
      name: 'COMMAND',
      en: 'The command to explain; without it, all are listed.',
      ja: '説明するコマンド。省略するとすべてを一覧する。',
    },
  ],
  example: { words: 'fix' },
  access: 'anyone',
  workflow: 'answer',
  grammar: { command: optional(word('COMMAND', /^\/?[a-z]+$/i)) },
});
