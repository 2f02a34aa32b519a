import { momentOf, spanOf, wordIn } from './spans.js';
import type { BoardWords } from './words.js';

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const shelf = {
  due: 'ready to merge or close',
  unknown: 'unknown',
  blocked: 'blocked',
  review_pending: 'in review',
  in_progress: 'in progress',
  incomplete: 'ready to start',
  done: 'done',
} as const;

const units = { minute: 'min', hour: 'h', day: 'd' } as const;
const cardOf = wordIn({ pull: 'pull request card', draft: 'draft', archived: 'archived item' });

export const en: BoardWords = {
  heading: {
    board: 'Board',
    first: 'Next',
    next: 'Next steps',
    alsoPossible: 'Also possible',
    issues: 'Issues',
    waits: 'Dependencies',
    circles: 'Dependency cycles',
    drift: 'Columns that differ from evidence',
    missing: 'Could not be read',
    agents: 'Agents',
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
    turn: 'for',
    since: 'since',
    issue: 'issue',
    title: 'title',
    why: 'why',
    evidence: 'evidence',
    activity: 'last activity',
  },
  shelf,
  shelfNote: {
    due: 'The work is finished. A maintainer has to merge or close.',
    unknown: 'crew could not read everything that decides their state.',
    blocked: 'These wait for other issues or for something outside the repository.',
    review_pending: 'These wait for a review.',
    in_progress: 'A person or an agent is working on these.',
    incomplete: 'These can be started now.',
    done: 'Closed.',
  },
  tally: (of) => `${of.count} ${shelf[of.shelf]}`,
  issues: (count) => (count === 0 ? 'There are no issues here yet.' : `${some(count, 'issue')}.`),
  headline: ({ issues, tallies }) =>
    issues === 0
      ? 'There are no issues here yet.'
      : `${some(issues, 'issue')}: ${tallies.map((of) => `${of.count} ${shelf[of.shelf]}`).join(', ')}.`,
  observed: (at) => `Scanned ${momentOf(at)}`,
  rule: wordIn({
    closed: 'closed',
    merged: 'merged, can be closed',
    landed: 'on the default branch, can be closed',
    approved: 'approved, can be merged',
    'changes-requested': 'changes requested',
    'checks-failing': 'checks fail',
    'in-review': 'ready for review',
    'children-done': 'all sub-issues are done, can be closed',
    'children-started': 'sub-issues are in progress',
    'blocked-after': 'blocked after work started',
    started: 'work has started',
    blocked: 'blocked',
    interrupted: 'earlier work ended without a result',
    untouched: 'not started',
    unreadable: 'could not be read',
  }),
  freshness: { active: 'active today', recent: 'active this week', stale: 'no activity for more than a week' },
  ago: (from, to) => {
    const { unit, n } = spanOf(from, to);
    return unit === 'none' ? 'just now' : `${some(n, unit)} ago`;
  },
  age: (from, to) => {
    const { unit, n } = spanOf(from, to);
    return unit === 'none' ? 'now' : `${n} ${units[unit]}`;
  },
  health: (score) => (score === null ? 'Health unknown' : `Health ${Math.round(score)} of 100`),
  condition: {
    statesClear: { met: 'every state is known', unmet: 'some states are unknown' },
    nextClear: { met: 'there is a next step', unmet: 'there is no next step' },
    blockersVisible: { met: 'all blockers are known', unmet: 'some blockers are unknown' },
    workable: { met: 'some issues can be started', unmet: 'no issue can be started' },
  },
  unfinished: { registry: 'agents could not be read', actions: 'some updates were not written' },
  byAgent: (name) => `agent ${name}`,
  next: ({ agent, issues }) => `agent ${agent}${issues.length === 0 ? '' : ` on ${listed(issues)}`}`,
  nextByPerson: (issues) =>
    issues.length === 0 ? 'a maintainer has to act' : `a maintainer has to act on ${listed(issues)}`,
  nothingNext: 'Nothing has to be done now.',
  nobodyNext: 'No agent can work on the open issues.',
  person: 'a maintainer',
  priority: { high: 'high', medium: 'medium', low: 'low' },
  addend: {
    urgency: 'urgency',
    capability: 'capability',
    priority: 'priority',
    freshness: 'freshness',
    change: 'change',
  },
  score: (score) => `score ${score.toFixed(2)}`,
  seen: ({ issues, seen }) => `${seen} of ${issues} issues could be read.`,
  notWork: (cards) => `Not counted as issues: ${listed(cards.map(({ kind, count }) => some(count, cardOf(kind))))}.`,
  stale: (count) => `${count} more without activity for more than a week`,
  more: (count) => `and ${count} more`,
  waitsFor: (names) => `waits for ${listed(names)}`,
  frees: (names) => `unblocks ${listed(names)}`,
  root: 'root cause',
  over: 'resolved',
  graphMore: ({ shown, all }) => `The graph shows ${shown} of ${all} issues: those that block most others.`,
  drifted: ({ issue, board, truth, since }) =>
    `${issue} is in the column ${board}, but since ${momentOf(since)} the evidence says: ${truth}.`,
  confidence: (confidence) => `confidence ${Math.round(confidence * 100)} %`,
  strength: wordIn({ closing: 'closes it', naming: 'refers to it', mention: 'mentions it' }),
  written: ({ planned, written, deferred }) =>
    planned === 0
      ? 'No updates were needed.'
      : `${written} of ${some(planned, 'change')} written${deferred > 0 ? `, ${deferred} left for the next scan` : ''}.`,
  cost: ({ requests, graphqlPoints, ms }) =>
    `${some(requests, 'request')}, ${some(graphqlPoints, 'GraphQL point')}, ${(ms / 1000).toFixed(1)} s.`,
  agent: ({ name, capabilities, inferred }) =>
    `${name}: ${capabilities.length === 0 ? 'lists no capabilities' : capabilities.join(', ')}${inferred ? ' (inferred from its description)' : ''}`,
  noAgents: 'No agent was found.',
  nothingChanged: (since) => `Nothing changed since ${momentOf(since)}.`,
  sinceLook: (since) => `Since ${momentOf(since)}`,
  left: 'is no longer on the board',
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
  happened: (count) => some(count, 'event'),
  by: (login) => `by ${login}`,
  nothingHere: 'There are no issues yet. This page shows the state of each issue and the evidence for it.',
  copy: 'Copy',
  copied: 'Copied',
  toContent: 'Skip to content',
  tick: 'Tick a box to start that run. This needs write access.',
  running: ({ workflow, run }) => `${workflow} is running (${run})`,
  similar: ({ issue, to }) => `${issue} may duplicate ${to}`,
  maintainer: 'a maintainer',
  turn: { review: 'review', merge: 'merge', close: 'close', answer: 'answer', work: 'work' },
  trend: ({ bars, scans, first, last }) =>
    `Health ${bars} over ${scans} scans: ${first.health ?? '?'} → ${last.health ?? '?'} · open ${first.open} → ${last.open} · blocked ${first.blocked} → ${last.blocked}`,
  scoreTitle: 'How scores are computed',
  scoreNote:
    'The score of a step is the sum of urgency (30 %), capability (25 %), priority (20 %), freshness (15 %) and change (10 %). Health starts at 100, loses 15 for each blocked and 10 for each stale issue, and gains up to 20 for the share of done issues.',
  unshown: 'The command cannot be shown here. crew facilitate --json prints it.',
};
