import { fixMessages } from '../../../src/workflows/fix/messages.js';
import { each, type Part, part, split } from './samples.js';

export const PULL = [
  'columns',
  'passed',
  'failed',
  'failedTests',
  'didNotRun',
  'isNew',
  'fails',
  'cannotLoad',
  'passes',
  'requestedBy',
  'costs',
  'details',
  'explanation',
  'record',
  'draftFor',
  'noChecks',
  'notAsked',
] as const;

const of = (lang: 'en' | 'ja') => split(fixMessages(lang).thread, PULL).these;

export const pulls: readonly Part[] = [
  part(
    { title: 'Pull request of a fix', file: 'src/workflows/fix/messages.en.ts' },
    { en: of('en'), ja: of('ja') },
    {
      failedTests: each(2),
      requestedBy: each('maya'),
      costs: each({ usd: 0.03, limitUsd: 5 }, { usd: 0.03, limitUsd: undefined }),
      record: each(
        { run: 'fix-2-0123456789', base: '0a1b2c3d4e5f', sha256: '5f4e3d2c1b0a', weakened: 0 },
        { run: 'fix-2-0123456789', base: '0a1b2c3d4e5f', sha256: '5f4e3d2c1b0a', weakened: 1 },
      ),
      notAsked: each(['ann', 'bob']),
    },
  ),
];
