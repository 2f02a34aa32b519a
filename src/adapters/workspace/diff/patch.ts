// One file's part of a diff, as `git diff --full-index --binary` writes it, so that git and we can apply it byte by byte.
import { structuredPatch } from 'diff';
import { toBase85 } from './base85.js';
import { blobIdOf, type Content } from './content.js';
import { quoted } from './quote.js';

export interface Change {
  readonly path: string;
  readonly before: Content | null;
  readonly after: Content | null;
}

/** The patch of one file. A link that becomes a file, or the other way, is two: git knows no other way. */
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
  const [before, after] = [change.before?.bytes ?? NOTHING, change.after?.bytes ?? NOTHING];
  if (Buffer.compare(before, after) === 0) return '';
  const [from, to] = [textOf(before), textOf(after)];
  if (from === null || to === null) return binary(before, after);
  const [a, b] = [nameOf('a', change.path), nameOf('b', change.path)];
  const names = `--- ${change.before ? a : '/dev/null'}\n+++ ${change.after ? b : '/dev/null'}\n`;
  return names + hunksOf(from, to);
}

const NOTHING = new Uint8Array();
const TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A file as text; null for what is none, or would come out of a text as other bytes. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return TEXT.decode(bytes);
  } catch {
    return null;
  }
}

/** git ends a name that holds a space with a tab. */
function nameOf(side: 'a' | 'b', path: string): string {
  const name = quoted(`${side}/${path}`);
  return name.includes(' ') ? `${name}\t` : name;
}

function binary(before: Uint8Array, after: Uint8Array): string {
  const literal = (bytes: Uint8Array) => `literal ${bytes.length}\n${toBase85(bytes)}\n`;
  return `GIT binary patch\n${literal(after)}${literal(before)}`;
}

/** Beyond this many changed lines finding the shortest way costs more than it tells. */
const MOST_EDITS = 2_000;

function hunksOf(from: string, to: string): string {
  const patch = structuredPatch('', '', from, to, '', '', { context: 3, maxEditLength: MOST_EDITS });
  return (patch?.hunks ?? [wholly(from, to)])
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const ranges = `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`;
      return [ranges, ...lines].map((line) => `${line}\n`).join('');
    })
    .join('');
}

/** One line goes without its count; none are counted after the line before them. */
const rangeOf = (start: number, count: number): string =>
  count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;

/** All of one for all of the other. */
function wholly(from: string, to: string) {
  const side = (text: string, sign: string) => {
    const lines = text.split('\n');
    const ended = lines.at(-1) === '';
    const signed = (ended ? lines.slice(0, -1) : lines).map((line) => sign + line);
    return { count: signed.length, lines: ended ? signed : [...signed, '\\ No newline at end of file'] };
  };
  const [old, young] = [side(from, '-'), side(to, '+')];
  return {
    oldStart: 1,
    oldLines: old.count,
    newStart: 1,
    newLines: young.count,
    lines: [...old.lines, ...young.lines],
  };
}
