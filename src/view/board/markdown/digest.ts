// The sections that only the digest issue has: checkboxes that start a run, what changed, who acts next, and the trend. Used by summary.ts,
// which renders the digest, and by the rules of facilitation.

import type { TrendPoint } from '../../../ports/board.js';
import type { IssueNumber, Report, Suggestion } from '../../../ports/report.js';
import type { BoardGroup } from '../../../text/lang/board/index.js';
import { inert, inertCode, markdownTable } from '../../markdown.js';
import { groupingOf, isCrewCommand } from '../board.js';
import { issueLink, type RenderOptions } from './links.js';

/** The content of the digest besides the report. */
export interface DigestContent {
  readonly trend: readonly TrendPoint[];
  /** The issues whose group changed since the last scan that found something new. */
  readonly moves: readonly { readonly issue: IssueNumber; readonly from: BoardGroup | null; readonly to: BoardGroup }[];
  /** The runs that work on issues now. */
  readonly running: readonly { readonly issue: IssueNumber; readonly workflow: string; readonly run: string }[];
  /** Possible duplicates. */
  readonly similar: readonly { readonly issue: IssueNumber; readonly to: IssueNumber }[];
  /** For each issue that waits for a review, its pull request in this repository, on which `/crew review` runs. */
  readonly pulls: ReadonlyMap<IssueNumber, number>;
}

const MAX_ROWS = 20;

/** Running commands as ticked boxes, then suggestions. Ticking a box runs its command on the issue or pull request that it names. */
export function suggestionBoxes(context: RenderOptions, { running, pulls }: DigestContent): readonly string[] {
  const { report, words, home } = context;
  const ticked = running.map(
    ({ issue, workflow, run }) =>
      `- [x] ${issueLink(issue, home)} · ${words.running({ workflow, run: inert(run, 60) })}`,
  );
  const lines = report.recommendation.suggestions.map((each) => suggestionLine(each, pulls, context));
  const all = [...ticked, ...lines];
  return all.length === 0 ? [] : [`### ${words.heading.next}`, words.tick, all.join('\n')];
}

/** The number on which a checkbox runs its command: the issue for a fix, the pull request for a review. Undefined: no checkbox. */
function boxTarget({ command, issue }: Suggestion, pulls: DigestContent['pulls']): number | undefined {
  if (command === '/crew fix' && typeof issue === 'number') return issue;
  return command === '/crew review' && issue !== undefined ? pulls.get(issue) : undefined;
}

function suggestionLine(suggestion: Suggestion, pulls: DigestContent['pulls'], { words, home }: RenderOptions): string {
  const { agent, command, description, priority, issue } = suggestion;
  const agentOrCommand = isCrewCommand(command) ? inertCode(command) : words.byAgent(inert(agent, 60));
  const who = agent === 'none' ? words.maintainer : agentOrCommand;
  const subject = issue === undefined ? '' : `${issueLink(issue, home)} `;
  const line = `${subject}**${inert(description)}** · ${who}${priority === 'high' ? ` · ${words.highPriority}` : ''}`;
  const place = boxTarget(suggestion, pulls);
  return place === undefined ? `- ${line}` : `- [ ] ${line} <!-- crew:box ${place} ${command} -->`;
}

/** Changes, the trend, who has to act, and possible duplicates. */
export function digestNotes(context: RenderOptions, more: DigestContent): readonly string[] {
  const { report, words, home } = context;
  const moves = more.moves
    .slice(0, MAX_ROWS)
    .map(
      ({ issue, from, to }) =>
        `- ${issueLink(issue, home)}: ${from ? `${words.group[from]} → ` : ''}${words.group[to]}`,
    );
  const similar = more.similar.map(
    ({ issue, to }) => `- ${words.similar({ issue: issueLink(issue, home), to: issueLink(to, home) })}`,
  );
  return [
    ...section(words.heading.changed, moves),
    ...section(words.heading.similar, similar),
    ...turns(report, context),
    ...trendLines(more.trend, context),
  ];
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];

/** The table of who has to act on which issue. */
function turns(report: Report, { words, home }: RenderOptions): readonly string[] {
  if (report.turns.length === 0) return [];
  const rows = report.turns
    .slice(0, MAX_ROWS)
    .map(({ issue, who, for: what, since }) => [
      issueLink(issue, home),
      who.length > 0 ? who.map((login) => inert(login, 40)).join(', ') : words.maintainer,
      words.action[what],
      inert(since.slice(0, 10)),
    ]);
  const left = report.turns.length - rows.length;
  const { issue, who, action, since } = words.column;
  return [
    `### ${words.heading.turns}`,
    markdownTable([issue, who, action, since], rows),
    ...(left > 0 ? [words.more(left)] : []),
  ];
}

const BARS = '▁▂▃▄▅▆▇█';

/** The health of the board in the last scans as bars (`·` if unknown), with the first and last values. */
function trendLines(trend: readonly TrendPoint[], { words }: RenderOptions): readonly string[] {
  const [first] = trend;
  const last = trend.at(-1);
  if (!first || !last || trend.length < 2) return [];
  const bars = trend.map(({ health }) =>
    health === null ? '·' : (BARS[Math.min(7, Math.floor(health / 12.5))] ?? '·'),
  );
  return [`### ${words.heading.trend}`, words.trend({ bars: bars.join(''), scans: trend.length, first, last })];
}

/** The issues whose group changed since the last scan. `before`: state and rule of each issue then. */
export function movesOf(
  report: Report,
  before: ReadonlyMap<IssueNumber, { readonly state: string; readonly rule: string }>,
): DigestContent['moves'] {
  const groupOf = groupingOf(report);
  return report.assessments.flatMap((each): DigestContent['moves'] => {
    const earlier = before.get(each.issue);
    const to = groupOf(each);
    if (!earlier) return [{ issue: each.issue, from: null, to }];
    // The stored state is any text. One that this version does not know counts as unchanged.
    const state = STATES.find((name) => name === earlier.state) ?? each.state;
    // Records do not say whether an issue waited for an answer. It counts as waiting if it waits now.
    const from = groupOf({ ...each, state, rule: earlier.rule });
    return from === to ? [] : [{ issue: each.issue, from, to }];
  });
}

const STATES = ['done', 'review_pending', 'in_progress', 'incomplete', 'blocked', 'unknown'] as const;
