import { define } from './define.js';

/** `/crew wake` */
export const wake = define({
  name: 'wake',
  summary: {
    en: 'comments by crew on this issue again',
    ja: 'この Issue へのコメントを再開する',
  },
  access: 'write',
  workflow: 'facilitate',
  grammar: {},
});
