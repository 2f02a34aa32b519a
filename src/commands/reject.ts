// `/crew reject`: reject what a run waits for, proposals, or a whole category of them.
// It is a signal to a run (src/runs/signal.ts). With the id of a proposal or a category it starts the workflow `retrospect`.

import { define } from './define.js';
import { ID_PATTERN, option, optional, text, words } from './grammar.js';

export const reject = define({
  name: 'reject',
  summary: {
    en: 'reject the plan or step that a run waits for, or proposals',
    ja: '実行が承認を待つ計画や手順、または提案を却下する',
  },
  explained: [
    { name: 'ID…', en: 'The ids that the run names.', ja: '実行が示した ID。' },
    {
      name: '--category C',
      en: 'Every proposal of this category, instead of ids.',
      ja: 'ID の代わりに、この分類の提案すべて。',
    },
    { name: 'why', en: 'The reason; it is given to the run.', ja: '理由。実行に伝わる。' },
  ],
  example: { words: 'q-1', text: 'too expensive' },
  access: 'write',
  workflow: 'signal',
  grammar: {
    category: option('--category', 'C'),
    ids: optional(words('ID', ID_PATTERN)),
    why: optional(text('why')),
  },
  forms: 'ID…|--category C [why]',
  rule: ({ ids, category }) =>
    (ids === undefined) === (category === undefined) ? { is: 'one-of-two', of: 'ID…', or: '--category C' } : null,
});
