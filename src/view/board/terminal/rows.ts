import type { Report } from '../../../ports/report.js';
import { singleLine } from '../../../text/clean-output.js';
import type { BoardGroup, BoardWords } from '../../../text/lang/board/index.js';
import type { Language } from '../../../text/lang/index.js';
import { clip, type Paint, padded, wide } from '../../terminal.js';
import { type Board, type IssueGroup, nameOf, type Place } from '../board.js';

/** The terminal. */
export interface Screen {
  readonly lang: Language;
  readonly paint: Paint;
  /** The width in columns. */
  readonly columns: number;
}

/** The input of every part of the table. */
export interface TableContext extends Screen {
  readonly report: Report;
  readonly say: BoardWords;
}

const MARKS: Readonly<Record<BoardGroup, string>> = {
  due: '◆',
  unknown: '?',
  blocked: '■',
  review_pending: '▶',
  in_progress: '●',
  incomplete: '○',
  done: '✓',
};

const HUES: Readonly<Record<BoardGroup, keyof Paint>> = {
  due: 'good',
  unknown: 'bad',
  blocked: 'bad',
  review_pending: 'accent',
  in_progress: 'accent',
  incomplete: 'strong',
  done: 'faint',
};

export const markOf = (group: BoardGroup): string => MARKS[group];

export const tintOf = (group: BoardGroup, paint: Paint): ((text: string) => string) => paint[HUES[group]];

/** Up to this length, a group is shown completely. In longer groups, stale issues are only counted. */
const SHORT = 8;
const MOST = 40;
const GAP = '  ';

interface Row {
  readonly group: BoardGroup;
  readonly name: string;
  readonly title: string;
  readonly why: string;
  readonly when: string;
}

/** A line for every issue that may need action, and the number of the others. */
export function rowsOf({ groups: shelves }: Board, of: TableContext): readonly string[] {
  const open = shelves.filter(({ group }) => group !== 'done');
  const rows = open.flatMap((group) => shownOf(group).map((place) => rowOf(place, group.group, of)));
  const widths = widthsOf(rows, of);
  return [...rows.map((row) => lineOfRow(row, widths, of)), ...rest(shelves, of)];
}

function shownOf({ fresh, stale }: IssueGroup): readonly Place[] {
  const all = fresh.length + stale.length <= SHORT ? [...fresh, ...stale] : fresh;
  return all.slice(0, MOST);
}

function rowOf({ assessment, activity }: Place, group: BoardGroup, { say, report }: TableContext): Row {
  const { issue, title, rule, blockers } = assessment;
  const held = blockers.filter(({ open }) => open).map((each) => nameOf(each.issue ?? each.external ?? '?'));
  const why = group === 'blocked' && held.length > 0 ? say.waitsFor(held.slice(0, 3)) : singleLine(say.rule(rule));
  const when = activity === null ? '–' : say.age(activity, report.observedAt);
  return { group, name: nameOf(issue), title: singleLine(title), why, when };
}

interface Widths {
  readonly name: number;
  readonly title: number;
  readonly why: number;
  readonly when: number;
}

/** The widths of the columns. Titles and reasons share the width that names and times leave. */
function widthsOf(rows: readonly Row[], { columns }: TableContext): Widths {
  const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, wide(text)), 0);
  const name = Math.min(24, widest(rows.map((row) => row.name)));
  const when = widest(rows.map((row) => row.when));
  const free = columns - name - when - 2 - 3 * GAP.length;
  const wanted = widest(rows.map((row) => row.why));
  const why = Math.max(8, Math.min(wanted, Math.floor(free * 0.45)));
  return { name, when, why, title: Math.max(8, Math.min(widest(rows.map((row) => row.title)), free - why)) };
}

function lineOfRow({ group, name, title, why, when }: Row, widths: Widths, { paint, columns }: TableContext): string {
  const tint = tintOf(group, paint);
  const line = [
    padded(name, widths.name),
    padded(title, widths.title),
    padded(why, widths.why),
    clip(when, widths.when),
  ];
  const [first = '', second = '', third = '', last = ''] = line;
  const isTooWide = widths.name + widths.title + widths.why + widths.when + 2 + 3 * GAP.length > columns;
  const tail = isTooWide ? [] : [paint.faint(last)];
  return [`${tint(markOf(group))} ${first}`, second, tint(third), ...tail].join(GAP).trimEnd();
}

/** The number of issues that are left out because they are done or stale. */
function rest(shelves: readonly IssueGroup[], { say, paint }: TableContext): readonly string[] {
  const left = shelves.map((each) => {
    const { group, fresh, stale } = each;
    return fresh.length + stale.length - (group === 'done' ? 0 : shownOf(each).length);
  });
  const count = left.reduce((sum, each) => sum + each, 0);
  return count === 0 ? [] : [paint.faint(`  ${say.more(count)}`)];
}
