// Finds lines in the hunks of a diff, for review comments. Used by acts/reviews.ts, the REST review routes and the pages.

import { gitText } from './git.js';

type Side = 'LEFT' | 'RIGHT';
type Hunk = { readonly old: Span; readonly new: Span };
/** A range of lines. With count 0 it is empty and lies after line `from`, as in git. */
type Span = { readonly from: number; readonly count: number };

/** The header of a hunk: `@@ -12,3 +14 @@`. A missing count is 1. */
const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function hunkOf(line: string): Hunk | null {
  const found = head.exec(line);
  if (found === null) return null;
  const span = (from = '0', count = '1'): Span => ({ from: Number(from), count: Number(count) });
  return { old: span(found[1], found[2]), new: span(found[3], found[4]) };
}

const containsLine = ({ from, count }: Span, line: number): boolean => line >= from && line < from + count;

/** The part of a hunk down to a line, as GitHub shows it above a review comment; null if the line is in no hunk. */
export function hunkDownTo(patch: string, at: { side: Side; line: number; startLine?: number | null }): string | null {
  const sideMark = at.side === 'LEFT' ? '-' : '+';
  const shown: string[] = [];
  let inside = false;
  let next = 0;
  for (const text of patch.split('\n')) {
    const hunk = hunkOf(text);
    if (hunk !== null) {
      const span = at.side === 'LEFT' ? hunk.old : hunk.new;
      inside = containsLine(span, at.line) && containsLine(span, at.startLine ?? at.line);
      next = span.from;
    }
    if (!inside) continue;
    shown.push(text);
    if (hunk !== null || !(text.startsWith(sideMark) || text.startsWith(' '))) continue;
    if (next === at.line) return shown.join('\n');
    next += 1;
  }
  return null;
}

/** The new position of a line after a change; null if it was changed or the file is gone. */
export async function lineAfterChange(
  dir: string,
  { from, to, path, line }: { from: string; to: string; path: string; line: number },
): Promise<number | null> {
  const patch = await gitText({ dir, args: ['diff', '--no-renames', '--unified=0', from, to, '--', path] });
  const hunks = patch.split('\n').flatMap((text) => hunkOf(text) ?? []);
  if (hunks.some(({ old }) => containsLine(old, line))) return null;
  const above = hunks.filter(({ old }) => (old.count === 0 ? old.from < line : old.from + old.count <= line));
  return above.reduce((at, hunk) => at + hunk.new.count - hunk.old.count, line);
}
