// The rows of issues in the terminal table of a board, with their marks and colours. Used by table.ts.
import type { Report } from '../../../ports/report.js';
import { singleLine } from '../../../text/clean-output.js';
import type { BoardGroup, BoardWords } from '../../../text/lang/board/index.js';
import type { Language } from '../../../text/lang/index.js';
import { clip, displayWidth, fitToWidth, type Paint } from '../../terminal.js';
import { type Board, type BoardIssue, blockerName, type IssueGroup, issueName } from '../board.js';

/** How the table is printed: its language, colours and width. */
export interface BoardScreen {
  readonly lang: Language;
  readonly paint: Paint;
  /** The width in columns. */
  readonly columns: number;
  /** GitHub's host. On another than github.com, the table has no `gh` command. */
  readonly host?: string | undefined;
}

/** The input of every part of the table. `words`: the texts in the language of the reader. */
export interface TableContext extends BoardScreen {
  readonly report: Report;
  readonly words: BoardWords;
}

const MARKS: Readonly<Record<BoardGroup, string>> = {
  due: '◆',
  unknown: '?',
  blocked: '■',
  unanswered: '□',
  review_pending: '▶',
  in_progress: '●',
  incomplete: '○',
  done: '✓',
};

const COLOURS: Readonly<Record<BoardGroup, keyof Paint>> = {
  due: 'good',
  unknown: 'bad',
  blocked: 'bad',
  unanswered: 'bad',
  review_pending: 'accent',
  in_progress: 'accent',
  incomplete: 'strong',
  done: 'faint',
};

export const markOf = (group: BoardGroup): string => MARKS[group];

export const colourOf = (group: BoardGroup, paint: Paint): ((text: string) => string) => paint[COLOURS[group]];

/** In groups with more issues, stale issues are only counted. */
const MAX_COMPLETE_GROUP = 8;
const MAX_ROWS = 40;
const GAP = '  ';

interface Row {
  readonly group: BoardGroup;
  readonly name: string;
  readonly title: string;
  readonly why: string;
  readonly when: string;
}

/** A line for every issue that may need action, and the number of the others. */
export function issueRows({ groups: shelves }: Board, context: TableContext): readonly string[] {
  const open = shelves.filter(({ group }) => group !== 'done');
  const rows = open.flatMap((group) => shownIssues(group).map((place) => rowOf(place, group.group, context)));
  const widths = widthsOf(rows, context);
  return [...rows.map((row) => lineOfRow(row, widths, context)), ...omittedLine(shelves, context)];
}

function shownIssues({ fresh, stale }: IssueGroup): readonly BoardIssue[] {
  const all = fresh.length + stale.length <= MAX_COMPLETE_GROUP ? [...fresh, ...stale] : fresh;
  return all.slice(0, MAX_ROWS);
}

function rowOf({ assessment, lastActivity }: BoardIssue, group: BoardGroup, { words, report }: TableContext): Row {
  const { issue, title, rule, blockers } = assessment;
  const blockerNames = blockers.filter(({ open }) => open).map((each) => blockerName(each, words));
  const isBlocked = group === 'blocked' && blockerNames.length > 0;
  const why = isBlocked ? words.waitsFor(blockerNames.slice(0, 3)) : singleLine(words.rule(rule));
  const when = lastActivity === null ? '–' : words.age(lastActivity, report.observedAt);
  return { group, name: issueName(issue), title: singleLine(title), why, when };
}

interface Widths {
  readonly name: number;
  readonly title: number;
  readonly why: number;
  readonly when: number;
}

/** The widths of the columns. Names and times get what they need; titles and reasons share the rest. */
function widthsOf(rows: readonly Row[], { columns }: TableContext): Widths {
  const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
  const name = Math.min(24, widest(rows.map((row) => row.name)));
  const when = widest(rows.map((row) => row.when));
  const free = columns - name - when - 2 - 3 * GAP.length;
  const wanted = widest(rows.map((row) => row.why));
  const why = Math.max(8, Math.min(wanted, Math.floor(free * 0.45)));
  return { name, when, why, title: Math.max(8, Math.min(widest(rows.map((row) => row.title)), free - why)) };
}

function lineOfRow({ group, name, title, why, when }: Row, widths: Widths, { paint, columns }: TableContext): string {
  const tint = colourOf(group, paint);
  const line = [
    fitToWidth(name, widths.name),
    fitToWidth(title, widths.title),
    fitToWidth(why, widths.why),
    clip(when, widths.when),
  ];
  const [first = '', second = '', third = '', last = ''] = line;
  const isTooWide = widths.name + widths.title + widths.why + widths.when + 2 + 3 * GAP.length > columns;
  const tail = isTooWide ? [] : [paint.faint(last)];
  return [`${tint(markOf(group))} ${first}`, second, tint(third), ...tail].join(GAP).trimEnd();
}

/** A line with the number of issues that have no row because they are done or stale, or because their group is too long. */
function omittedLine(shelves: readonly IssueGroup[], { words, paint }: TableContext): readonly string[] {
  const left = shelves.map((each) => {
    const { group, fresh, stale } = each;
    return fresh.length + stale.length - (group === 'done' ? 0 : shownIssues(each).length);
  });
  const count = left.reduce((sum, each) => sum + each, 0);
  return count === 0 ? [] : [paint.faint(`  ${words.more(count)}`)];
}
