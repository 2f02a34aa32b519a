// What the gate is given, and what it makes of it before any rule looks.
import { structuredPatch } from 'diff';
import { languageOf } from './language.js';
import { type Role, roleOf } from './role.js';
import { readSource, type Source } from './source.js';

/** A file of a change, whole: null where it is not there, or is no text. */
export interface ChangedFile {
  readonly path: string;
  /** Its path before, where that was another. */
  readonly from?: string | undefined;
  readonly before: string | null;
  readonly after: string | null;
}

/** A line of a text, from 1, as it is and with strings and comments blank. */
export interface Line {
  readonly line: number;
  readonly text: string;
  readonly code: string;
  readonly comment: string;
  /** Where it begins in its text. */
  readonly at: number;
}

/** What was taken and what was put there. */
export interface Hunk {
  readonly removed: readonly Line[];
  readonly added: readonly Line[];
  /** The line of the new text where it stands. */
  readonly line: number;
}

/** A changed file, read. */
export interface Looked {
  readonly path: string;
  readonly role: Role;
  /** Its role before: a file of tests may get a name under which no runner finds it. */
  readonly was: Role;
  readonly before: Source | null;
  readonly after: Source | null;
  readonly hunks: readonly Hunk[];
  readonly added: readonly Line[];
  readonly removed: readonly Line[];
}

/** Above this, a text was made by a machine: only its name is looked at. */
const MOST_LETTERS = 1_000_000;
/** Two texts that differ in more lines than this share nothing worth aligning. */
const MOST_EDITS = 4000;
/** Nobody writes such lines. */
const LONG_LINE = 2000;

/** Reads a changed file. */
export function look(file: ChangedFile): Looked {
  const { path, from = path } = file;
  const before = sourceOf(file.before, from);
  const after = sourceOf(file.after, path);
  const hunks = hunksOf(before, after);
  return {
    path,
    role: roleOf(path, after?.text ?? before?.text ?? ''),
    was: roleOf(from, before?.text ?? after?.text ?? ''),
    before,
    after,
    hunks,
    added: hunks.flatMap(({ added }) => added),
    removed: hunks.flatMap(({ removed }) => removed),
  };
}

function sourceOf(text: string | null, path: string): Source | null {
  if (text === null) return null;
  const plain = text.replaceAll('\r\n', '\n').replace(/^\ufeff/, '');
  return readSource(plain.length > MOST_LETTERS ? '' : plain, languageOf(path));
}

function hunksOf(before: Source | null, after: Source | null): readonly Hunk[] {
  if (!before || !after) return [wholeHunk(before, after)];
  const options = { context: 0, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('a', 'b', before.text, after.text, '', '', options);
  if (!patch) return [wholeHunk(before, after)];
  return patch.hunks.map((hunk) => ({
    removed: linesOf(before, hunk.oldStart, hunk.lines.filter((line) => line.startsWith('-')).length),
    added: linesOf(after, hunk.newStart, hunk.lines.filter((line) => line.startsWith('+')).length),
    line: Math.max(1, hunk.newStart),
  }));
}

/** Without an alignment: what stands in one of the two and not in the other. */
function wholeHunk(before: Source | null, after: Source | null): Hunk {
  const [old, now] = [before, after].map((source) => (source ? linesOf(source, 1, countLines(source)) : []));
  const [hadTexts, hasTexts] = [new Set(old?.map(({ text }) => text)), new Set(now?.map(({ text }) => text))];
  return {
    removed: (old ?? []).filter(({ text }) => !hasTexts.has(text)),
    added: (now ?? []).filter(({ text }) => !hadTexts.has(text)),
    line: 1,
  };
}

const countLines = (source: Source): number => source.lineAt(source.text.length);

/** So many lines of a text, from one on. */
export function linesOf(source: Source, from: number, count: number): readonly Line[] {
  return Array.from({ length: count }, (_, nth): Line => {
    const line = from + nth;
    const at = source.startOf(line);
    const end = Math.min(source.startOf(line + 1), at + LONG_LINE);
    const cut = (text: string) => text.slice(at, end).replace(/\n$/, '');
    return { line, at, text: cut(source.text), code: cut(source.code), comment: cut(source.comments) };
  });
}
