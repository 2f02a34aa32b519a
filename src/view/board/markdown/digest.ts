// The digest issue: the board at a glance, with a box for each suggestion that crew itself can carry out.

import type { TrendPoint } from '../../../ports/board.js';
import type { IssueNumber, Report, Suggestion } from '../../../ports/report.js';
import type { BoardGroup } from '../../../text/lang/board/index.js';
import { inert, inertCode, markdownTable } from '../../markdown.js';
import { groupOf, isForCrew } from '../board.js';
import { linked, type RenderOptions } from './links.js';

/** The content of the digest besides the report. */
export interface DigestMore {
  readonly trend: readonly TrendPoint[];
  /** Since the last scan that found something new. */
  readonly moves: readonly { readonly issue: IssueNumber; readonly from: BoardGroup | null; readonly to: BoardGroup }[];
  readonly running: readonly { readonly issue: IssueNumber; readonly workflow: string; readonly run: string }[];
  readonly similar: readonly { readonly issue: IssueNumber; readonly to: IssueNumber }[];
  /** By issue that waits for a review: its pull request in this repository, on which `/crew review` runs. */
  readonly pulls: ReadonlyMap<IssueNumber, number>;
}

const MOST = 20;

/** Running commands as ticked boxes, then suggestions. Ticking a box runs its command on the issue or pull request that it names. */
export function boxes(of: RenderOptions, { running, pulls }: DigestMore): readonly string[] {
  const { report, say, home } = of;
  const going = running.map(
    ({ issue, workflow, run }) => `- [x] ${linked(issue, home)} · ${say.running({ workflow, run: inert(run, 60) })}`,
  );
  const lines = report.recommendation.suggestions.map((each) => boxOf(each, pulls, of));
  const all = [...going, ...lines];
  return all.length === 0 ? [] : [`### ${say.heading.next}`, say.tick, all.join('\n')];
}

/** The target of a checkbox: the issue for a fix, the pull request for a review. Other commands get no checkbox. */
function boxPlace({ command, issue }: Suggestion, pulls: DigestMore['pulls']): number | undefined {
  if (command === '/crew fix' && typeof issue === 'number') return issue;
  return command === '/crew review' && issue !== undefined ? pulls.get(issue) : undefined;
}

function boxOf(suggestion: Suggestion, pulls: DigestMore['pulls'], { say, home }: RenderOptions): string {
  const { agent, command, description, priority, issue } = suggestion;
  const agentOrCommand = isForCrew(command) ? inertCode(command) : say.byAgent(inert(agent, 60));
  const who = agent === 'none' ? say.person : agentOrCommand;
  const subject = issue === undefined ? '' : `${linked(issue, home)} `;
  const words = `${subject}**${inert(description)}** · ${who} · ${say.priority[priority]}`;
  const place = boxPlace(suggestion, pulls);
  return place === undefined ? `- ${words}` : `- [ ] ${words} <!-- crew:box ${place} ${command} -->`;
}

/** Changes, the trend, who has to act, and possible duplicates. */
export function digestNotes(of: RenderOptions, more: DigestMore): readonly string[] {
  const { report, say, home } = of;
  const moves = more.moves
    .slice(0, MOST)
    .map(({ issue, from, to }) => `- ${linked(issue, home)}: ${from ? `${say.group[from]} → ` : ''}${say.group[to]}`);
  const similar = more.similar.map(
    ({ issue, to }) => `- ${say.similar({ issue: linked(issue, home), to: linked(to, home) })}`,
  );
  return [
    ...section(say.heading.changed, moves),
    ...section(say.heading.similar, similar),
    ...turns(report, of),
    ...trendLines(more.trend, of),
  ];
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];

function turns(report: Report, { say, home }: RenderOptions): readonly string[] {
  if (report.turns.length === 0) return [];
  const rows = report.turns
    .slice(0, MOST)
    .map(({ issue, who, for: what, since }) => [
      linked(issue, home),
      who.length > 0 ? who.map((login) => inert(login, 40)).join(', ') : say.maintainer,
      say.turn[what],
      inert(since.slice(0, 10)),
    ]);
  const left = report.turns.length - rows.length;
  const { issue, who, turn, since } = say.column;
  return [
    `### ${say.heading.turns}`,
    markdownTable([issue, who, turn, since], rows),
    ...(left > 0 ? [say.more(left)] : []),
  ];
}

const BARS = '▁▂▃▄▅▆▇█';

/** The health of the board over the last scans as bars, with the first and last values. */
function trendLines(trend: readonly TrendPoint[], { say }: RenderOptions): readonly string[] {
  const [first] = trend;
  const last = trend.at(-1);
  if (!first || !last || trend.length < 2) return [];
  const bars = trend.map(({ health }) =>
    health === null ? '·' : (BARS[Math.min(7, Math.floor(health / 12.5))] ?? '·'),
  );
  return [`### ${say.heading.trend}`, say.trend({ bars: bars.join(''), scans: trend.length, first, last })];
}

/** Issues whose state changed since the last scan. */
export function movesOf(
  report: Report,
  before: ReadonlyMap<IssueNumber, { readonly state: string; readonly rule: string }>,
): DigestMore['moves'] {
  return report.assessments.flatMap((each): DigestMore['moves'] => {
    const was = before.get(each.issue);
    const to = groupOf(each);
    if (!was) return [{ issue: each.issue, from: null, to }];
    const from = groupOf({ ...each, state: each.state, rule: was.rule, ...stateOf(was.state) });
    return from === to ? [] : [{ issue: each.issue, from, to }];
  });
}

const STATES = ['done', 'review_pending', 'in_progress', 'incomplete', 'blocked', 'unknown'] as const;

const stateOf = (name: string): { readonly state?: (typeof STATES)[number] } => {
  const state = STATES.find((each) => each === name);
  return state === undefined ? {} : { state };
};
