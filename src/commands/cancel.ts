// `/crew cancel`: stop a run and keep the work that is done. It is a signal to a run (src/runs/signal.ts).

import { define } from './define.js';
import { optional, RUN_ID_PATTERN, word } from './grammar.js';

export const cancel = define({
  name: 'cancel',
  summary: {
    en: 'stop a run and keep the work that is done',
    ja: '実行を止める。できた分は残る',
  },
  explained: [
    {
      name: 'RUN',
      en: "The run's id. Default: the run that is active here.",
      ja: '実行の ID。既定: ここで動いている実行。',
    },
  ],
  access: 'write',
  workflow: 'signal',
  grammar: { run: optional(word('RUN', RUN_ID_PATTERN)) },
});
