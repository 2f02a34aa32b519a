// Writes diffs in the format of `git diff --full-index --binary`, so that git and crew can both apply them. Used by workspace/copy.ts,
// base-commit and run-repository; apply.ts uses it too.

import { createHash } from 'node:crypto';
import { structuredPatch } from 'diff';
import type { Diff } from '../../../ports/index.js';
import { blobIdOf, type Content, isSame } from './content.js';
import { quoted, toBase85 } from './encoding.js';

/** A file before and after a change. */
export interface Change {
  readonly path: string;
  readonly before: Content | null;
  readonly after: Content | null;
}

/** The patch of one file. A change between link and file becomes two patches, as in git. */
export function patchOf(change: Change): string {
  const { before, after } = change;
  if (before && after && (before.mode === '120000') !== (after.mode === '120000'))
    return patchOf({ ...change, after: null }) + patchOf({ ...change, before: null });
  return `${headOf(change)}${bodyOf(change)}`;
}

function headOf({ path, before, after }: Change): string {
  const lines = [`diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`];
  if (before === null) lines.push(`new file mode ${after?.mode}`);
  else if (after === null) lines.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) lines.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  const [from, to] = [blobIdOf(before), blobIdOf(after)];
  if (from !== to) lines.push(`index ${from}..${to}${before?.mode === after?.mode ? ` ${before?.mode}` : ''}`);
  return lines.map((line) => `${line}\n`).join('');
}

function bodyOf(change: Change): string {
  const [before, after] = [change.before?.bytes ?? NO_BYTES, change.after?.bytes ?? NO_BYTES];
  if (Buffer.compare(before, after) === 0) return '';
  const [from, to] = [textOf(before), textOf(after)];
  if (from === null || to === null) return binary(before, after);
  const [a, b] = [nameOf('a', change.path), nameOf('b', change.path)];
  const names = `--- ${change.before ? a : '/dev/null'}\n+++ ${change.after ? b : '/dev/null'}\n`;
  return names + hunksOf(from, to);
}

const NO_BYTES = new Uint8Array();
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A file as text; null if it is not valid UTF-8 without NUL. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

/** git adds a tab after a name with a space. */
function nameOf(side: 'a' | 'b', path: string): string {
  const name = quoted(`${side}/${path}`);
  return name.includes(' ') ? `${name}\t` : name;
}

function binary(before: Uint8Array, after: Uint8Array): string {
  const literal = (bytes: Uint8Array) => `literal ${bytes.length}\n${toBase85(bytes)}\n`;
  return `GIT binary patch\n${literal(after)}${literal(before)}`;
}

/** With more edits than this, computing the shortest diff takes too long; the whole file is replaced. */
const MAX_EDITS = 2_000;

function hunksOf(from: string, to: string): string {
  const patch = structuredPatch('', '', from, to, '', '', { context: 3, maxEditLength: MAX_EDITS });
  return (patch?.hunks ?? [replaceAllLines(from, to)])
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const ranges = `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`;
      return [ranges, ...lines].map((line) => `${line}\n`).join('');
    })
    .join('');
}

/** A count of one is omitted; with a count of zero the start is the line before. */
const rangeOf = (start: number, count: number): string =>
  count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;

/** A hunk that replaces all lines. */
function replaceAllLines(from: string, to: string) {
  const side = (text: string, sign: string) => {
    const lines = text.split('\n');
    const endsWithNewline = lines.at(-1) === '';
    const signed = (endsWithNewline ? lines.slice(0, -1) : lines).map((line) => sign + line);
    return { count: signed.length, lines: endsWithNewline ? signed : [...signed, '\\ No newline at end of file'] };
  };
  const [original, replacement] = [side(from, '-'), side(to, '+')];
  return {
    oldStart: 1,
    oldLines: original.count,
    newStart: 1,
    newLines: replacement.count,
    lines: [...original.lines, ...replacement.lines],
  };
}

/** The diff of changes. Files whose content and mode are the same are left out. */
export function diffOf(changes: readonly Change[], base: string | null): Diff {
  const changed = changes
    .filter(({ before, after }) => !isSame(before, after))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const text = changed.map(patchOf).join('');
  return { base, sha256: digestOf(text), files: changed.map(({ path }) => path), text };
}

/** The digest that identifies a diff. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
