// `/crew approve`: approve what a run waits for, or proposals. It is a signal to a run (src/runs/signal.ts). With the id of a
// proposal it starts the workflow `retrospect`.

import { define } from './define.js';
import { ID_PATTERN, line, optional, words } from './grammar.js';

const HOW = /^(as\s+\S.*|replace|condition\s+\S.*|retire)$/;

export const approve = define({
  name: 'approve',
  summary: {
    en: 'approve the plan or step that a run waits for, or proposals',
    ja: '実行が承認を待つ計画や手順、または提案を承認する',
  },
  explained: [
    { name: 'ID…', en: 'The ids that the run names.', ja: '実行が示した ID。' },
    { name: 'as TEXT', en: 'Approve with this change to the request.', ja: '依頼をこのように変えて承認する。' },
    {
      name: 'replace',
      en: 'For a proposal: put it in place of the old rule.',
      ja: '提案の場合: 元の規則と置き換える。',
    },
    {
      name: 'condition TEXT',
      en: 'For a proposal: add this condition to the old rule.',
      ja: '提案の場合: 元の規則にこの条件を足す。',
    },
    { name: 'retire', en: 'For a proposal: remove the old rule.', ja: '提案の場合: 元の規則を取り除く。' },
  ],
  example: { words: 'q-1' },
  access: 'write',
  workflow: 'signal',
  grammar: { ids: words('ID', ID_PATTERN), how: optional(line('as TEXT|replace|condition TEXT|retire')) },
  rule: ({ how }) =>
    how === undefined || HOW.test(how) ? null : { is: 'shape', word: how, of: 'as TEXT|replace|condition TEXT|retire' },
});
