import type { Language } from '../../../src/text/lang/index.js';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import type { PublishRefusal } from '../../../src/workflows/fix/rules/publish-checks.js';
import type { Ending, Option, Statement } from '../../../src/workflows/fix/rules/statements.js';
import type { GateQuestion, Refusal } from '../../../src/workflows/fix/rules/workable.js';
import { PULL } from './pulls.js';
import { each, every, type Part, part, split } from './samples.js';

const RUN = 'fix-2-0123456789';
const [BASE, SHA] = ['0a1b2c3d4e5f6071', '5f4e3d2c1b0a9f8e7d6c'];
const VERIFY = 'verify-0123456789';

const statements = every<Statement>({
  changed: { is: 'changed', files: 2, added: 2, removed: 1, base: BASE, sha256: SHA },
  file: [
    { is: 'file', path: 'src/months.js', how: 'changed', added: 1, removed: 1, binary: false },
    { is: 'file', path: 'src/b.js', how: 'renamed', from: 'src/a.js', added: 0, removed: 0, binary: false },
  ],
  'more-files': { is: 'more-files', count: 3 },
  unchanged: { is: 'unchanged' },
  'diff-cut': { is: 'diff-cut', shown: 200, lines: 950, run: RUN },
  verified: { is: 'verified', run_id: VERIFY, ref: 'loop-1' },
  'no-worse': { is: 'no-worse', run_id: VERIFY, ref: 'loop-1', baseline: 'verify-9876543210' },
  red: { is: 'red', run_id: VERIFY, ref: 'loop-1' },
  unable: { is: 'unable', run_id: VERIFY, ref: 'loop-1' },
  'nothing-ran': { is: 'nothing-ran', run_id: VERIFY, ref: 'loop-1' },
  unverified: { is: 'unverified' },
  'changed-since': { is: 'changed-since', run_id: VERIFY },
  baseline: [
    { is: 'baseline', run_id: VERIFY, status: 'PASS' },
    { is: 'baseline', run_id: VERIFY, status: 'FAIL' },
    { is: 'baseline', run_id: VERIFY, status: 'INFRA_ERROR' },
  ],
  step: [
    {
      ...{ is: 'step', name: 'test', command: 'npm test', cwd: '.', status: 'FAIL', exit: 1, ended: 'exit', ms: 1500 },
      tests: { passed: 12, failed: 1, skipped: 2 },
    },
    {
      ...{ is: 'step', name: 'test', command: 'npm test', cwd: 'web', status: 'INFRA_ERROR', exit: null },
      ...{ ended: 'time-out', ms: 600_000, tests: null },
    },
    {
      ...{ is: 'step', name: 'test', command: 'go test', cwd: '.', status: 'INFRA_ERROR', exit: null },
      ...{ ended: 'not started', ms: 0, tests: null },
    },
  ],
  tests: [
    { is: 'tests', kind: 'fixed', names: ['ends in February'] },
    { is: 'tests', kind: 'broken', names: ['ends in February'] },
    { is: 'tests', kind: 'before', names: ['ends in February'] },
    { is: 'tests', kind: 'flaky', names: ['ends in February'] },
  ],
  untampered: { is: 'untampered' },
  tampered: { is: 'tampered', file: 'test/months.test.js', line: 4, kind: 'assertion-weakened' },
  reproduced: { is: 'reproduced', test: 'ends in February', file: 'test/months.test.js', base: VERIFY, head: VERIFY },
  unproven: { is: 'unproven' },
  'failed-run': { is: 'failed-run', run_id: VERIFY, ref: 'loop-1', artifacts: '.crew/verify/1' },
  smallest: { is: 'smallest', command: 'npm test', cwd: '.', exit: 1, run_id: VERIFY, log: '.crew/verify/1/test.log' },
  cost: { is: 'cost', usd: 0.03, limitUsd: 5, tokensIn: 12_345, tokensCached: 9000, tokensOut: 456 },
  loops: { is: 'loops', failed: 3, replans: 1 },
});

const LINK = `[\`${SHA.slice(0, 7)}\`](https://github.com/ann/shop/commit/${SHA})`;

