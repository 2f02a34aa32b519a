import { define } from './define.js';

/** `/crew facilitate` */
export const facilitate = define({
  name: 'facilitate',
  summary: {
    en: 'judge the board now',
    ja: 'いまボードを判定する',
  },
  access: 'write',
  workflow: 'facilitate',
  grammar: {},
});
