import { define } from './define.js';

/** `/crew wake` */
export const wake = define({
  name: 'wake',
  summary: {
    en: 'allow board comments by crew on this issue again',
    ja: 'この Issue へのボードに関するコメントを再開する',
  },
  commentOnly: true,
  access: 'write',
  workflow: 'facilitate',
  grammar: {},
});
