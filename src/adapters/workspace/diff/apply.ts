// Applies a diff completely or not at all: everything is computed and checked before the first write.
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

/** Applies a diff byte for byte. Refused if a file differs from what the diff was made from. */
export async function applyDiff(
  workspace: Workspace,
  { text, sha256 }: { readonly text: string; readonly sha256: string },
): Promise<readonly string[]> {
  if (digestOf(text) !== sha256) throw invalidDiff(`a text whose sha256 is not ${sha256.slice(0, 64)}`);
  const entry = new Map<string, Content | null>();
  const due = parseDiff(text).map((patch) => plannedWrite(workspace.root, { patch, entry }));
  const done: PlannedWrite[] = [];
  try {
    for (const each of due) {
      done.unshift(each);
      await writeContent(workspace, each.path, each.after);
    }
  } catch (error) {
    for (const { path, before } of done) await writeContent(workspace, path, before);
    throw error;
  }
  return [...new Set(due.map(({ path }) => path))];
}

async function writeContent(workspace: Workspace, path: string, content: Content | null): Promise<void> {
  if (content === null) return workspace.remove(path);
  if (content.mode === '120000') throw invalidDiff(`a link at ${path}`);
  await workspace.write(path, content.bytes, content.mode === '100755' ? 0o755 : 0o644);
}

/** `entry` holds the results of earlier parts of the same diff. */
function plannedWrite(
  root: string,
  { patch, entry }: { patch: Patch; entry: Map<string, Content | null> },
): PlannedWrite {
  const { path } = patch;
  const before = entry.has(path) ? (entry.get(path) ?? null) : contentAt(root, path);
  const isAsItWas = before?.mode === patch.before?.mode && hasBlobId(before, patch.before?.id);
  if (!isAsItWas) throw changedSinceDiff(path);
  const after = patch.after === null ? null : { mode: patch.after.mode, bytes: bytesOf(patch, before) };
  if (!hasBlobId(after, patch.after?.id)) throw invalidDiff(`bytes of ${path} that are not what its digest says`);
  entry.set(path, after);
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
  const old = text.split(/(?<=\n)/);
  const newLines: string[] = [];
  let at = 0;
  for (const { oldStart, lines } of hunks) {
    const start = lines.some((line) => /^[- ]/.test(line)) ? oldStart - 1 : oldStart;
    newLines.push(...old.slice(at, start));
    at = start;
    for (const [n, line] of lines.entries()) {
      const bare = lines[n + 1]?.startsWith('\\') === true;
      if (line.startsWith('+')) newLines.push(line.slice(1) + (bare ? '' : '\n'));
      if (line.startsWith(' ')) newLines.push(old[at] ?? '');
      if (/^[- ]/.test(line)) at += 1;
    }
  }
  return [...newLines, ...old.slice(at)].join('');
}
