// The input of the tamper check: a changed file with its whole text before and after, and the same file prepared for the rules (role, lines, hunks).
// Used by index.ts and context.ts, all rules in kinds/, tests/python.ts, and src/verify/prove/index.ts, which recognizes moved files.
import { structuredPatch } from 'diff';
import { languageOf } from './language.js';
import { type FileRole, roleOf } from './role.js';
import { readSource, type Source } from './source.js';

/** A changed file. `before` and `after` are its whole content; null if it did not exist or is binary. */
export interface ChangedFile {
  readonly path: string;
  /** Its previous path, if it was renamed. */
  readonly from?: string | undefined;
  readonly before: string | null;
  readonly after: string | null;
}

/** A line of a text: as it is, and with strings and comments blanked. Numbered from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
  readonly code: string;
  readonly comment: string;
  /** Its offset in the text. */
  readonly at: number;
}

/** Removed and added lines at one position. */
interface Hunk {
  readonly removed: readonly Line[];
  readonly added: readonly Line[];
  /** The line number in the new text. */
  readonly line: number;
}

/** A changed file, prepared for the rules. */
export interface AnalyzedFile {
  readonly path: string;
  readonly role: FileRole;
  /** Its previous role, because a renamed test file may no longer be found by the runner. */
  readonly was: FileRole;
  readonly before: Source | null;
  readonly after: Source | null;
  readonly hunks: readonly Hunk[];
  readonly added: readonly Line[];
  readonly removed: readonly Line[];
}

/** Longer files are not parsed, only their names count. */
const MAX_CHARACTERS = 1_000_000;
/** Texts with more differing lines are not aligned. */
const MOST_EDITS = 4000;
/** Longer lines are cut. */
const LONG_LINE = 2000;

/** Prepares a changed file. */
export function analyze(file: ChangedFile): AnalyzedFile {
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
  return readSource(plain.length > MAX_CHARACTERS ? '' : plain, languageOf(path));
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

/** Without alignment: lines that only one of the texts contains. */
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

/** `count` lines of a text, starting at `from`. */
export function linesOf(source: Source, from: number, count: number): readonly Line[] {
  return Array.from({ length: count }, (_, nth): Line => {
    const line = from + nth;
    const at = source.startOf(line);
    const end = Math.min(source.startOf(line + 1), at + LONG_LINE);
    const cut = (text: string) => text.slice(at, end).replace(/\n$/, '');
    return { line, at, text: cut(source.text), code: cut(source.code), comment: cut(source.comments) };
  });
}

/** Combines a removed and an added file with equal content into one rename, for changes without git's rename detection. */
export function withMoves(changes: readonly ChangedFile[]): readonly ChangedFile[] {
  const gone = new Map<string, ChangedFile>();
  for (const change of changes)
    if (change.before && change.after === null && !gone.has(change.before)) gone.set(change.before, change);
  const moved = new Set<ChangedFile>();
  const reported = changes.map((change): ChangedFile => {
    const from = change.before === null && change.after ? gone.get(change.after) : undefined;
    if (from === undefined || moved.has(from)) return change;
    moved.add(from);
    return { ...change, from: from.path, before: from.before };
  });
  return reported.filter((_, n) => !moved.has(changes[n] ?? { path: '', before: null, after: null }));
}
