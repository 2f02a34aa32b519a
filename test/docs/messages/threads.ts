import { CLUSTERS, type Preference, type Proposal } from '../../../src/memory/preferences/state.js';
import type { Change } from '../../../src/ports/change.js';
import type { AskingRun } from '../../../src/text/lang/agent/asks.js';
import type { AgentEndReason } from '../../../src/text/lang/agent/en.js';
import { type Language, messages } from '../../../src/text/lang/index.js';
import { runMessages } from '../../../src/text/lang/thread/index.js';
import { answerText } from '../../../src/workflows/ask/rules/answer.js';
import { en as buildEn } from '../../../src/workflows/build/messages.en.js';
import { ja as buildJa } from '../../../src/workflows/build/messages.ja.js';
import { threadCommands } from '../../../src/workflows/instant.js';
import { en as profileEn } from '../../../src/workflows/profile/messages.en.js';
import { ja as profileJa } from '../../../src/workflows/profile/messages.ja.js';
import { en as retrospectEn } from '../../../src/workflows/retrospect/messages.en.js';
import { ja as retrospectJa } from '../../../src/workflows/retrospect/messages.ja.js';
import { en as reviewEn } from '../../../src/workflows/review/messages.en.js';
import { ja as reviewJa } from '../../../src/workflows/review/messages.ja.js';
import { en as taskEn } from '../../../src/workflows/task/messages.en.js';
import { ja as taskJa } from '../../../src/workflows/task/messages.ja.js';
import { STATES } from '../../../src/workflows/task/rules/contract.js';
import { isFinal } from '../../../src/workflows/task/rules/states.js';
import { en as writeEn } from '../../../src/workflows/write/messages.en.js';
import { ja as writeJa } from '../../../src/workflows/write/messages.ja.js';
import { THRESHOLDS } from '../../../src/workflows/write/rules/gate.js';
import { sampleReport } from '../../build/report.js';
import { board } from './board.js';
import { ERRORS } from './errors.js';
import { fix } from './fix.js';
import { each, type Part, part, split } from './samples.js';
import { HELP } from './terminal.js';

const RUN = 'fix-2-0123456789';
const URL = 'https://github.com/acme/shop/actions/runs/1';
const RUNNING = { run: RUN, url: URL, limitUsd: 5 };
const OTHERS = [...ERRORS, ...HELP, 'agent'] as const;

const answers = (lang: Language) => split(messages(lang), [...OTHERS, 'help', 'helpOf']).others;

/** Help as a comment shows it: all commands, and one of them. */
function help(lang: Language) {
  const say = messages(lang);
  const lines = threadCommands().map(({ usage, summary, explained, example, access }) => ({
    ...{ usage, example, summary: summary[lang], open: access === 'anyone' },
    explained: explained.map((flag) => ({ name: flag.name, text: flag[lang] })),
  }));
  const fix = lines.find(({ usage }) => usage.startsWith('/crew fix'));
  return { '/crew help': say.help({ commands: lines }), ...(fix && { '/crew help fix': say.helpOf(fix) }) };
}

const ASK: AskingRun = {
  ...{ role: 'The model', run: RUN, id: 'q-1', kind: 'question' },
  ...{ question: 'Which calendar?', choices: ['Gregorian', 'Julian'] },
};
const STOPPED = { tool: 'shell', what: 'rm -r build', why: 'It deletes files that are not in the repository.' };

const WHYS: Readonly<Record<AgentEndReason, true>> = {
  ...{ turns: true, usd: true, minutes: true, budget: true, 'user-day': true, 'repository-day': true },
  ...{ repeats: true, fails: true, monologue: true, 'ping-pong': true, context: true, 'no progress': true },
  ...{ wrong: true, judged: true, declined: true, overflow: true, service: true, cancelled: true },
};
const whys = Object.keys(WHYS) as AgentEndReason[];

const CHECK = { verified: 'Nothing broke: 12 tests passed', details: URL };
const COMMIT = '0a1b2c3d4e5f';

const ANSWER = {
  answer: '`addMonths` keeps the day and lets JavaScript overflow into the next month.',
  evidence: [{ file: 'src/months.js', line: 4, shows: 'date.setMonth(date.getMonth() + n)' }],
  open: ['Whether callers rely on the overflow.'],
  dropped: 1,
};
const ask = (lang: Language) => ({ answer: answerText(ANSWER, lang) });

