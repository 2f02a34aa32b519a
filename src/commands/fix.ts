import { define } from './define.js';
import { budget, flag, maybe, option, options, text } from './grammar.js';

/** `/crew fix` */
export const fix = define({
  name: 'fix',
  summary: {
    en: 'change the code, and prove it',
    ja: 'コードを直し、証拠を示す',
  },
  access: 'write',
  workflow: 'fix',
  grammar: {
    dryRun: flag('--dry-run'),
    scope: options('--scope', 'GLOB'),
    base: option('--base', 'BRANCH'),
    budgetUsd: budget('--budget'),
    what: maybe(text('what')),
  },
});
