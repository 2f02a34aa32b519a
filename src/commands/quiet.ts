// `/crew quiet`: stop board comments by crew on this issue. Facilitation carries it out, without a run (src/workflows/instant.ts).

import { define } from './define.js';

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