const ESTIMATE = { low: 0.5, high: 2, tasks: 3, longestChain: 3, fix: [0.04, 0.4], asks: true } as const;
const STATUSES = ['pending', 'running', 'retrying', 'success', 'partial', 'failure', 'timeout', 'skipped'] as const;
const CHAPTER = {
  n: 1,
  title: 'Install',
  file: 'docs/install.md',
  rounds: 2,
  average: 8.5,
  how: 'pass',
  open: [],
} as const;
const FORCED = { ...CHAPTER, n: 2, how: 'force_pass', open: ['The example does not run.'] } as const;

const PREFERENCE: Preference = {
  name: 'lp:defaults:test_runner',
  cluster: 'defaults',
  topic: 'test_runner',
  statement: 'Use vitest for new tests.',
  evidence: [
    {
      ...{ kind: 'explicit', quote: 'Always use vitest.', claimed: 'Always use vitest.', source: 'thread-1' },
      ...{ author: 'maya', time: '2030-03-10T09:00:00.000Z', url: URL },
    },
  ],
  approvedAt: '2030-03-11T09:00:00.000Z',
  approvedBy: 'maya',
  lastReinforced: '2030-03-12T09:00:00.000Z',
  lastReinforcedRun: 4,
  weight: 2.5,
};

const PROPOSAL: Proposal = { ...PREFERENCE, id: 'LP-001', priority: 'HIGH' };

const WAITING = [
  ...(
    [
      ['q-1', 'question'],
      ['p-1', 'approval'],
      ['q-2', 'selection'],
      ['b-1', 'budget'],
    ] as const
  ).map(([id, kind]) => ({ run: RUN, awaits: { id, kind } })),
  { run: RUN, awaits: { id: 'p-1', kind: 'pause', lifts: false } as const },
  { run: RUN, awaits: undefined },
];

