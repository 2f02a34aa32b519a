import type { Complaint } from '../../../src/ports/run.js';
import { messages } from '../../../src/text/lang/index.js';
import { each, every, type Part, part, split } from './samples.js';

export const ERRORS = [
  'userError',
  'fault',
  'complaint',
  'wrongCommand',
  'unknownCommand',
  'wrongTyped',
  'unknownTyped',
  'notTaken',
  'commentOnly',
  'brokenConfig',
] as const;

const of = (lang: 'en' | 'ja') => split(messages(lang), ERRORS).these;
const USAGE = '/crew fix [--dry-run] [--scope GLOB]… [--base BRANCH] [--budget USD] [what]';

export const errors: readonly Part[] = [
  part(
    { title: 'Errors', file: 'src/text/lang/en.ts' },
    { en: of('en'), ja: of('ja') },
    {
      userError: each({ expected: 'one open dry run', found: 'two', remedy: 'Write `/crew apply HASH`.' }),
      fault: each({ id: 'e-0123456789' }),
      complaint: every<Complaint>({
        missing: { is: 'missing', of: 'text' },
        shape: { is: 'shape', word: 'tomorrow', of: 'USD' },
        value: { is: 'value', word: '--base', of: 'BRANCH' },
        'unknown-flag': { is: 'unknown-flag', word: '--fast' },
        twice: { is: 'twice', word: '--base' },
        stray: { is: 'stray', word: '--dry-run' },
        extra: { is: 'extra', word: 'please' },
        'one-of-two': { is: 'one-of-two', of: 'ID…', or: '--category C' },
        needs: { is: 'needs', word: '--all', of: '--yes' },
      }),
      wrongCommand: each({ complaint: { is: 'value', word: '--base', of: 'BRANCH' }, usage: USAGE }),
      unknownCommand: each({ found: 'fxi', meant: 'fix' }, { found: 'deploy', meant: undefined }),
      wrongTyped: each(
        { name: 'approve', complaint: { is: 'missing', of: 'ID' }, usage: 'crew approve ID…' },
        { name: 'ask', complaint: { is: 'missing', of: 'TEXT' }, usage: 'crew ask TEXT' },
        { name: 'select', complaint: { is: 'missing', of: 'A|B|C' }, usage: 'crew select A|B|C [remark]' },
        { name: 'retry', complaint: { is: 'extra', word: 'now' }, usage: 'crew retry' },
      ),
      unknownTyped: each({ found: 'fxi', meant: 'fix' }, { found: 'deploy', meant: undefined }),
      notTaken: each({ name: 'list', word: '--all', usage: 'crew list' }),
      commentOnly: each({ name: 'review', on: 'pull' }, { name: 'quiet', on: 'issue' }),
      brokenConfig: each({
        file: '.github/crew.yml',
        problems: ['`fix.dratf`: unknown key', '`lang`: expected en or ja'],
      }),
    },
  ),
];
