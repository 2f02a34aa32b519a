import { define } from './define.js';
import { maybe, text } from './grammar.js';

/** `/crew task` */
export const task = define({
  name: 'task',
  summary: {
    en: 'choose the way, the people, and watch',
    ja: '進め方と役を選び、見守る',
  },
  access: 'write',
  workflow: 'task',
  grammar: { what: maybe(text('what')) },
});