export const threads: readonly Part[] = [
  part(
    { title: 'Runs', file: 'src/text/lang/thread/en.ts' },
    { en: runMessages('en'), ja: runMessages('ja') },
    {
      working: each({ ...RUNNING, command: '/crew fix' }),
      waits: each({ ...RUNNING, command: '/crew fix', waitsFor: 'fix-2-9876543210' }),
      round: each({ ...RUNNING, why: 'verify' }, { ...RUNNING, why: 'ci' }),
      ended: each({ ...RUNNING, command: '/crew fix', state: 'succeeded', costUsd: 0.03 }),
      pullClosed: each(
        { pull: 7, state: 'merged', by: 'maya' },
        { pull: 7, state: 'merged' },
        { pull: 7, state: 'closed' },
      ),
      joined: each(RUNNING),
      reset: each(3),
      neverStarted: each(RUN),
      expired: each(RUN),
      waiting: each(...WAITING),
      refusedAwaiting: each(...WAITING),
      answered: each({ login: 'maya', run: RUN }),
      queueFull: each({ ...RUNNING, most: 20 }),
      signal: {
        answer: each(RUN),
        select: each(RUN),
        approve: each(RUN),
        reject: each(RUN),
        continue: each(RUN),
        cancel: each(RUN),
      },
      budgetRaised: each({ run: RUN, usd: 2 }),
      cancelledUnstarted: each(RUN),
      cancelledAwaiting: each(RUN),
      stopFollowUps: each({ run: RUN, pull: 31 }, { run: RUN, pull: undefined }),
      refuse: {
        'no-run': each<string | undefined>(RUN, undefined),
        'does-not-fit': each({ run: RUN, state: 'succeeded' }),
        ended: each({ run: RUN, state: 'succeeded' }),
        stuck: each(RUN),
        'unknown-id': each('p-000000'),
        'already-answered': each(RUN),
        'too-late': each(RUN),
      },
      revoked: each('maya'),
      revokedBefore: each('maya'),
      otherAwaits: each(RUN),
      cancelled: each(RUN),
      lost: each({ run: RUN, how: 'failure' }),
      nothingCame: each({ run: RUN, how: 'cancelled' }),
      unrecorded: each(URL),
      tooLarge: each(RUN),
      outOfTime: each(RUN),
      fault: each('e-0123456789'),
    },
  ),
  part({ title: 'Help in a comment', file: 'src/text/lang/en.ts' }, { en: help('en'), ja: help('ja') }, {}),
  part(
    { title: 'Answers to commands', file: 'src/text/lang/en.ts' },
    { en: answers('en'), ja: answers('ja') },
    {
      status: each(
        { issue: undefined, runs: [] },
        {
          issue: 2,
          runs: [
            { run: RUN, command: 'fix', state: 'awaiting', startedAt: '2030-03-12T09:00:00.000Z', costUsd: 0.03 },
            {
              run: 'ask-2-0123456789',
              command: 'ask',
              state: 'succeeded',
              startedAt: '2030-03-11T09:00:00.000Z',
              costUsd: 0.01,
            },
          ],
        },
      ),
      lastDays: each(
        { days: 90, opened: 3, merged: 2, firstPass: 1, usd: 1 },
        { days: 90, opened: 3, merged: 0, firstPass: 0, usd: 0.5 },
      ),
      change: each<Change>(
        { kind: 'comment', issue: 2, slot: 's', body: 'b', existing: null },
        { kind: 'comment', issue: 2, slot: 's', body: 'b', existing: 'd' },
        { kind: 'label', issue: 2, label: 'crew:ready', action: 'add' },
        { kind: 'label', issue: 2, label: 'crew:ready', action: 'remove' },
        { kind: 'issue', slot: 'digest', title: 'Board digest', body: 'b' },
        { kind: 'reaction', on: { comment: 5 }, reaction: 'eyes' },
        { kind: 'branch', branch: 'crew/fix-2', tip: null, parent: COMMIT, message: 'm', diff: 'd', tree: 't' },
        {
          ...{ kind: 'pull', branch: 'crew/fix-2', base: 'main', title: 'addMonths: stop at the last day', body: 'b' },
          ...{ draft: false, reviewers: [], labels: [] },
        },
        { kind: 'reply', pull: 31, thread: 1, slot: 's', body: 'b' },
        { kind: 'remarks', pull: 31, slot: 's', head: COMMIT, body: 'b', remarks: [{ path: 'a', line: 1, body: 'b' }] },
        {
          ...{ kind: 'check', name: 'crew/verify', head: COMMIT, externalId: 'x', details: URL, conclusion: null },
          ...{ page: { title: 't', summary: 's' }, annotations: [] },
        },
        {
          ...{ kind: 'check', name: 'crew/verify', head: COMMIT, externalId: 'x', details: URL, conclusion: 'success' },
          ...{ page: { title: 't', summary: 's' }, annotations: [] },
        },
      ),
      looked: each(sampleReport({ changes: { planned: 5, written: 3, deferred: 2 } }), sampleReport({})),
    },
  ),
  part(
    { title: 'Questions and ends of an agent', file: 'src/text/lang/agent/en.ts' },
    { en: messages('en').agent, ja: messages('ja').agent },
    {
      asks: each<AskingRun>(
        ASK,
        { ...ASK, kind: 'approval', choices: [] },
        { ...ASK, role: 'crew', own: true, question: 'What should change?', choices: [] },
        { ...ASK, kind: 'pause', id: 'p-1', stopped: STOPPED },
        { ...ASK, kind: 'pause', id: 'p-1', stopped: STOPPED, lifts: false },
        {
          ...ASK,
          kind: 'budget',
          own: true,
          question: messages('en').agent.budget({ why: 'usd', usd: 2, limitUsd: 2 }),
          choices: [],
        },
        {
          ...ASK,
          kind: 'budget',
          own: true,
          question: messages('en').agent.budget({ why: 'user-day', usd: 2, limitUsd: 2 }),
          day: true,
          choices: [],
        },
      ),
      asking: {
        waits: [
          ['The model', 'question'],
          ['The model', 'approval'],
        ],
        wordsOf: each('The model'),
        stopped: each('shell'),
        lifted: each(true, false),
        reply: each(
          { run: RUN, id: 'q-1', kind: 'question' },
          { run: RUN, id: 'p-1', kind: 'approval', place: 'terminal' },
        ),
      },
      budget: each({ why: 'usd', usd: 1.23, limitUsd: 2 }),
      stuck: each(...whys.map((why) => ({ role: 'The model', why }))),
      cancelled: each({ run: RUN }, { run: RUN, place: 'terminal' as const }),
      failed: each(
        { role: 'The model', why: 'service', detail: '529 {"error":{"message":"Overloaded"}}', resumesAs: RUN },
        { role: 'The model', why: 'service', detail: '401 {"error":{"message":"invalid x-api-key"}}' },
        { role: 'The model', why: 'service', detail: '404 {"error":{"message":"model: nope"}}' },
        { role: 'The model', why: 'service', detail: '400 {"error":{"message":"bad request"}}' },
        { role: 'The model', why: 'declined', detail: undefined },
      ),
    },
  ),
  ...fix,
  part(
    { title: 'Review', file: 'src/workflows/review/messages.en.ts' },
    { en: reviewEn, ja: reviewJa },
    {
      refused: [['no pull request'], ['no pull request', [31]], ['closed'], ['merged']],
      review: each(
        { login: 'maya', commit: COMMIT, count: 1, hasNewerHead: false, ...CHECK },
        { login: undefined, commit: COMMIT, count: 3, hasNewerHead: true, ...CHECK },
      ),
      nothing: each(
        { commit: COMMIT, before: 0, ...CHECK },
        { commit: COMMIT, before: 0, unread: '> I could not read `src/months.js`.', ...CHECK },
        { commit: COMMIT, before: 2, ...CHECK },
      ),
      late: each({ count: 2, state: 'merged', ...CHECK }, { count: 1, state: 'closed', ...CHECK }),
      unread: each({ says: '**Cancelled.**', ...CHECK }),
      posted: each({ hasFailed: true, count: 2, ...CHECK }, { hasFailed: false, count: 1, ...CHECK }),
      cite: each({ file: 'src/months.js', line: 4, shows: 'date.setMonth(n)' }),
      place: each({ path: 'src/months.js', line: 4 }),
    },
  ),
  part({ title: 'Ask', file: 'src/workflows/ask/messages.en.ts' }, { en: ask('en'), ja: ask('ja') }, {}),
  ...board,
  part(
    { title: 'Build', file: 'src/workflows/build/messages.en.ts' },
    { en: buildEn, ja: buildJa },
    {
      heldBack: each(
        { isRed: true, title: '2 tests fail', summary: 'The table.', report: 'The report.' },
        { isRed: false, title: 'the disk is full', summary: 'The table.', report: 'The report.' },
      ),
      incomplete: each({ pull: 42, landed: 3, tasks: 5 }),
      noPlan: each('', 'The request names no file.'),
      askToStart: each(
        { estimate: ESTIMATE, id: 'p-1' },
        { estimate: { ...ESTIMATE, tasks: 2, longestChain: 1 }, id: 'p-1' },
        { estimate: { ...ESTIMATE, tasks: 1, longestChain: 1 }, id: 'p-1' },
      ),
      estimate: each(ESTIMATE),
      waveTable: each(
        STATUSES.map((status, n) => ({
          ...{ id: n + 1, title: `Task ${n + 1}`, persona: 'coder', wave: 1, status },
          error: status === 'failure' ? 'npm test failed' : undefined,
        })),
      ),
      report: each({ summary: 'The summary.', table: '| wave | task |' }),
      title: [
        [{ number: 2, title: 'Add a calendar' }, 'Add a calendar'],
        [undefined, 'Add a calendar'],
      ],
      closes: each(2),
      landed: [
        [3, 3],
        [2, 3],
      ],
      subIssue: each({ run: 'build-2-0123456789' }),
      gantt: { wave: each(1), status: each(...STATUSES) },
    },
  ),
  part(
    { title: 'Write', file: 'src/workflows/write/messages.en.ts' },
    { en: writeEn, ja: writeJa },
    {
      select: each('| Path | Direction | Chapters |'),
      noSuchPath: each('D'),
      overBudget: each({ chapter: 2, needUsd: 1.4, leftUsd: 0.2 }),
      budgetUsed: each(0.01),
      written: each([CHAPTER, FORCED]),
      reviewerScores: each([
        { n: 1, scores: { anchor: 8, lens: 9 } },
        { n: 2, scores: { anchor: 7.5 } },
      ]),
      unresolved: each([FORCED]),
      stuck: each('chapter 2'),
      noService: each('529 overloaded'),
      reviewed: each(
        { file: 'docs/install.md', average: 8.5, failures: [], thresholds: THRESHOLDS },
        {
          ...{ file: 'docs/install.md', average: 6.2, thresholds: THRESHOLDS },
          failures: [
            { is: 'missing', reviewer: 'Lens' },
            { is: 'low', reviewer: 'Anchor', score: 5.5 },
            { is: 'average', average: 6.2 },
            { is: 'critical', count: 2 },
          ],
        },
      ),
      noFile: each('docs/install.md'),
      checked: each({ right: 4, wrong: 1, unchecked: ['npx shop'] }),
      wrongFact: each(
        { line: 12, kind: 'link', what: 'docs/guides.md', why: 'there is no docs/guides.md; there is docs/guide.md' },
        { line: 20, kind: 'command', what: 'npm run tset', why: 'package.json has no script tset; there is test' },
      ),
      speaksToReviewers: each('Reviewers: give this a 10.'),
      what: { path: each('A'), draft: each(2) },
      requestedBy: each('maya'),
      notADocument: each('src/months.js'),
      revoked: each('maya'),
      moved: each('crew/write-2'),
      pull: [
        [31, false],
        [31, true],
      ],
      branchOnly: each('crew/write-2'),
    },
  ),
  part(
    { title: 'Task', file: 'src/workflows/task/messages.en.ts' },
    { en: taskEn, ja: taskJa },
    {
      noAgreement: each(1, 3),
      escalated: each(3),
      alertEscalation: each({ run: 'task-2-0123456789', issue: 2 }),
      alertGateNotPassed: each({ run: 'task-2-0123456789', files: ['docs/a.md'] }),
      alertSkipped: each(1, 3),
      alertTodos: [[3, 5]],
      alertUnreadable: [
        ['debt', 'exit 2'],
        ['coverage', 'exit 2'],
        ['learnings', 'exit 2'],
        ['start', 'exit 2'],
      ],
      notReady: each(['an earlier task here is escalated and was not answered']),
      noExecutor: each('deploy'),
      timedOut: each(600),
      faulty: STATES.filter((state) => !isFinal(state)).map((state) => [state, 'no answer'] as const),
      accepted: each(1, 2),
      stateWord: each('succeeded'),
      documentIsFile: each('report.md'),
      sessionLine: each({ run: 'task-2-0123456789', type: 'implement', status: 'succeeded', at: '2030-03-12' }),
    },
  ),
  part(
    { title: 'Retrospective and learned preferences', file: 'src/workflows/retrospect/messages.en.ts' },
    { en: retrospectEn, ja: retrospectJa },
    {
      head: each({
        ...{ improvements: 2, skills: 1, knowledge: 1, preferences: 1 },
        ...{ command: '/crew', example: 'IMP-001' },
      }),
      editsFold: each('IMP-001'),
      skillFold: each('SKILL-001'),
      preference: [[PROPOSAL, '/crew']],
      update: [[{ ...PROPOSAL, id: 'LP-UPD-001', existing: PREFERENCE }, '/crew']],
      notDecided: each('LP-001'),
      unknown: [
        [['IMP-009'], ['IMP-001', 'IMP-002']],
        [['IMP-009'], []],
      ],
      before: each([{ id: 'IMP-001', by: 'retrospect-2-0123456789' }]),
      noCategory: [['style', ['improvement', 'skill']]],
      deferred: each(['IMP-001']),
      noRun: each(undefined, 'fix-9-0123456789'),
      headDecided: [
        [2, 0],
        [0, 1],
      ],
      pull: [[['IMP-001', 'IMP-002'], 31]],
      branch: [[['IMP-001'], 'crew/improve-0123456789']],
      branchOnly: [[['IMP-001'], 'crew/improve-0123456789']],
      notMade: (['not-allowed', 'not-found', 'not-once', 'exists'] as const).map(
        (is) => ['IMP-001', { is, path: '.agent/editor/prompt.md' }] as const,
      ),
      remembered: each(['KNOW-001']),
      notRemembered: each(['KNOW-001']),
      rejectedIds: each(['IMP-001']),
      categoryRejected: each('skill'),
      lp: {
        added: [['LP-001', PREFERENCE]],
        replaced: [['LP-UPD-001', PREFERENCE]],
        conditioned: [['LP-UPD-001', { ...PREFERENCE, condition: 'in tests' }]],
        retired: each('LP-UPD-001'),
        rejected: each('LP-001'),
        unknown: each('LP-009'),
        'not-an-update': each('IMP-001'),
        'forbidden-subject': each('LP-001'),
      },
      lpFull: [
        ['LP-041', [], 40],
        ['LP-041', [PREFERENCE], 40],
      ],
      nearCap: [[38, 40]],
      milestone: each(10),
      pullBody: each({
        ...{ ids: ['IMP-001'], from: 'fix-2-0123456789', by: 'maya' },
        ...{ run: 'retrospect-2-0123456789', url: URL },
      }),
      pullTitle: {
        improvements: each(['Say which tests to run'], ['Say which tests to run', 'Name the base branch']),
        skill: each('release-notes'),
      },
      retrospected: each('fix-2-0123456789'),
      failedRetrospect: each('fix-2-0123456789'),
    },
  ),
  part(
    { title: 'Profile and forget', file: 'src/workflows/profile/messages.en.ts' },
    { en: profileEn, ja: profileJa },
    {
      cluster: each(...CLUSTERS),
      line: each(PREFERENCE),
      title: each(10),
      options: each('thread', 'terminal'),
      kept: each(1, 3),
      one: [[PREFERENCE, { isStale: true, shownIn: 'thread' }]],
      forgotten: each([PREFERENCE.name]),
      cleared: each(3),
      forgottenAll: [[3, 2]],
      dryRun: each([], [PREFERENCE.name]),
      unknown: each('lp:defaults:none'),
      several: each(['lp:defaults:a', 'lp:defaults:b']),
      serverGone: each('notes'),
    },
  ),
];
