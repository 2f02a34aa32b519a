// `/crew status`: show the runs here, what waits for whom, and, on GitHub, the last 90 days. It is answered without a run (src/workflows/instant.ts).

import { define } from './define.js';

export const status = define({
  name: 'status',
  summary: {
    en: 'show the runs here, what waits for whom, and the last 90 days',
    ja: 'ここでの実行、返事待ちの相手、GitHub では直近90日の集計も表示する',
  },
  access: 'anyone',
  workflow: 'answer',
  grammar: {},
});
