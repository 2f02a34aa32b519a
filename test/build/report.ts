// A believable report: the board of a small library for dates, with something of everything that a report can hold.
import type { Assessment, BoardEvent, IssueNumber, Report, State, Suggestion } from '../../src/ports/report.js';

export const HOME = 'https://github.com/acme/tidy-dates';

type Given = Pick<Assessment, 'issue' | 'title' | 'state' | 'rule'> & Partial<Assessment>;

/** An assessment; what is not given is quiet. */
export const assessment = (given: Given): Assessment => ({
  evidence: [],
  links: [],
  blockers: [],
  frees: [],
  freshness: 'recent',
  confidence: 0.75,
  whyNot: [],
  recommendation: '',
  ...given,
});

const waitsFor = (issue: IssueNumber, root = true) => ({ issue, source: 'dependency', open: true, root });

const assessments: readonly Assessment[] = [
  assessment({
    issue: 2,
    title: 'addMonths skips February when the day does not exist there',
    state: 'review_pending',
    rule: 'in-review',
    evidence: ['acme/tidy-dates#31 is ready for review (maya, 2030-03-14T08:10:00Z)'],
    links: [{ kind: 'pull', ref: 'acme/tidy-dates#31', strength: 'closing' }],
    frees: [3, 9],
    freshness: 'active',
    confidence: 0.9,
    whyNot: ['done: an approval of #31', 'in_progress: a request for changes on #31'],
    recommendation: 'Review #31.',
    requiredCapability: 'review-action',
  }),
  assessment({
    issue: 3,
    title: 'Add addYears',
    state: 'blocked',
    rule: 'blocked',
    freshness: 'stale',
    confidence: 0.6,
    evidence: ['waits for acme/tidy-dates#2 (2030-03-01T09:00:00Z)'],
    blockers: [waitsFor(2)],
    frees: [8],
    whyNot: ['incomplete: #2 is closed or merged'],
    recommendation: '#2 comes first.',
  }),
  assessment({
    issue: 9,
    title: 'Leap seconds | <b>really?</b>',
    state: 'blocked',
    rule: 'blocked-after',
    evidence: ['waits for acme/tidy-dates#2 (2030-03-12T09:00:00Z)'],
    blockers: [
      waitsFor(2),
      { external: 'the answer of the standards committee', source: 'text', open: true, root: true },
    ],
    freshness: 'stale',
    confidence: 0.6,
    whyNot: ['in_progress: nothing blocks it any more'],
    recommendation: 'Somebody should ask the committee.',
  }),
  assessment({
    issue: 8,
    title: 'What is left for 1.0',
    state: 'blocked',
    rule: 'blocked',
    evidence: ['waits for acme/tidy-dates#3 (2030-03-02T09:00:00Z)'],
    blockers: [waitsFor(3, false), { issue: 1, source: 'text', open: false, root: false }],
  }),
  assessment({
    issue: 14,
    title: 'Move parsing behind the formatter',
    state: 'blocked',
    rule: 'blocked',
    freshness: 'stale',
    confidence: 0.6,
    evidence: ['waits for acme/tidy-dates#15 (2030-03-05T09:00:00Z)'],
    blockers: [waitsFor(15, false)],
    frees: [15],
  }),
  assessment({
    issue: 15,
    title: 'Move the formatter behind parsing',
    state: 'blocked',
    rule: 'blocked',
    freshness: 'stale',
    confidence: 0.6,
    evidence: ['waits for acme/tidy-dates#14 (2030-03-05T09:00:00Z)'],
    blockers: [waitsFor(14, false)],
    frees: [14],
  }),
  assessment({
    issue: 5,
    title: 'format() で「YYYY年M月D日」と書けるようにしたい',
    state: 'in_progress',
    rule: 'started',
    evidence: ['3 commits on crew/issue-5 (noah, 2030-03-13T17:45:00Z)'],
    links: [{ kind: 'branch', ref: 'crew/issue-5', strength: 'naming' }],
    freshness: 'active',
    confidence: 0.72,
    whyNot: ['review_pending: a pull request of crew/issue-5 that is no draft'],
    recommendation: 'Continue on crew/issue-5.',
    requiredCapability: 'issue-action',
  }),
  assessment({
    issue: 6,
    title: 'startOfWeek, with Monday or Sunday',
    state: 'in_progress',
    rule: 'checks-failing',
    evidence: ['test (node 20) failed on acme/tidy-dates#29 (2030-03-11T06:00:00Z)'],
    links: [{ kind: 'pull', ref: 'acme/tidy-dates#29', strength: 'closing' }],
    confidence: 0.75,
  }),
  assessment({
    issue: 7,
    title: 'Say in the README what a date is',
    state: 'incomplete',
    rule: 'untouched',
    requiredCapability: 'issue-action',
    whyNot: ['in_progress: a branch, a draft or a run'],
    recommendation: 'Anybody can start.',
  }),
  assessment({
    issue: 4,
    title: 'Dates are sometimes off 🕰️ @everyone',
    state: 'incomplete',
    rule: 'interrupted',
    evidence: ['acme/tidy-dates#18 was closed without a merge (sam, 2030-02-01T10:00:00Z)'],
    links: [{ kind: 'pull', ref: 'acme/tidy-dates#18', strength: 'naming' }],
    freshness: 'stale',
    confidence: 0.48,
  }),
  assessment({
    issue: 11,
    title: 'Drop the default export',
    state: 'done',
    rule: 'merged',
    evidence: ['acme/tidy-dates#27 was merged as 9f2c1ab (maya, 2030-03-10T12:00:00Z)'],
    links: [
      { kind: 'pull', ref: 'acme/tidy-dates#27', strength: 'closing' },
      { kind: 'commit', ref: '9f2c1ab', strength: 'closing' },
    ],
    confidence: 1,
    recommendation: 'Close it: the work is on main.',
  }),
  assessment({
    issue: 12,
    title: 'Publish the types with the package',
    state: 'done',
    rule: 'approved',
    evidence: ['acme/tidy-dates#30 is approved (maya, 2030-03-13T20:00:00Z)'],
    links: [{ kind: 'pull', ref: 'acme/tidy-dates#30', strength: 'closing' }],
    freshness: 'active',
    confidence: 1,
    recommendation: 'Merge #30.',
  }),
  assessment({
    issue: 'acme/calendar#40',
    title: 'Use tidy-dates for the week view',
    state: 'unknown',
    rule: 'unreadable',
    evidence: ['missing: issue acme/calendar#40 children'],
    confidence: 0.4,
    recommendation: 'Let crew read acme/calendar.',
  }),
  assessment({ issue: 1, title: 'A first release', state: 'done', rule: 'closed', freshness: 'stale', confidence: 1 }),
  assessment({ issue: 10, title: 'Tests run on Windows', state: 'done', rule: 'closed', confidence: 1 }),
];