const ends = every<Ending>({
  done: [
    { is: 'done', isProven: true },
    { is: 'done', isProven: false },
  ],
  planned: { is: 'planned' },
  stuck: { is: 'stuck' },
  'no-change': { is: 'no-change' },
  answered: [
    { is: 'answered', declined: 0, answered: 1 },
    { is: 'answered', declined: 2, answered: 1 },
    { is: 'answered', declined: 1, answered: 0 },
  ],
  'no-plan': { is: 'no-plan' },
  unable: [
    { is: 'unable', changed: true },
    { is: 'unable', changed: false },
  ],
  already: [true, false].map((isInTree) => ({
    ...{ is: 'already', test: 'ends in February', file: 'test/months.test.js' },
    isInTree,
  })),
  'editor-failed': { is: 'editor-failed' },
  partial: [
    { is: 'partial', changed: true },
    { is: 'partial', changed: false },
  ],
  'apply-failed': { is: 'apply-failed', changed: true },
  cancelled: [
    { is: 'cancelled', changed: true },
    { is: 'cancelled', changed: false },
  ],
});

const options = every<Option>({
  apply: { is: 'apply', hash: '5f4e3d2' },
  continue: [
    { is: 'continue', run: RUN, money: false },
    { is: 'continue', run: RUN, money: true },
  ],
  retry: { is: 'retry', run: RUN },
  show: { is: 'show', run: RUN },
  hint: { is: 'hint' },
  resolve: [
    { is: 'resolve', command: 'fix' },
    { is: 'resolve', command: 'plan' },
  ],
  'look-at-log': { is: 'look-at-log' },
  split: { is: 'split' },
  discard: { is: 'discard' },
});

const DONE = ['closed', 'merged', 'landed', 'approved', 'children-done'];

const CHECKS = ['green', 'pending', 'waits', 'none', 'unknown'] as const;

const TAKEN_BY_PULL: Refusal = { is: 'taken', issue: '#2', claim: { by: 'pull', ref: '#31' } };

const refusals = every<Refusal>({
  done: DONE.map((rule) => ({ is: 'done', issue: '#2', rule, by: rule === 'merged' ? ['#31'] : [] })),
  parent: { is: 'parent', issue: '#2', parts: ['#3', '#4'] },
  blocked: { is: 'blocked', issue: '#2', blockers: ['#3', '#4'], roots: ['#5'] },
  taken: [
    TAKEN_BY_PULL,
    { is: 'taken', issue: '#2', claim: { by: 'run', run: RUN } },
    { is: 'taken', issue: '#2', claim: { by: 'agent', agent: 'helper' } },
    { is: 'taken', issue: '#2', claim: { by: 'person', login: 'ann' } },
  ],
  untouchable: [
    { is: 'untouchable', what: 'workflow-files', says: 'edit ci.yml' },
    { is: 'untouchable', what: 'secrets', says: 'rotate the token' },
    { is: 'untouchable', what: 'releases', says: 'publish 1.0' },
    { is: 'untouchable', what: 'settings', says: 'protect main' },
  ],
  merged: { is: 'merged', pull: 31 },
  'nothing-open': [
    ...CHECKS.map((checks) => ({ is: 'nothing-open', pull: 31, base: 'main', checks, declined: [] }) as const),
    {
      ...{ is: 'nothing-open', pull: 31, base: 'main', checks: 'green' },
      declined: [
        { name: 'src/months.js:8', url: 'https://github.com/ann/shop/pull/31#discussion_r1' },
        { name: 'review', url: undefined },
      ],
    },
  ],
});

const questions = every<GateQuestion>({
  outsider: { is: 'outsider', pulls: [{ pull: '#31', by: 'bob' }] },
  vague: [
    { is: 'vague', why: 'nothing' },
    { is: 'vague', why: 'no-object' },
    { is: 'vague', why: 'no-symptom' },
    { is: 'vague', why: 'no-end' },
  ],
  untouchable: [
    { is: 'untouchable', what: 'workflow-files', says: 'the pipeline' },
    { is: 'untouchable', what: 'secrets', says: 'the token' },
    { is: 'untouchable', what: 'releases', says: 'the release' },
    { is: 'untouchable', what: 'settings', says: 'the settings' },
  ],
});

