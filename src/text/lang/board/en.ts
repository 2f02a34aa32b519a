// The words of the views of a board in English: headings, names of states and rules, and short sentences. The other texts are in the report.

import type { TrendPoint } from '../../../ports/board.js';
import type { Report, State } from '../../../ports/report.js';
import { ageOf, momentOf, wordIn } from '../times.js';

/** The group of an issue on a page: its state, `due` if only a merge or a close is missing, or `unanswered` if work cannot start without an answer. */
export type BoardGroup = State | 'due' | 'unanswered';

/** A condition of a healthy board. */
export type Condition = Exclude<keyof Report['health'], 'score'>;

/** The number of issues in a group. */
export interface Tally {
  readonly group: BoardGroup;
  readonly count: number;
}

/** The counts that the health score is computed from, and their sum before it is limited to 0 to 100. */
export interface HealthSum {
  readonly blocked: number;
  /** Issues without activity for more than a week that are not done. */
  readonly stale: number;
  /** `closed` and `due` together. */
  readonly done: number;
  readonly closed: number;
  readonly due: number;
  readonly all: number;
  readonly sum: number;
}

/** A number with one decimal at most, and with a real minus sign. */
export const numberOf = (value: number): string => String(Math.round(value * 10) / 10).replace('-', '−');

/** A number with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${numberOf(value)}` : numberOf(value));

/** The health score, and the rounded number that is shown. */
export function healthOf(sum: number): string {
  const score = Math.min(100, Math.max(0, sum));
  return Number.isInteger(score) ? String(score) : `${numberOf(score)} ≈ ${Math.round(score)}`;
}

const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const groups = {
  due: 'ready to merge or close',
  unknown: 'unknown',
  blocked: 'blocked',
  unanswered: 'waiting for an answer',
  review_pending: 'in review',
  in_progress: 'in progress',
  incomplete: 'ready to start',
  done: 'done',
};

const units = { minute: 'min', hour: 'h', day: 'd' } as const;
const abilityOf = wordIn({
  'issue-action': 'works on issues',
  'review-action': 'reviews pull requests',
  'question-answer': 'answers questions',
  'facilitate-action': 'scans the board',
  'status-report': 'reports the state of the board',
});
const cardOf = wordIn({ pull: 'pull request card', draft: 'draft', archived: 'archived item' });

function agoOf(from: string, to: string): string {
  const { unit, n } = ageOf(from, to);
  return unit === 'none' ? 'just now' : `${countOf(n, unit)} ago`;
}

