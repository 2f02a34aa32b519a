import { define } from './define.js';

/** `/crew quiet` */
export const quiet = define({
  name: 'quiet',
  summary: {
    en: 'stop board comments by crew on this issue',
    ja: 'この Issue へのボードに関するコメントを止める',
  },
  commentOnly: true,
  access: 'write',
  workflow: 'facilitate',
  grammar: {},
});
