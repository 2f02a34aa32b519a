// Parses the diffs that format.ts writes, for apply.ts. Throws for any other form.
import { UserError } from '../../../ports/errors.js';
import type { Content } from './content.js';
import { fromBase85, unquoted } from './encoding.js';

/** A hunk of a diff. */
export interface Hunk {
  readonly oldStart: number;
  readonly lines: readonly string[];
}

/** The patch of one file. `before` and `after` are null if the file does not exist then; their `id` is empty if only the mode changes. */
export interface Patch {
  readonly path: string;
  readonly before: { readonly id: string; readonly mode: Content['mode'] } | null;
  readonly after: { readonly id: string; readonly mode: Content['mode'] } | null;
  readonly hunks: readonly Hunk[];
  /** The whole new content of a binary file; null for text. */
  readonly bytes: Uint8Array | null;
}

/** The error for a diff in another form. */
export function invalidDiff(line: string | undefined): UserError {
  return new UserError({
    expected: 'a diff as crew writes it',
    found: JSON.stringify((line ?? 'its end').slice(0, 120)),
    remedy: 'Make it again.',
    ends: 'refused',
  });
}

/** The patches of a diff. */
export function parseDiff(text: string): readonly Patch[] {
  if (text === '') return [];
  const starts = [...text.matchAll(/^diff --git /gm)].map(({ index }) => index);
  if (starts[0] !== 0) throw invalidDiff(text);
  return starts.map((start, n) => patchIn(text.slice(start, starts[n + 1]).split('\n')));
}

function patchIn(lines: readonly string[]): Patch {
  const rest = [...lines];
  const path = pathIn(rest.shift() ?? '');
  const modes = modesIn(rest);
  const index = /^index ([0-9a-f]{40})\.\.([0-9a-f]{40})(?: (\d{6}))?$/.exec(rest[0] ?? '');
  if (index) rest.shift();
  const unchangedMode = index?.[3];
  const side = (mode: string | null | undefined, id: string | undefined) =>
    mode === null ? null : { id: id ?? '', mode: modeOf(mode ?? unchangedMode) };
  const sides = { before: side(modes.before, index?.[1]), after: side(modes.after, index?.[2]) };
  if (rest[0] === 'GIT binary patch') return { path, ...sides, hunks: [], bytes: binaryIn(rest.slice(1)) };
  if (rest[0]?.startsWith('--- ')) rest.splice(0, 2);
  return { path, ...sides, hunks: hunksIn(rest), bytes: null };
}

/** The path of a line `diff --git a/PATH b/PATH`. Both names are equally long, so the first one is the first half. */
function pathIn(line: string): string {
  const names = line.slice('diff --git '.length);
  const half = names.slice(0, (names.length - 1) / 2);
  const name = unquoted(half);
  if (!name.startsWith('a/') || names.slice(half.length) !== ` ${half.replace(/^("?)a/, '$1b')}`)
    throw invalidDiff(line);
  return name.slice(2);
}

/**
 * File modes before and after: null if the file does not exist, undefined if only the index line names the mode. Removes the lines that it
 * read from `rest`.
 */
function modesIn(rest: string[]): { before?: string | null; after?: string | null } {
  const modes: { before?: string | null; after?: string | null } = {};
  for (;;) {
    const found = /^(new file|deleted file|old|new) mode (\d{6})$/.exec(rest[0] ?? '');
    if (!found) return modes;
    const [, what, mode = ''] = found;
    if (what === 'new file') Object.assign(modes, { before: null, after: mode });
    else if (what === 'deleted file') Object.assign(modes, { before: mode, after: null });
    else Object.assign(modes, what === 'old' ? { before: mode } : { after: mode });
    rest.shift();
  }
}

function modeOf(mode: string | undefined): Content['mode'] {
  if (mode === '100644' || mode === '100755' || mode === '120000') return mode;
  throw invalidDiff(`mode ${mode}`);
}

function binaryIn(lines: readonly string[]): Uint8Array {
  const length = /^literal (\d+)$/.exec(lines[0] ?? '')?.[1];
  const end = lines.indexOf('');
  if (length === undefined || end < 0) throw invalidDiff(lines[0]);
  return fromBase85(lines.slice(1, end), Number(length));
}

function hunksIn(lines: readonly string[]): readonly Hunk[] {
  const hunks: { oldStart: number; lines: string[] }[] = [];
  for (const line of lines.slice(0, -1)) {
    const start = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@$/.exec(line)?.[1];
    if (start !== undefined) hunks.push({ oldStart: Number(start), lines: [] });
    else if (hunks.length > 0 && /^[-+ \\]/.test(line)) hunks.at(-1)?.lines.push(line);
    else throw invalidDiff(line);
  }
  return hunks;
}
