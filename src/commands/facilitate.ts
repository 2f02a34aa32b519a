// `/crew facilitate`: scan the board now and update its labels and comments.

import { define } from './define.js';

export const facilitate = define({
  name: 'facilitate',
  summary: {
    en: 'scan the board now and update its labels and comments',
    ja: 'いまボードを調べ、ラベルとコメントを更新する',
  },
  access: 'write',
  // No run is recorded: src/workflows/instant.ts does the scan at once.
  workflow: 'facilitate',
  grammar: {},
});
