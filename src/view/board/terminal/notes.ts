import { lineOf } from '../line.js';
import { nameOf } from '../name-of.js';
import { wrapped } from './columns.js';
import type { Showing } from './showing.js';

const MOST = 5;

/** Circles, drift, what was not seen, what was written: each only when there is something to say. */
export function notes(of: Showing): readonly string[] {
  const { report, say, paint, columns } = of;
  const { cycles, drift, coverage, registry, changes } = report;
  const rounds = cycles.map((cycle) => [...cycle, ...cycle.slice(0, 1)].slice(0, 12).map(nameOf).join(' → '));
  const drifted = drift.map(({ issue, board, truth, since }) =>
    say.drifted({ issue: nameOf(issue), board: lineOf(board), truth: say.shelf[truth], since }),
  );
  const unseen = [
    ...(coverage.seen < coverage.issues ? [say.seen(coverage)] : []),
    ...coverage.missing.map(({ what, why }) => `${what}: ${why}`),
    ...registry.problems.map(({ path, message }) => `${path}: ${message}`),
  ];
  return [
    ...told({ title: say.heading.circles, lines: rounds, tint: paint.bad }, of),
    ...told({ title: say.heading.drift, lines: drifted, tint: paint.strong }, of),
    ...told({ title: say.heading.missing, lines: unseen, tint: paint.bad }, of),
    ...(changes.planned > 0 ? wrapped(say.written(changes), columns).map(paint.faint) : []),
  ];
}

interface Note {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tint: (text: string) => string;
}

function told({ title, lines, tint }: Note, { say, columns }: Showing): readonly string[] {
  if (lines.length === 0) return [];
  const shown = [...lines.slice(0, MOST), ...(lines.length > MOST ? [say.more(lines.length - MOST)] : [])];
  return [tint(title), ...shown.flatMap((line) => wrapped(lineOf(line), columns - 2).map((each) => `  ${each}`))];
}
