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
    drift: 'Columns that disagree with the evidence',
    missing: 'Could not be read',
    agents: 'Agents',
    changed: 'What changed',
    similar: 'May be duplicates',
    turns: 'Whose turn it is',
    trend: 'Trend',
    run: 'This scan',
    evidence: 'Evidence',
    links: 'Linked work',
    waitsFor: 'Waits for',
    frees: 'Frees',
    whyNot: 'What would change it',
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
    due: 'The work is finished. A maintainer merges or closes.',
    unknown: 'crew could not read what decides their state.',
    blocked: 'These wait for something else.',
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
    merged: 'merged, waits to be closed',
    landed: 'on the default branch, waits to be closed',
    approved: 'approved, waits to be merged',
    'changes-requested': 'changes were asked for',
    'checks-failing': 'checks fail',
    'in-review': 'ready for review',
    'children-done': 'all sub-issues are done, waits to be closed',
    'children-started': 'sub-issues are in progress',
    'blocked-after': 'blocked after work began',
    started: 'work has begun',
    blocked: 'blocked',
    interrupted: 'earlier work ended without a result',
    untouched: 'not started',
    unreadable: 'could not be read',
  }),
  freshness: { active: 'active today', recent: 'active this week', stale: 'quiet for more than a week' },
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
    statesClear: { met: 'every state is clear', unmet: 'some states are not clear' },
    nextClear: { met: 'the next step is clear', unmet: 'the next step is not clear' },
    blockersVisible: { met: 'blockers are named', unmet: 'blockers are hidden' },
    workable: { met: 'there is work to take', unmet: 'no work can be taken' },
  },
  unfinished: { registry: 'agents could not be read', actions: 'not all that was due was written' },
  next: ({ agent, issues }) => (issues.length === 0 ? agent : `${agent} on ${listed(issues)}`),
  nextByPerson: (issues) => (issues.length === 0 ? 'a maintainer' : `a maintainer on ${listed(issues)}`),
  nothingNext: 'Nothing has to be done now.',
  nobodyNext: 'No agent can take what is open.',
  person: 'a person',
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
  stale: (count) => `${count} more, quiet for more than a week`,
  more: (count) => `and ${count} more`,
  waitsFor: (names) => `waits for ${listed(names)}`,
  frees: (names) => `frees ${listed(names)}`,
  root: 'root',
  over: 'no longer',
  graphMore: ({ shown, all }) => `${shown} of ${all} are drawn: those that block most.`,
  drifted: ({ issue, board, truth, since }) =>
    `${issue} stands under ${board}; since ${momentOf(since)} the evidence says: ${truth}.`,
  confidence: (confidence) => `${Math.round(confidence * 100)} % sure`,
  strength: wordIn({ closing: 'closes it', naming: 'names it', mention: 'mentions it' }),
  written: ({ planned, written, deferred }) =>
    planned === 0
      ? 'Nothing had to be written.'
      : `${written} of ${some(planned, 'change')} written${deferred > 0 ? `, ${deferred} deferred to the next scan` : ''}.`,
  cost: ({ requests, graphqlPoints, ms }) =>
    `${some(requests, 'request')}, ${some(graphqlPoints, 'GraphQL point')}, ${(ms / 1000).toFixed(1)} s.`,
  agent: ({ name, capabilities, inferred }) =>
    `${name}: ${capabilities.length === 0 ? 'says nothing of what it can do' : capabilities.join(', ')}${inferred ? ' (read out of its description)' : ''}`,
  noAgents: 'No agent was found.',
  nothingChanged: (since) => `Nothing changed since ${momentOf(since)}.`,
  sinceLook: (since) => `Since ${momentOf(since)}`,
  left: 'is not here any more',
  event: wordIn({
    issue_created: 'opened',
    issue_closed: 'closed',
    issue_reopened: 'opened again',
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
    blocked_removed: 'blocker gone',
    agent_started: 'agent began',
    agent_ended: 'agent ended',
    status_moved: 'moved on the board',
  }),
  happened: (count) => (count === 1 ? 'One thing happened' : `${count} things happened`),
  by: (login) => `by ${login}`,
  nothingHere: 'There are no issues yet. This page shows the state of each issue and the evidence for it.',
  copy: 'Copy',
  copied: 'Copied',
  toContent: 'To the content',
  tick: 'Tick a box to start it. Only people with write access can.',
  running: ({ workflow, run }) => `${workflow} is running (${run})`,
  similar: ({ issue, to }) => `${issue} may duplicate ${to}`,
  maintainer: 'a maintainer',
  turn: { review: 'review', merge: 'merge', close: 'close', answer: 'answer', work: 'work' },
  trend: ({ bars, scans, first, last }) =>
    `Health ${bars} over ${scans} scans: ${first.health ?? '?'} → ${last.health ?? '?'} · open ${first.open} → ${last.open} · blocked ${first.blocked} → ${last.blocked}`,
  scoreTitle: 'What the score means',
  scoreNote:
    'The score of a step sums urgency (30 %), capability (25 %), priority (20 %), freshness (15 %) and change (10 %). Health is 100, less 15 for each blocked and 10 for each stale issue, plus up to 20 for what is done.',
  unshown: 'Its command cannot be shown here; crew facilitate --json has it.',
};