const refused = every<PublishRefusal>({
  protected: { is: 'protected', path: '.github/crew.yml' },
  'review-rules': { is: 'review-rules', path: '.github/workflows/ci.yml' },
  strange: { is: 'strange', path: '../x' },
  conflict: { is: 'conflict', path: 'src/cart.js' },
  link: { is: 'link', path: 'src/link' },
  'too-large': { is: 'too-large', bytes: 9_000_000 },
  'too-many': { is: 'too-many', files: 4000 },
  secret: { is: 'secret', kinds: ['aws-access-key'] },
  'files-differ': { is: 'files-differ' },
});

const fixOf = (lang: Language) => split(fixMessages(lang), ['thread']).others;
const threadOf = (lang: Language) => split(fixMessages(lang).thread, PULL).others;

export const fix: readonly Part[] = [
  part(
    { title: 'Fix: how it ended', file: 'src/workflows/fix/messages.en.ts' },
    { en: fixOf('en'), ja: fixOf('ja') },
    {
      end: ends,
      statement: statements,
      removedSentences: each(1, 3),
      option: [...options, [{ is: 'continue', run: RUN, money: true }, 'terminal']],
      within: each(['src/months.js', 'test/months.test.js']),
      price: each({ low: 0.04, high: 0.4 }),
      refused: [...refusals, [TAKEN_BY_PULL, 'plan']],
      question: questions,
    },
  ),
  part(
    { title: 'Fix: what was published', file: 'src/workflows/fix/messages.en.ts' },
    { en: threadOf('en'), ja: threadOf('ja') },
    {
      notice: each(
        { is: 'dependencies', file: 'package.json', names: ['left-pad'] },
        { is: 'install-scripts', file: 'package.json', names: ['postinstall'] },
        { is: 'permissions', file: '.github/workflows/ci.yml' },
      ),
      ready: each({ pull: 31, draft: false }, { pull: 31, draft: true }),
      added: each({ pull: 31, commit: LINK }, { pull: 31, commit: LINK, subject: 'add: name the constant' }),
      forbidden: each({ branch: 'crew/fix-2', compare: 'https://github.com/acme/shop/compare/crew/fix-2' }),
      unconfirmedTests: each(['ends in February']),
      notAdmitted: refused,
      moved: each({ branch: 'crew/fix-2' }),
      deleted: each({ branch: 'crew/fix-2' }),
      gone: each({ pull: 31, state: 'merged', isCrews: true }, { pull: 31, state: 'closed', isCrews: false }),
      wholeFails: each('2 tests broke'),
      neutralFor: { open: each(1, 2) },
      roundSubject: each(31),
      requestCounts: each(
        { done: 2, answered: 0, noChange: 0, declined: 0, unanswered: 0 },
        { done: 1, answered: 1, noChange: 1, declined: 1, unanswered: 1 },
      ),
      workOnUnanswered: each(1, 2),
      stillUndone: each(
        { isRoundDone: true, requests: [{ name: 'src/months.js:8', url: undefined }] },
        {
          isRoundDone: false,
          requests: [
            { name: 'src/months.js:8', url: undefined },
            { name: 'review', url: undefined },
          ],
        },
      ),
      requestReply: each(
        { is: 'done', commit: LINK, hasReason: true, unchanged: undefined },
        { is: 'done', commit: LINK, hasReason: true, unchanged: 'src/months.js' },
        { is: 'changed', commit: LINK, hasReason: true, unchanged: undefined },
        { is: 'no-change', commit: LINK, hasReason: true, unchanged: undefined },
        { is: 'declined', commit: LINK, hasReason: true, unchanged: undefined },
        { is: 'unanswered', commit: LINK, hasReason: true, unchanged: undefined },
      ),
      suggests: each({ count: 1, left: [] }, { count: 3, left: ['src/new.js'] }),
    },
  ),
];
