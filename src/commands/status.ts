// `/crew status`: show the runs here and, in a comment, the last 90 days. It is answered without a run (src/workflows/instant.ts).

import { define } from './define.js';

export const status = define({
  name: 'status',
  summary: {
    en: 'show the runs here and, in a comment, the last 90 days',
    ja: 'ここでの実行と、コメントでは直近90日の集計を表示する',
  },
  access: 'anyone',
  workflow: 'answer',
  grammar: {},
});
