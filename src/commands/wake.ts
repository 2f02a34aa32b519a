// `/crew wake`: allow board comments by crew on this issue again. Facilitation carries it out, without a run (src/workflows/instant.ts).

import { define } from './define.js';

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
