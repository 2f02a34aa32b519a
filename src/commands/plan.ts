// `/crew plan`: write a plan with a price range, then wait for approval. It starts the workflow `fix`.

import { define } from './define.js';
import { optional, text } from './grammar.js';

export const plan = define({
  name: 'plan',
  summary: {
    en: 'write a plan with a price range, then wait for approval',
    ja: '費用の幅つきの計画を書き、承認を待つ',
  },
  explained: [
    {
      name: 'what',
      en: 'What to change, if the issue does not say it.',
      ja: '変更する内容。Issue に書いてあれば不要。',
    },
  ],
  example: { text: 'addMonths skips February' },
  access: 'write',
  workflow: 'fix',
  grammar: { what: optional(text('what')) },
});
