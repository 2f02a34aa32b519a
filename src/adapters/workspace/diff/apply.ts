// Applies a diff completely or not at all: everything is computed and checked before the first write. Used by index.ts of
// adapters/workspace.
import { UserError } from '../../../ports/errors.js';
import type { Workspace } from '../../../ports/index.js';
import { shownPath } from '../paths.js';
import { blobIdOf, type Content, contentAt } from './content.js';
import { digestOf } from './format.js';
import { type Hunk, invalidDiff, type Patch, parseDiff } from './parse.js';

interface PlannedWrite {
  readonly path: string;
  readonly before: Content | null;
  readonly after: Content | null;
}

/** Applies a diff byte for byte and returns the paths of its files. Throws if a file differs from what the diff was made from. */
export async function applyDiff(
  workspace: Workspace,
  { text, sha256 }: { readonly text: string; readonly sha256: string },
): Promise<readonly string[]> {
  if (digestOf(text) !== sha256) throw invalidDiff(`a text whose sha256 is not ${sha256.slice(0, 64)}`);
  const results = new Map<string, Content | null>();
  const writes = parseDiff(text).map((patch) => plannedWrite(workspace.root, { patch, results }));
  const completed: PlannedWrite[] = [];
  try {
    for (const each of writes) {
      completed.unshift(each);
      await writeContent(workspace, each.path, each.after);
    }
  } catch (error) {
    for (const { path, before } of completed) await writeContent(workspace, path, before);
    throw error;
  }
  return [...new Set(writes.map(({ path }) => path))];
}

async function writeContent(workspace: Workspace, path: string, content: Content | null): Promise<void> {
  if (content === null) return workspace.remove(path);
  if (content.mode === '120000') throw invalidDiff(`a link at ${path}`);
  await workspace.write(path, content.bytes, content.mode === '100755' ? 0o755 : 0o644);
}

/** The write for one patch. `results`: content of files after earlier patches of the same diff. */
function plannedWrite(
  root: string,
  { patch, results }: { patch: Patch; results: Map<string, Content | null> },
): PlannedWrite {
  const { path } = patch;
  const before = results.has(path) ? (results.get(path) ?? null) : contentAt(root, path);
  const isUnchanged = before?.mode === patch.before?.mode && hasBlobId(before, patch.before?.id);
  if (!isUnchanged) throw changedSinceDiff(path);
  const after = patch.after === null ? null : { mode: patch.after.mode, bytes: bytesOf(patch, before) };
  if (!hasBlobId(after, patch.after?.id)) throw invalidDiff(`bytes of ${path} that are not what its digest says`);
  results.set(path, after);
  return { path, before, after };
}

/** A mode change alone has no blob ids. */
const hasBlobId = (content: Content | null, id: string | undefined): boolean =>
  content === null ? id === undefined : id === '' || id === blobIdOf(content);

function changedSinceDiff(path: string): UserError {
  return new UserError({
    expected: `${shownPath(path)} as it was when the diff was made`,
    found: 'that it was changed since',
    remedy: 'Make the diff again.',
    ends: 'refused',
  });
}

function bytesOf({ hunks, bytes }: Patch, before: Content | null): Uint8Array {
  if (bytes !== null) return bytes;
  if (hunks.length === 0) return before?.bytes ?? new Uint8Array();
  return Buffer.from(patched(Buffer.from(before?.bytes ?? []).toString(), hunks));
}

/** Applies hunks at exactly their positions. A wrong result is detected by its blob id. */
function patched(text: string, hunks: readonly Hunk[]): string {
  const oldLines = text.split(/(?<=\n)/);
  const newLines: string[] = [];
  let at = 0;
  for (const { oldStart, lines } of hunks) {
    // A hunk that only adds lines names the line before it.
    const start = lines.some((line) => /^[- ]/.test(line)) ? oldStart - 1 : oldStart;
    newLines.push(...oldLines.slice(at, start));
    at = start;
    for (const [n, line] of lines.entries()) {
      const hasNoNewline = lines[n + 1]?.startsWith('\\') === true;
      if (line.startsWith('+')) newLines.push(line.slice(1) + (hasNoNewline ? '' : '\n'));
      if (line.startsWith(' ')) newLines.push(oldLines[at] ?? '');
      if (/^[- ]/.test(line)) at += 1;
    }
  }
  return [...newLines, ...oldLines.slice(at)].join('');
}
