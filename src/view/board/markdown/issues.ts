import { folded, inert, markdownTable } from '../../markdown.js';
import type { IssueGroup, Place } from '../board.js';
import { linked, type RenderOptions } from './links.js';

/** Up to this length, a group is shown completely. In longer groups, stale issues are folded. */
const SHORT = 8;

/** All issues, grouped by state. Done and stale issues are folded. */
export function issues(of: RenderOptions): readonly string[] {
  const { board, say, limits: room } = of;
  if (board.groups.length === 0 || room.rows === 0) return [];
  return [`### ${say.heading.issues}`, ...board.groups.flatMap((group) => groupOf(group, of))];
}

function groupOf({ group, fresh, stale }: IssueGroup, of: RenderOptions): readonly string[] {
  const { say, limits: room } = of;
  const all = [...fresh, ...stale];
  const title = say.tally({ group, count: all.length });
  if (group === 'done') return room.doneRows > 0 ? [folded(title, tableOf(all, room.doneRows, of))] : [`**${title}**`];
  if (all.length <= SHORT) return [`**${title}**`, tableOf(all, room.rows, of)];
  return [
    `**${title}**`,
    ...(fresh.length > 0 ? [tableOf(fresh, room.rows, of)] : []),
    ...(stale.length > 0 ? [folded(say.stale(stale.length), tableOf(stale, room.rows, of))] : []),
  ];
}

function tableOf(places: readonly Place[], most: number, of: RenderOptions): string {
  const { issue, title, why, evidence, activity } = of.say.column;
  const heads = of.limits.evidence ? [issue, title, why, evidence, activity] : [issue, title, why, activity];
  const table = markdownTable(
    heads,
    places.slice(0, most).map((place) => rowOf(place, of)),
  );
  return places.length > most ? `${table}\n\n${of.say.more(places.length - most)}` : table;
}

function rowOf({ assessment, activity }: Place, of: RenderOptions): readonly string[] {
  const { issue, title, evidence } = assessment;
  return [
    linked(issue, of.home),
    inert(title, 60),
    whyOf(assessment, of),
    ...(of.limits.evidence ? [inert(evidence[0] ?? '', 90)] : []),
    activity === null ? '–' : inert(activity.slice(0, 10)),
  ];
}

function whyOf({ rule, blockers, frees }: Place['assessment'], { say, home }: RenderOptions): string {
  const open = blockers.filter((each) => each.open);
  const names = open
    .slice(0, 5)
    .map(({ issue, external }) => (issue === undefined ? inert(external ?? '?', 40) : linked(issue, home)));
  const freed = frees.slice(0, 5).map((issue) => linked(issue, home));
  const isHeld = /^(?:blocked|blocked-after)$/.test(rule) && names.length > 0;
  return [
    isHeld ? say.waitsFor(names) : inert(say.rule(rule), 60),
    ...(freed.length > 0 ? [say.frees(freed)] : []),
  ].join(' · ');
}
