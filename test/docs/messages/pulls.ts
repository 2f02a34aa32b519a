import { fixMessages } from '../../../src/workflows/fix/messages.js';
import type { RecordedRequest } from '../../../src/workflows/fix/rules/rounds.js';
import { each, type Part, part, split } from './samples.js';

export const PULL = [
  'columns',
  'passed',
  'failed',
  'failedTests',
  'passedTests',
  'didNotRun',
  'isNew',
  'fails',
  'failsWithout',
  'cannotLoad',
  'passes',
  'requestedBy',
  'costs',
  'details',
  'explanation',
  'record',
  'draftFor',
  'concern',
  'draftOver',
  'laterCommits',
  'requestColumns',
  'request',
  'requestResult',
  'noChecks',
  'notAsked',
] as const;

const RUN_PAGE = 'https://github.com/acme/shop/actions/runs/7';

const REQUEST: RecordedRequest = {
  ...{ from: 'thread', id: 7, path: 'src/months.js', line: 12, by: 'maya', asked: 'Give the constant a name.' },
  ...{ is: 'done', text: 'The constant is LAST_DAY now.' },
};

const of = (lang: 'en' | 'ja') => split(fixMessages(lang).thread, PULL).these;

export const pulls: readonly Part[] = [
  part(
    { title: 'Pull request of a fix', file: 'src/workflows/fix/messages.en.ts' },
    { en: of('en'), ja: of('ja') },
    {
      failedTests: each(2),
      passedTests: each(7),
      requestedBy: each('maya'),
      costs: each(
        [{ usd: 0.03, limitUsd: 5, url: RUN_PAGE }],
        [{ usd: 0.03, url: RUN_PAGE }],
        [
          { usd: 0.03, limitUsd: 5, url: RUN_PAGE },
          { usd: 0.04, limitUsd: 5, url: RUN_PAGE },
        ],
      ),
      laterCommits: each(['test: a month of 30 days', 'add: name the constant']),
      request: each(REQUEST, { ...REQUEST, from: 'review', path: undefined, line: undefined }),
      requestResult: each(
        REQUEST,
        { ...REQUEST, isElsewhere: true },
        { ...REQUEST, is: 'no-change', text: 'The table has no such row.' },
        { ...REQUEST, is: 'no-change', isQuestion: true, text: 'It is the last day of the month.' },
        { ...REQUEST, is: 'declined', text: 'The name is part of the public interface.' },
        { ...REQUEST, is: 'changed', text: '' },
        { ...REQUEST, is: 'unanswered', text: '' },
      ),
      record: each(
        {
          run: 'fix-2-0123456789',
          base: '0a1b2c3d4e5f',
          sha256: '5f4e3d2c1b0a',
          weakened: 0,
          verification: 'verified',
        },
        {
          run: 'fix-2-0123456789',
          base: '0a1b2c3d4e5f',
          sha256: '5f4e3d2c1b0a',
          weakened: 1,
          verification: 'no-checks',
        },
        {
          run: 'fix-2-0123456789',
          base: '0a1b2c3d4e5f',
          sha256: '5f4e3d2c1b0a',
          weakened: 0,
          verification: 'documentation',
        },
      ),
      notAsked: each(['ann', 'bob']),
    },
  ),
];
