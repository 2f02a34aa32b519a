import { execFile } from 'node:child_process';
import type { Apart, ChangedFile, Diff } from '../../ports.js';
import { gitArgs, gitEnv } from '../git/hardened.js';
import type { Content } from '../workspace/diff/content.js';
import { diffOf } from '../workspace/diff/index.js';
import { contentIn, type Entry, type View } from './view.js';
import { withoutFilters } from './without-filters.js';

/** What is not as the commit has it, as exact bytes; what is still apart as it was is nobody's work. */
export async function since(
  view: View,
  { base, apart }: { readonly base: string; readonly apart: Apart },
): Promise<{ readonly diff: Diff; readonly changed: readonly ChangedFile[] }> {
  const odd = (await view.odd(base)).filter(({ path, now }) => now === null || apart[path] !== now.id);
  const all = [];
  for (const { path, was } of odd) {
    const before = was && (await contentOf(view, { path, was }));
    all.push({ path, before, after: contentIn(view.root, path) });
  }
  const diff = diffOf(all, base);
  const files = new Set(diff.files);
  const changed = all.flatMap(({ path, before, after }) =>
    files.has(path) ? [{ path, before: before?.bytes ?? null, after: after?.bytes ?? null }] : [],
  );
  return { diff, changed };
}

const MOST_BYTES = 512 * 1024 * 1024;
/** What is larger is asked for again. */
const MOST_KEPT = 1024 * 1024;

interface Wanted {
  readonly path: string;
  readonly was: Entry;
}

/** A file as a checkout of the commit would write it, with the line ends of this clone. Asked for once: a commit stays as it is. */
async function contentOf(view: View, { path, was }: Wanted): Promise<Content> {
  const key = `${was.mode} ${was.id} ${path}`;
  const known = view.before.get(key);
  if (known) return known;
  const content = await checkedOut(view, { path, was });
  if (content.bytes.length <= MOST_KEPT) view.before.set(key, content);
  return content;
}

async function checkedOut(view: View, { path, was }: Wanted): Promise<Content> {
  const mode = was.mode === '120000' || was.mode === '100755' ? was.mode : '100644';
  const how = mode === '120000' ? ['blob', was.id] : ['--filters', `--path=${path}`, was.id];
  const settings = await withoutFilters(view.root);
  const { PATH = '' } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      'git',
      [...gitArgs(), ...settings, 'cat-file', ...how],
      { cwd: view.root, env: gitEnv({ PATH }), encoding: 'buffer', maxBuffer: MOST_BYTES },
      (error, bytes) => (error ? reject(error) : resolve({ bytes, mode })),
    );
  });
}
