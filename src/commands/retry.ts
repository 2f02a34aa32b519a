// `/crew retry`: start a stuck run again with the same request. It starts the workflow `fix`.

import { define } from './define.js';

export const retry = define({
  name: 'retry',
  summary: {
    en: 'start a stuck run again with the same request',
    ja: '行き詰まった実行を同じ依頼でやり直す',
  },
  access: 'write',
  workflow: 'fix',
  grammar: {},
});
