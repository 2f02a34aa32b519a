// The report for a terminal: a table of issues, and the next step at the end. Pure.

import type { Report } from '../../../ports/report.js';
import { copyableCommand, singleLine } from '../../../text/clean-output.js';
import { boardWords, type Tally } from '../../../text/lang/board/index.js';
import { filled, wrapped } from '../../terminal.js';
import { type Board, boardOf, commandPlace, nameOf, nextComment } from '../board.js';
import { idleOf, noneOf, unmetOf } from '../conditions.js';
import { markOf, rowsOf, type Screen, type TableContext, tintOf } from './rows.js';

const MOST = 5;

/** Cycles, drift, unread data and writes. Empty ones are left out. */
function notes(of: TableContext): readonly string[] {
  const { report, say, paint, columns } = of;
  const { cycles, drift, coverage, registry, changes } = report;
  const rounds = cycles.map((cycle) => [...cycle, ...cycle.slice(0, 1)].slice(0, 12).map(nameOf).join(' → '));
  const drifted = drift.map(({ issue, board, truth, since }) =>
    say.drifted({ issue: nameOf(issue), board: singleLine(board), truth: say.group[truth], since }),
  );
  const unseen = [
    ...(coverage.seen < coverage.issues ? [say.seen(coverage)] : []),
    ...coverage.missing.map(({ what, why }) => `${what}: ${why}`),
    ...registry.problems.map(({ path, message }) => `${path}: ${message}`),
  ];
  return [
    ...noteLines({ title: say.heading.circles, lines: rounds, tint: paint.bad }, of),
    ...noteLines({ title: say.heading.drift, lines: drifted, tint: paint.strong }, of),
    ...noteLines({ title: say.heading.missing, lines: unseen, tint: paint.bad }, of),
    ...(changes.planned > 0 ? wrapped(say.written(changes), columns).map(paint.faint) : []),
  ];
}

interface Note {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tint: (text: string) => string;
}

function noteLines({ title, lines, tint }: Note, { say, columns }: TableContext): readonly string[] {
  if (lines.length === 0) return [];
  const shown = [...lines.slice(0, MOST), ...(lines.length > MOST ? [say.more(lines.length - MOST)] : [])];
  return [tint(title), ...shown.flatMap((line) => wrapped(singleLine(line), columns - 2).map((each) => `  ${each}`))];
}

/** The board as a table, and the next step. */
export function boardTable(report: Report, screen: Screen): string {
  const of: TableContext = { ...screen, columns: Math.max(40, screen.columns), report, say: boardWords(screen.lang) };
  const board = boardOf(report);
  const parts = [head(of, board.tallies), rowsOf(board, of), notes(of), next(of, board)];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function head(of: TableContext, tallies: readonly Tally[]): readonly string[] {
  const { report, say, paint, columns } = of;
  const { assessments, health, observedAt } = report;
  const facts = [say.observed(observedAt), say.health(health.score), ...unmetOf(report, say)].join(' · ');
  return [
    paint.strong(assessments.length > 0 ? say.issues(assessments.length) : noneOf(report, say)),
    ...wrapped(facts, columns).map(paint.faint),
    ...legend(tallies, of),
  ];
}

/** The number of issues in each state, after the state's mark. */
function legend(tallies: readonly Tally[], { say, paint, columns }: TableContext): readonly string[] {
  const items = tallies.map((tally) => `${markOf(tally.group)} ${say.tally(tally)}`);
  const tints = new Map(tallies.map(({ group }) => [markOf(group), tintOf(group, paint)]));
  return filled(items, columns).map((line) =>
    line.replace(/(?<=^| {2})\S(?= )/g, (mark) => tints.get(mark)?.(mark) ?? mark),
  );
}

function next({ report, say, paint, columns }: TableContext, board: Board): readonly string[] {
  const { nextAgent, targetIssues, reason, suggestions } = report.recommendation;
  const issues = targetIssues.slice(0, 10).map(nameOf);
  const byPerson = suggestions.length === 0 ? idleOf(report, say) : say.nextByPerson(issues);
  const comment = nextComment(report, board.find);
  const byAgent = comment
    ? say.nextCommand({ command: singleLine(comment.command), on: comment.on.slice(0, 10).map(nameOf) })
    : say.next({ agent: singleLine(nextAgent), issues });
  const said = nextAgent === 'none' ? byPerson : byAgent;
  const [first] = suggestions;
  const command = copyableCommand(first?.command ?? '');
  const place = first && commandPlace(first, board.find);
  return [
    ...wrapped(`${say.heading.first}: ${said}`, columns).map(paint.strong),
    ...wrapped(singleLine(reason), columns - 2).map((line) => `  ${paint.faint(line)}`),
    // A command is not wrapped, so that it can be copied.
    ...(command === null ? wrapped(say.unshown, columns) : command ? [`  ${paint.accent(command)}`] : []),
    ...(place === undefined
      ? []
      : wrapped(say.commandPlace(singleLine(place)), columns - 2).map((line) => `  ${line}`)),
  ];
}