const event = (time: string, type: string, issue: IssueNumber, by?: string): BoardEvent => ({ time, type, issue, by });

const events: readonly BoardEvent[] = [
  event('2030-01-07T10:00:00Z', 'issue_closed', 1, 'maya'),
  event('2030-02-01T10:00:00Z', 'pr_closed', 4, 'sam'),
  event('2030-03-01T09:00:00Z', 'blocked_added', 3, 'maya'),
  event('2030-03-05T09:00:00Z', 'blocked_added', 14, 'noah'),
  event('2030-03-05T09:02:00Z', 'blocked_added', 15, 'noah'),
  event('2030-03-09T11:00:00Z', 'commented', 8, 'maya'),
  event('2030-03-10T12:00:00Z', 'pr_merged', 11, 'maya'),
  event('2030-03-11T06:00:00Z', 'checks_finished', 6),
  event('2030-03-12T15:30:00Z', 'issue_created', 7, 'sam'),
  event('2030-03-13T17:45:00Z', 'commit_pushed', 5, 'noah'),
  event('2030-03-13T20:00:00Z', 'pr_reviewed', 12, 'maya'),
  event('2030-03-14T08:10:00Z', 'pr_ready', 2, 'maya'),
];

export const suggestion = (given: Partial<Suggestion> & Pick<Suggestion, 'command' | 'description'>): Suggestion => ({
  agent: 'none',
  priority: 'medium',
  score: 0.5,
  rationale: '',
  addends: { urgency: 0.15, capability: 0.15, priority: 0.1, freshness: 0.05, change: 0.05 },
  ...given,
});

const suggestions: readonly Suggestion[] = [
  suggestion({
    agent: 'reviewer',
    command: 'npx agents run reviewer --issue 2',
    description: 'Review the pull request for #2',
    priority: 'high',
    score: 0.915,
    rationale: 'It waits for review, and it frees #3 and #9.',
    issue: 2,
    addends: { urgency: 0.3, capability: 0.215, priority: 0.16, freshness: 0.15, change: 0.09 },
  }),
  suggestion({
    command: 'gh pr merge 30 --repo acme/tidy-dates',
    description: 'Merge what is approved',
    priority: 'high',
    score: 0.7,
    rationale: 'Nothing but a click is missing.',
    issue: 12,
    addends: { urgency: 0.25, capability: 0.15, priority: 0.1, freshness: 0.15, change: 0.05 },
  }),
  suggestion({
    command: 'gh issue close 11 --repo acme/tidy-dates',
    description: 'Close what is merged',
    score: 0.55,
    issue: 11,
    addends: { urgency: 0.2, capability: 0.15, priority: 0.1, freshness: 0.05, change: 0.05 },
  }),
  suggestion({
    agent: 'iterator',
    command: '/crew fix --scope README.md Say what a date is, and what it is not',
    description: 'Begin the README',
    score: 0.5,
    rationale: 'Nothing holds it up.',
    issue: 7,
  }),
];

