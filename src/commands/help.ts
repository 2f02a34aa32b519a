import { define } from './define.js';
import { maybe, word } from './grammar.js';

/** `/crew help [COMMAND]` */
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
  grammar: { command: maybe(word('COMMAND', /^\/?[a-z]+$/i)) },
});
