// `/crew defer`: postpone the decision about proposals. It starts the workflow `retrospect`.

import { define } from './define.js';
import { ID_PATTERN, words } from './grammar.js';

export const defer = define({
  name: 'defer',
  summary: {
    en: 'leave proposals of a retrospective undecided for now',
    ja: '振り返りの提案の判断をあとにする',
  },
  explained: [{ name: 'ID…', en: 'The ids of the proposals.', ja: '提案の ID。' }],
  example: { words: 'p-3' },
  access: 'write',
  workflow: 'retrospect',
  grammar: { ids: words('ID', ID_PATTERN) },
});
