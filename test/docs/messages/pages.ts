import { boardWords } from '../../../src/text/lang/board/index.js';
import { runWords } from '../../../src/text/lang/run/index.js';
import { table } from '../../../src/workflows/facilitate/rules/table.js';
import { each, type Part, part } from './samples.js';

const [FROM, TO] = ['2030-03-12T09:00:00Z', '2030-03-14T09:00:00Z'];

export const EVENTS = [
  ...['issue_created', 'issue_closed', 'issue_reopened', 'labeled', 'unlabeled', 'assigned', 'commented'],
  ...['commit_pushed', 'branch_linked', 'pr_opened', 'pr_ready', 'pr_reviewed', 'pr_merged', 'pr_closed'],
  ...['checks_finished', 'blocked_added', 'blocked_removed', 'agent_started', 'agent_ended', 'status_moved'],
];

const POINT = { at: FROM, health: 70, open: 9, blocked: 2, done: 3 };

export const pages: readonly Part[] = [
  part(
    { title: 'Board', file: 'src/text/lang/board/en.ts' },
    { en: boardWords('en'), ja: boardWords('ja') },
    {
      tally: each({ group: 'blocked', count: 2 }),
      issues: each(0, 9),
      headline: each(
        { issues: 0, tallies: [] },
        {
          issues: 9,
          tallies: [
            { group: 'blocked', count: 2 },
            { group: 'incomplete', count: 7 },
          ],
        },
      ),
      observed: each(FROM),
      observedAgo: [[FROM, TO]],
      rule: each(...table.map(({ rule }) => rule), 'unreadable'),
      ago: [
        [FROM, TO],
        [TO, TO],
      ],
      age: [
        [FROM, TO],
        [TO, TO],
      ],
      lasting: [
        [FROM, TO],
        [TO, TO],
      ],
      driftColumn: each('In Progress'),
      health: each<number | null>(70, null),
      healthSum: each(
        { blocked: 3, stale: 2, done: 9, closed: 5, due: 4, all: 24, sum: 42.5 },
        { blocked: 8, stale: 0, done: 0, closed: 0, due: 0, all: 9, sum: -20 },
      ),
      byAgent: each('editor'),
      commandPlace: each('#31'),
      next: each({ agent: 'Editor', issues: ['#2', '#3'] }, { agent: 'Editor', issues: [] }),
      nextCommand: each({ command: '`/crew fix`', on: ['#2', '#3'] }, { command: '`/crew fix`', on: [] }),
      nextByPerson: each<readonly string[]>(['#2'], []),
      score: each(0.73),
      quoted: each('the new API'),
      seen: each({ issues: 9, seen: 8 }),
      notWork: each([
        { kind: 'pull', count: 2 },
        { kind: 'draft', count: 1 },
        { kind: 'archived', count: 1 },
      ]),
      stale: each(3),
      more: each(3),
      waitsFor: each(['#2', '#3']),
      frees: each(['#4']),
      graphMore: each({ shown: 60, all: 286 }),
      drifted: each({ issue: '#4', board: '`Todo`', truth: 'in progress', since: FROM }),
      confidence: each(0.9),
      strength: each('closing', 'naming', 'mention'),
      written: each({ planned: 7, written: 5, deferred: 2 }, { planned: 0, written: 0, deferred: 0 }),
      cost: each({ requests: 3, graphqlPoints: 4, ms: 2100 }),
      agent: each(
        { name: 'Editor', capabilities: ['edit-code', 'write-tests'], inferred: true },
        { name: 'Helper', capabilities: [], inferred: false },
      ),
      nothingChanged: each(FROM),
      sinceLook: each(FROM),
      event: each(...EVENTS),
      happened: each(1, 3),
      by: each('maya'),
      running: each({ workflow: 'fix', run: '`fix-2-0123456789`' }),
      similar: each({ issue: '#4', to: '#2' }),
      trend: each({ bars: '▃▅▇', scans: 12, first: POINT, last: { ...POINT, health: 85, open: 7 } }),
    },
  ),
  part(
    { title: 'Run', file: 'src/text/lang/run/en.ts' },
    { en: runWords('en'), ja: runWords('ja') },
    {
      part: each('$0.04–$0.18', 'baseline', 'editor', 'loop-2', 'reproduction', 'no-new-tests', 'Verify'),
      took: each(12, 1500, 61_000, 3_600_000, 90_000_000, 200_000_000),
      since: each('2030-03-12 09:00 UTC'),
      startedAt: each('2030-01-02 03:04 UTC'),
      endedAt: each('2030-01-02 03:04 UTC'),
      lastStepAt: each('2030-01-02 03:04 UTC'),
      reproduced: each({ step: 'test', fails: true }, { step: 'test', fails: false }),
      lasted: each({ from: '2030-03-12 09:00 UTC', took: '1.5 s' }),
      spent: each({ usd: '$0.50', limit: '$2.00' }, { usd: '$0.50', limit: undefined }),
      left: each({ usd: '$0.50', left: '$1.50' }),
      estimated: each({ low: '$0.10', high: '$0.40' }),
      tokens: each({ input: '12k', cachedPercent: 91, out: '456' }),
      turn: each(3),
      turns: each(1, 3),
      failedCalls: each(2),
      again: each('4.0 s'),
      failedCall: each({ why: '529 overloaded', usd: '$0.10' }),
      stepTitle: each(
        'map',
        'verification baseline',
        'verification loop-1',
        'proof 1',
        'scout-a.108072 cites 1',
        'editor turn 1',
        'editor call 1.1',
      ),
      counters: each({ consecutive_failures: 1, total_verify_loops: 2, replans: 1 }),
      steps: each(3),
      earlier: each(7),
      more: each(7),
      leftOut: each('12,345'),
      lines: each(3),
      diffOf: each({ files: 2, added: 12, removed: 1, base: '`0a1b2c3`' }),
      signals: each<Parameters<ReturnType<typeof runWords>['signals']>[0]>(
        { is: 'answer' },
        { is: 'select', ids: 'A' },
        { is: 'approve', ids: 'p-1' },
        { is: 'reject', ids: 'p-1' },
        { is: 'continue' },
        { is: 'continue', usd: '$2.00' },
        { is: 'cancel' },
      ),
      reply: each(['`/crew approve p-1`', '`/crew reject p-1`']),
    },
  ),
];
