// `/crew status`: show the runs here, what waits for whom, and, on GitHub, the last 90 days. It is answered without a run (src/workflows/instant.ts).

import { define } from './define.js';

export const status = define({
  name: 'status',
  summary: {
    en: 'show the runs here; in a comment also what waits for whom, and the last 90 days',
    ja: 'ここでの実行を表示する。コメントでは待っている相手と直近90日も表示する',
  },
  access: 'anyone',
  workflow: 'answer',
  grammar: {},
});