export const en = {
  heading: {
    board: 'Board',
    /** The title of the page. */
    boardHealth: 'Board health',
    first: 'Next',
    firstByPerson: 'Next for a maintainer',
    firstByAgent: 'Next for an agent',
    next: 'Next steps',
    alsoPossible: 'Also possible',
    issues: 'Issues',
    waits: 'Dependencies',
    circles: 'Dependency cycles',
    drift: 'Columns that differ from evidence',
    missing: 'Could not be read',
    agents: 'Who can be asked',
    changed: 'What changed',
    similar: 'Possible duplicates',
    turns: 'Who acts next',
    trend: 'Trend',
    run: 'This scan',
    evidence: 'Evidence',
    links: 'Linked work',
    waitsFor: 'Waits for',
    frees: 'Unblocks',
    whyNot: 'What would change the state',
  },
  column: {
    who: 'who',
    action: 'for',
    since: 'since',
    issue: 'issue',
    title: 'title',
    why: 'why',
    evidence: 'evidence',
    activity: 'last activity',
  },
  group: groups,
  /** The meaning of a group, in a sentence. */
  groupNote: {
    due: 'The work is finished. A maintainer has to merge or close.',
    unknown: 'crew could not read everything that decides their state.',
    blocked: 'These wait for other issues or for something outside the repository.',
    unanswered: 'A person has to answer a question, add a description or say what is missing first.',
    review_pending: 'These wait for a review.',
    in_progress: 'A person or an agent is working on these, or a run of crew waits for a reply.',
    incomplete: 'These can be started now.',
    done: 'Closed.',
  },
  /** What is missing for an issue that is due. */
  due: { merge: 'ready to merge', close: 'ready to close' },
  /** `4 blocked`: a count as part of a sentence. */
  tally: (of: Tally): string => `${of.count} ${groups[of.group]}`,
  issues: (count: number): string => (count === 0 ? 'There are no issues here yet.' : `${countOf(count, 'issue')}.`),
  /** The whole board in a sentence. */
  headline: ({ issues, tallies }: { issues: number; tallies: readonly Tally[] }): string =>
    issues === 0
      ? 'There are no issues here yet.'
      : `${countOf(issues, 'issue')}: ${tallies.map((of) => `${of.count} ${groups[of.group]}`).join(', ')}.`,
  observed: (at: string): string => `As of ${momentOf(at)}`,
  /** `now` is the time at which the page is shown. */
  observedAgo: (at: string, now: string): string => `As of ${momentOf(at)} (${agoOf(at, now)})`,
  scanAgain: 'To scan now, write /crew facilitate in an issue.',
  /** The name of a rule of the decision table; an unknown rule is returned unchanged. */
  rule: wordIn({
    closed: 'closed',
    merged: 'merged, can be closed',
    landed: 'on the default branch, can be closed',
    approved: 'approved, can be merged',
    'changes-requested': 'changes requested',
    'checks-failing': 'checks fail',
    'in-review': 'ready for review',
    'children-done': 'all sub-issues are done, can be closed',
    'children-started': 'work on sub-issues has started',
    'blocked-after': 'blocked after work started',
    started: 'work has started',
    blocked: 'blocked',
    interrupted: 'earlier work has ended',
    untouched: 'not started',
    unreadable: 'could not be read',
  }),
  freshness: { active: 'active today', recent: 'active this week', stale: 'no activity for more than a week' },
  ago: agoOf,
  /** `26 days`: how long something has been so. */
  lasting: (from: string, to: string): string => {
    const { unit, n } = ageOf(from, to);
    return unit === 'none' ? 'just now' : countOf(n, unit);
  },
  /** The age for a narrow column. */
  age: (from: string, to: string): string => {
    const { unit, n } = ageOf(from, to);
    return unit === 'none' ? 'now' : `${n} ${units[unit]}`;
  },
  health: (score: number | null): string => (score === null ? 'Health unknown' : `Health ${Math.round(score)} of 100`),
  /** The heading of the computation of the health score. */
  healthSumTitle: 'How health is computed',
  /** The computation of the health score: each line with what it adds, and the result last. */
  healthSum: ({ blocked, stale, done, closed, due, all, sum }: HealthSum): readonly (readonly [string, string])[] => [
    ['start', '100'],
    [`${blocked} blocked, 15 each`, signed(-15 * blocked)],
    [`${stale} without activity for more than a week, 10 each`, signed(-10 * stale)],
    [
      `${done} of ${all} done (${closed} closed, ${due} ready to merge or close), up to 20`,
      signed(all === 0 ? 0 : (20 * done) / all),
    ],
    [`health${sum < 0 ? ', at least 0' : ''}${sum > 100 ? ', at most 100' : ''}`, healthOf(sum)],
  ],
  condition: {
    statesClear: { met: 'every state is known', unmet: 'some states are unknown' },
    nextClear: { met: 'there is a next step', unmet: 'there is no next step' },
    blockersVisible: { met: 'all blockers are known', unmet: 'some blockers are unknown' },
    workable: { met: 'some issues can be started', unmet: 'no issue can be started' },
  },
  /** What a scan could not read or write. */
  unfinished: { registry: 'agents could not be read', actions: 'some updates were not written' },
  /** The agent that carries out a suggestion. */
  byAgent: (name: string): string => `agent ${name}`,
  /** After a command that works only in a comment on this pull request. */
  commandPlace: (pull: string): string => `Write it in a comment on ${pull}.`,
  next: ({ agent, issues }: { agent: string; issues: readonly string[] }): string =>
    `agent ${agent}${issues.length === 0 ? '' : ` on ${listOf(issues)}`}`,
  /** The next step is a command to crew. */
  nextCommand: ({ command, on }: { command: string; on: readonly string[] }): string =>
    `${command}${on.length === 0 ? '' : ` on ${listOf(on)}`}`,
  nextByPerson: (issues: readonly string[]): string =>
    issues.length === 0 ? 'a maintainer has to act' : `a maintainer has to act on ${listOf(issues)}`,
  nothingNext: 'Nothing has to be done now.',
  /** No agent fits the remaining work. */
  nobodyNext: 'No agent can work on the open issues.',
  /** Only a high priority is shown: the others follow from the score. */
  highPriority: 'high priority',
  addend: {
    urgency: 'urgency',
    capability: 'how well the agent fits',
    priority: 'priority by labels and due date',
    freshness: 'recent activity',
    change: 'changes since the last scan',
  },
  /** Instead of the addend for the agent, where a person acts. */
  noAgentNeeded: 'needs no agent',
  score: (score: number): string => `score ${score.toFixed(2)}`,
  /** The last line of the computation of a step's score. */
  scoreSum: 'score',
  seen: ({ issues, seen }: { issues: number; seen: number }): string => `${seen} of ${issues} issues could be read.`,
  notWork: (cards: readonly { readonly kind: string; readonly count: number }[]): string =>
    `Not counted as issues: ${listOf(cards.map(({ kind, count }) => countOf(count, cardOf(kind))))}.`,
  stale: (count: number): string => `${count} more without activity for more than a week`,
  more: (count: number): string => `and ${count} more`,
  /** Words from a description. */
  quoted: (text: string): string => `“${text}”`,
  waitsFor: (names: readonly string[]): string => `waits for ${listOf(names)}`,
  frees: (names: readonly string[]): string => `unblocks ${listOf(names)}`,
  root: 'root cause',
  /** After a blocker that no longer blocks. */
  blockerResolved: 'resolved',
  graphMore: ({ shown, all }: { shown: number; all: number }): string =>
    `The graph shows ${shown} of ${all} issues: those that block most others.`,
  /** Between an issue's name and what the evidence says. */
  driftColumn: (board: string): string => `: column ${board}, evidence:`,
  drifted: ({ issue, board, truth, since }: { issue: string; board: string; truth: string; since: string }): string =>
    `${issue} is in the column ${board}, but since ${momentOf(since)} the evidence says: ${truth}.`,
  confidence: (confidence: number): string => `confidence ${Math.round(confidence * 100)} %`,
  strength: wordIn({ closing: 'closes it', naming: 'refers to it', mention: 'mentions it' }),
  written: ({ planned, written, deferred }: Report['changes']): string =>
    planned === 0
      ? 'No updates were needed.'
      : `${written} of ${countOf(planned, 'change')} written${deferred > 0 ? `, ${deferred} left for the next scan` : ''}.`,
  cost: ({ requests, graphqlPoints, ms }: Report['cost']): string =>
    `${countOf(requests, 'request')}, ${countOf(graphqlPoints, 'GraphQL point')}, ${(ms / 1000).toFixed(1)} s.`,
  agent: ({
    name,
    capabilities,
    inferred,
  }: {
    name: string;
    capabilities: readonly string[];
    inferred: boolean;
  }): string =>
    `${name}: ${capabilities.length === 0 ? 'lists no capabilities' : capabilities.map(abilityOf).join(', ')}${inferred ? ' (inferred from its description)' : ''}`,
  /** Below the heading of the list of agents. */
  agentsNote: "They can carry out the next steps: crew's own agents, and those of the repository in .agent/.",
  noAgents: 'No agent was found.',
  nothingChanged: (since: string): string => `Nothing changed since ${momentOf(since)}.`,
  sinceLook: (since: string): string => `Since ${momentOf(since)}`,
  /** For an issue that was on the board at the last scan. */
  leftBoard: 'is no longer on the board',
  event: wordIn({
    issue_created: 'opened',
    issue_closed: 'closed',
    issue_reopened: 'reopened',
    labeled: 'labelled',
    unlabeled: 'label removed',
    assigned: 'assigned',
    commented: 'commented',
    commit_pushed: 'commit pushed',
    branch_linked: 'branch linked',
    pr_opened: 'pull request opened',
    pr_ready: 'pull request ready for review',
    pr_reviewed: 'reviewed',
    pr_merged: 'merged',
    pr_closed: 'pull request closed',
    checks_finished: 'checks finished',
    blocked_added: 'blocker added',
    blocked_removed: 'blocker removed',
    agent_started: 'agent started',
    agent_ended: 'agent ended',
    status_moved: 'moved on the board',
  }),
  happened: (count: number): string => countOf(count, 'event'),
  by: (login: string): string => `by ${login}`,
  nothingHere: 'There are no issues yet. This page shows the state of each issue and the evidence for it.',
  copy: 'Copy',
  copied: 'Copied',
  toContent: 'Skip to content',
  /** Above the checkboxes of the digest. */
  tick: 'Tick a box to start that run. This needs write access.',
  running: ({ workflow, run }: { readonly workflow: string; readonly run: string }): string =>
    `${workflow} is running (${run})`,
  similar: ({ issue, to }: { readonly issue: string; readonly to: string }): string => `${issue} may duplicate ${to}`,
  /** Instead of a command for github.com: what to do on the page of the issue or pull request that a link names. */
  onPage: { merge: 'Merge it on its page:', close: 'Close it on its page:', view: 'See its page:' },
  /** Who has to act if the report names no agent, command or login. */
  maintainer: 'a maintainer',
  /** What the person has to do, in the column `action`. */
  action: { review: 'review', merge: 'merge', close: 'close', answer: 'answer', work: 'work' },
  trend: ({ bars, scans, first, last }: { bars: string; scans: number; first: TrendPoint; last: TrendPoint }): string =>
    `Health ${bars} over ${scans} scans: ${first.health ?? '?'} → ${last.health ?? '?'} · open ${first.open} → ${last.open} · blocked ${first.blocked} → ${last.blocked}`,
  /** The explanation of the scores. */
  scoreTitle: 'Why this order',
  scoreNote:
    'The highest score comes first. It is the sum of five parts: urgency (up to 0.30: most for what only has to be merged, closed or reviewed, and more for what unblocks other issues), how well the agent fits (up to 0.25), the priority that labels and due dates give (up to 0.20), recent activity (up to 0.15), and changes since the last scan (up to 0.10). A score shows its parts when you select it. “High priority” marks what other issues wait for, what is due within seven days, and what has a label such as P0.',
  /** Instead of a command that is too long or contains invisible characters. */
  unshown: 'The command cannot be shown here. crew facilitate --json prints it.',
};

export type BoardWords = typeof en;
