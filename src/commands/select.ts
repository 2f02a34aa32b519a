import { define } from './define.js';
import { choice, maybe, text } from './grammar.js';

/** `/crew select` */
export const select = define({
  name: 'select',
  summary: {
    en: 'choose a path that a run offers',
    ja: '示された案を選ぶ',
  },
  access: 'write',
  workflow: 'write',
  grammar: { path: choice('A', 'B', 'C'), remark: maybe(text('remark')) },
});
