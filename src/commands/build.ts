import { define } from './define.js';
import { maybe, text } from './grammar.js';

/** `/crew build` */
export const build = define({
  name: 'build',
  summary: {
    en: 'larger work, in waves',
    ja: '大きな仕事を分けて進める',
  },
  access: 'write',
  workflow: 'build',
  grammar: { what: maybe(text('what')) },
});
