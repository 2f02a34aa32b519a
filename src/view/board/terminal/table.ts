// The report of a scan for a terminal, printed by `crew facilitate`: a table of issues, and the next step at the end. Pure.

import type { Report } from '../../../ports/report.js';
import { copyableCommand, singleLine } from '../../../text/clean-output.js';
import { boardWords, type Tally } from '../../../text/lang/board/index.js';
import { flowItems, wrapText } from '../../terminal.js';
import { type Board, boardOf, evidenceOfDrift, issueName, pageStepFor, pullRequestForCommand } from '../board.js';
import { emptyBoardSentence, nextSteps, unmetConditions } from '../conditions.js';
import { type BoardScreen, colourOf, issueRows, markOf, type TableContext } from './rows.js';

const MAX_LINES = 5;

/** Cycles, drift, unread data and writes. Empty ones are left out. */
function notes(context: TableContext, board: Board): readonly string[] {
  const { report, words, paint, columns } = context;
  const { cycles, drift, coverage, registry, changes } = report;
  const cycleLines = cycles.map((cycle) => [...cycle, ...cycle.slice(0, 1)].slice(0, 12).map(issueName).join(' → '));
  const drifted = drift.map((each) =>
    words.drifted({
      issue: issueName(each.issue),
      board: singleLine(each.board),
      truth: evidenceOfDrift(each, board, words).name,
      since: each.since,
    }),
  );
  const unread = [
    ...(coverage.seen < coverage.issues ? [words.seen(coverage)] : []),
    ...coverage.missing.map(({ what, why }) => `${what}: ${why}`),
    ...registry.problems.map(({ path, message }) => `${path}: ${message}`),
  ];
  return [
    ...noteLines({ title: words.heading.circles, lines: cycleLines, tint: paint.bad }, context),
    ...noteLines({ title: words.heading.drift, lines: drifted, tint: paint.strong }, context),
    ...noteLines({ title: words.heading.missing, lines: unread, tint: paint.bad }, context),
    ...(changes.planned > 0 ? wrapText(words.written(changes), columns).map(paint.faint) : []),
  ];
}

interface Note {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tint: (text: string) => string;
}

function noteLines({ title, lines, tint }: Note, { words, columns }: TableContext): readonly string[] {
  if (lines.length === 0) return [];
  const shown = [
    ...lines.slice(0, MAX_LINES),
    ...(lines.length > MAX_LINES ? [words.more(lines.length - MAX_LINES)] : []),
  ];
  return [tint(title), ...shown.flatMap((line) => wrapText(singleLine(line), columns - 2).map((each) => `  ${each}`))];
}

/** The board as a table, and the next step. */
export function boardTable(report: Report, screen: BoardScreen): string {
  const context: TableContext = {
    ...screen,
    columns: Math.max(40, screen.columns),
    report,
    words: boardWords(screen.lang),
  };
  const board = boardOf(report);
  const parts = [
    headLines(context, board.tallies),
    issueRows(board, context),
    notes(context, board),
    nextStepLines(context, board),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headLines(context: TableContext, tallies: readonly Tally[]): readonly string[] {
  const { report, words, paint, columns } = context;
  const { assessments, health, observedAt } = report;
  const facts = [words.observed(observedAt), words.health(health.score), ...unmetConditions(report, words)].join(' · ');
  return [
    paint.strong(assessments.length > 0 ? words.issues(assessments.length) : emptyBoardSentence(report, words)),
    ...wrapText(facts, columns).map(paint.faint),
    ...legend(tallies, context),
  ];
}

/** The mark of each state with the number of its issues. */
function legend(tallies: readonly Tally[], { words, paint, columns }: TableContext): readonly string[] {
  const items = tallies.map((tally) => `${markOf(tally.group)} ${words.tally(tally)}`);
  const tints = new Map(tallies.map(({ group }) => [markOf(group), colourOf(group, paint)]));
  return flowItems(items, columns).map((line) =>
    line.replace(/(?<=^| {2})\S(?= )/g, (mark) => tints.get(mark)?.(mark) ?? mark),
  );
}

function nextStepLines({ report, words, paint, columns, host }: TableContext, board: Board): readonly string[] {
  const { reason, suggestions } = report.recommendation;
  const format = { issue: issueName, agent: singleLine, command: singleLine, description: singleLine };
  const [step, agentStep] = nextSteps(report, { board, words, format });
  const titleLines = ({ title, text }: typeof step) => wrapText(`${title}: ${text}`, columns).map(paint.strong);
  const reasonLines = wrapText(singleLine(reason), columns - 2).map((line) => `  ${paint.faint(line)}`);
  const [first] = suggestions;
  const pageStep = pageStepFor(first?.command ?? '', host);
  const command = pageStep ? '' : copyableCommand(first?.command ?? '');
  const place = first && pullRequestForCommand(first, board.find);
  return [
    ...titleLines(step),
    // The reason is that of the agent's step.
    ...(agentStep ? [] : reasonLines),
    ...(pageStep ? [`  ${words.onPage[pageStep.action]} ${paint.accent(pageStep.ref)}`] : []),
    ...(command === null ? wrapText(words.unshown, columns) : []),
    // A command is not wrapped, so that it can be copied.
    ...(command ? [`  ${paint.accent(command)}`] : []),
    ...(place === undefined
      ? []
      : wrapText(words.commandPlace(singleLine(place)), columns - 2).map((line) => `  ${line}`)),
    ...(agentStep ? [...titleLines(agentStep), ...reasonLines] : []),
  ];
}
