import { define } from './define.js';

/** `/crew quiet` */
export const quiet = define({
  name: 'quiet',
  summary: {
    en: 'no more comments by crew on this issue',
    ja: 'この Issue にコメントしない',
  },
  access: 'write',
  workflow: 'facilitate',
  grammar: {},
});
