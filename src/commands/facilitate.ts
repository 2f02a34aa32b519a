// `/crew facilitate`: scan the board now and update its labels and comments. It runs facilitation without a run (src/workflows/instant.ts).

import { define } from './define.js';

export const facilitate = define({
  name: 'facilitate',
  summary: {
    en: 'scan the board now and update its labels and comments',
    ja: 'いまボードを調べ、ラベルとコメントを更新する',
  },
  access: 'write',
  workflow: 'facilitate',
  grammar: {},
});
