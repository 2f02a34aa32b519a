import { define } from './define.js';
import { ID, maybe, option, text, words } from './grammar.js';
/** `/crew reject` */
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
    ids: maybe(words('ID', ID)),
    why: maybe(text('why')),
  },
  forms: 'ID…|--category C [why]',
  rule: ({ ids, category }) =>
    (ids === undefined) === (category === undefined) ? { is: 'one-of-two', of: 'ID…', or: '--category C' } : null,
});