const agents = [
  {
    name: 'iterator',
    displayName: 'Iterator',
    description: 'Works on issues.',
    parameters: {},
    capabilities: ['issue-action'],
  },
  {
    name: 'reviewer',
    displayName: 'Reviewer',
    description: 'Reviews pull requests.',
    parameters: {},
    capabilities: ['review-action'],
    inferred: true as const,
  },
];

/** The report of one look; what is given stands instead. */
export function sampleReport(given: Partial<Report> = {}): Report {
  return {
    observedAt: '2030-03-14T09:00:00Z',
    previousAt: '2030-03-13T09:00:00Z',
    complete: false,
    completion: { registry: true, states: false, next: true, actions: true },
    coverage: {
      issues: 16,
      seen: 15,
      missing: [{ what: 'one item of the board', why: 'crew may not read the repository that it belongs to' }],
      notIssues: [
        { what: 'acme/tidy-dates#31', kind: 'pull' },
        { what: 'Ideas for the summer', kind: 'draft' },
        { what: 'acme/tidy-dates#30', kind: 'pull' },
      ],
    },
    registry: {
      agents,
      discoveredAt: '2030-03-14T09:00:00Z',
      problems: [{ path: '.agent/painter/agent.json', message: 'it is no JSON object' }],
    },
    events,
    assessments,
    actions: [{ action: 'label', issue: 7, body: 'Nothing holds it up.', label: 'crew:ready' }],
    recommendation: {
      nextAgent: 'reviewer',
      targetIssues: [2],
      reason: '#2 waits for review, and two others wait for it.',
      availableAgents: ['iterator', 'reviewer'],
      suggestions,
    },
    health: { statesClear: false, nextClear: true, blockersVisible: true, workable: true, score: null },
    drift: [
      { issue: 11, board: 'In progress', truth: 'done', since: '2030-03-10T12:00:00Z' },
      { issue: 5, board: 'Todo', truth: 'in_progress', since: '2030-03-13T17:45:00Z' },
    ],
    cycles: [[14, 15]],
    turns: [],
    changes: { planned: 5, written: 4, deferred: 1 },
    cost: { requests: 6, graphqlPoints: 9, ms: 2140 },
    ...given,
  };
}

/** A board of which there is nothing to say but that one issue can be begun. */
export const quietReport = (): Report =>
  sampleReport({
    previousAt: null,
    complete: true,
    coverage: { issues: 1, seen: 1, missing: [], notIssues: [] },
    registry: { agents, discoveredAt: '2030-03-14T09:00:00Z', problems: [] },
    events: [],
    assessments: [assessment({ issue: 7, title: 'Say what a date is', state: 'incomplete', rule: 'untouched' })],
    recommendation: { nextAgent: 'none', targetIssues: [], reason: '', availableAgents: [], suggestions: [] },
    health: { statesClear: true, nextClear: true, blockersVisible: true, workable: true, score: 100 },
    drift: [],
    cycles: [],
    changes: { planned: 0, written: 0, deferred: 0 },
  });

/** The same board a day earlier: one issue was not there, one was not ready, one stood for another reason. */
export function earlierReport(): Report {
  const was = (issue: IssueNumber, state: State, rule: string) => (each: Assessment) =>
    each.issue === issue ? { ...each, state, rule } : each;
  return sampleReport({
    observedAt: '2030-03-13T09:00:00Z',
    previousAt: null,
    assessments: [
      ...assessments
        .filter(({ issue }) => issue !== 7)
        .map(was(2, 'in_progress', 'started'))
        .map(was(12, 'review_pending', 'in-review'))
        .map(was(6, 'in_progress', 'started')),
      assessment({ issue: 13, title: 'Moved to another repository', state: 'incomplete', rule: 'untouched' }),
    ],
  });
}

const STATES: readonly State[] = ['done', 'done', 'done', 'incomplete', 'blocked', 'in_progress', 'review_pending'];
const RULES: Readonly<Record<State, string>> = {
  done: 'closed',
  incomplete: 'untouched',
  blocked: 'blocked',
  in_progress: 'started',
  review_pending: 'in-review',
  unknown: 'unreadable',
};

/** A board of so many issues; every seventh waits for the one before it. */
export function largeReport(count: number): Report {
  const many = Array.from({ length: count }, (_, n): Assessment => {
    const state = STATES[n % STATES.length] ?? 'done';
    return assessment({
      issue: n + 1,
      title: `Issue ${n + 1} of a large board, with a title as long as people like to write them`,
      state,
      rule: RULES[state],
      freshness: n % 3 === 0 ? 'active' : 'stale',
      evidence: [`something happened here (maya, 2030-02-0${(n % 9) + 1}T10:00:00Z)`],
      blockers: state === 'blocked' ? [waitsFor(n)] : [],
      whyNot: ['done: a merge'],
    });
  });
  return sampleReport({
    assessments: many,
    events: many.map(({ issue }, n) => event(`2030-02-0${(n % 9) + 1}T10:00:00Z`, 'commented', issue, 'maya')),
    coverage: { issues: count, seen: count, missing: [], notIssues: [] },
  });
}
