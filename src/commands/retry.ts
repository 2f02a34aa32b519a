// `/crew retry`: start the newest stuck run of `fix`, or of a task that ran a fix, again with the same request. Runs of other workflows cannot
// be retried.

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
