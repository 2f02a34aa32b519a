// The tables of issues in the job summary and the digest issue, one for each state. Used by summary.ts.
import { folded, inert, markdownTable } from '../../markdown.js';
import { type BoardIssue, blockerName, type IssueGroup } from '../board.js';
import { issueLink, type RenderOptions } from './links.js';

/** In groups with more issues, stale issues are folded. */
const MAX_UNFOLDED = 8;

/** All issues, grouped by state. Done and stale issues are folded. */
export function issueTables(context: RenderOptions): readonly string[] {
  const { board, words, limits } = context;
  if (board.groups.length === 0 || limits.rows === 0) return [];
  return [`### ${words.heading.issues}`, ...board.groups.flatMap((group) => groupLines(group, context))];
}

function groupLines({ group, fresh, stale }: IssueGroup, context: RenderOptions): readonly string[] {
  const { words, limits } = context;
  const all = [...fresh, ...stale];
  const title = words.tally({ group, count: all.length });
  if (group === 'done')
    return limits.doneRows > 0 ? [folded(title, tableOf(all, limits.doneRows, context))] : [`**${title}**`];
  if (all.length <= MAX_UNFOLDED) return [`**${title}**`, tableOf(all, limits.rows, context)];
  return [
    `**${title}**`,
    ...(fresh.length > 0 ? [tableOf(fresh, limits.rows, context)] : []),
    ...(stale.length > 0 ? [folded(words.stale(stale.length), tableOf(stale, limits.rows, context))] : []),
  ];
}

function tableOf(places: readonly BoardIssue[], most: number, context: RenderOptions): string {
  const { issue, title, why, evidence, activity } = context.words.column;
  const heads = context.limits.evidence ? [issue, title, why, evidence, activity] : [issue, title, why, activity];
  const table = markdownTable(
    heads,
    places.slice(0, most).map((place) => rowOf(place, context)),
  );
  return places.length > most ? `${table}\n\n${context.words.more(places.length - most)}` : table;
}

function rowOf({ assessment, lastActivity }: BoardIssue, context: RenderOptions): readonly string[] {
  const { issue, title, evidence } = assessment;
  return [
    issueLink(issue, context.home),
    inert(title, 60),
    reasonOf(assessment, context),
    ...(context.limits.evidence ? [inert(evidence[0] ?? '', 90)] : []),
    lastActivity === null ? '–' : inert(lastActivity.slice(0, 10)),
  ];
}

/** Why an issue is in its state: its rule, or its blockers, and the issues that it blocks. */
function reasonOf({ rule, blockers, frees }: BoardIssue['assessment'], { words, home }: RenderOptions): string {
  const names = blockers
    .filter(({ open }) => open)
    .slice(0, 5)
    .map(({ issue, external }) =>
      issue === undefined ? inert(blockerName({ external }, words), 42) : issueLink(issue, home),
    );
  const unblocked = frees.slice(0, 5).map((issue) => issueLink(issue, home));
  const isBlocked = /^(?:blocked|blocked-after)$/.test(rule) && names.length > 0;
  return [
    isBlocked ? words.waitsFor(names) : inert(words.rule(rule), 60),
    ...(unblocked.length > 0 ? [words.frees(unblocked)] : []),
  ].join(' · ');
}
