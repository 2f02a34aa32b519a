// `/crew fix`: change the code, verify it, and open or update a pull request. It starts the workflow `fix`.

import { define } from './define.js';
import { budget, flag, option, optional, options, text } from './grammar.js';

export const fix = define({
  name: 'fix',
  summary: {
    en: 'change the code, verify it, and open or update a pull request',
    ja: 'コードを変更して検証し、プルリクエストを作成または更新する',
  },
  explained: [
    {
      name: '--dry-run',
      en: 'Show the diff only; `apply` uses it later. Default: off.',
      ja: '差分だけを示す。あとで `apply` できる。既定: オフ。',
    },
    {
      name: '--scope GLOB',
      en: 'Change only matching files; may be repeated. Default: every file.',
      ja: '一致するファイルだけを変更する。繰り返し指定できる。既定: すべて。',
    },
    {
      name: '--base BRANCH',
      en: 'The branch to start from and to merge into. Default: `fix.base`, else the default branch.',
      ja: '変更の元にするブランチ。既定: `fix.base`、なければ既定ブランチ。',
    },
    {
      name: '--budget USD',
      en: 'The cost limit; at most $5, the limit of `fix`. Default: `budget.run-usd`, else $5.',
      ja: '費用の上限。`fix` の上限の $5 まで。既定: `budget.run-usd`、なければ $5。',
    },
    {
      name: 'what',
      en: 'What to change, if the issue or the review does not say it.',
      ja: '変更する内容。Issue やレビューに書いてあれば不要。',
    },
  ],
  example: { words: '--scope src/dates/** --budget 2', text: 'addMonths skips February' },
  access: 'write',
  workflow: 'fix',
  grammar: {
    dryRun: flag('--dry-run'),
    scope: options('--scope', 'GLOB'),
    base: option('--base', 'BRANCH'),
    budgetUsd: budget('--budget'),
    what: optional(text('what')),
  },
});
