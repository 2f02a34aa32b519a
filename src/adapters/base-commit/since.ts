import { execFile } from 'node:child_process';
import type { ChangedFile, CheckoutDifferences, Diff } from '../../ports/index.js';
import { gitArgs, gitEnv } from '../git/hardened.js';
import type { Content } from '../workspace/diff/content.js';
import { diffOf } from '../workspace/diff/index.js';
import { contentIn, type Entry, type View } from './cached-view.js';
import { withoutFilters } from './without-filters.js';

/**
 * The difference between the tree and the commit, as bytes. Files that differed before and still have the same content (`apart`) are left
 * out.
 */
export async function since(
  view: View,
  { base, apart }: { readonly base: string; readonly apart: CheckoutDifferences },
): Promise<{ readonly diff: Diff; readonly changed: readonly ChangedFile[] }> {
  const differences = (await view.differences(base)).filter(({ path, now }) => now === null || apart[path] !== now.id);
  const all = [];
  for (const { path, was } of differences) {
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
/** Larger files are read again instead of cached. */
const MAX_CACHED = 1024 * 1024;

interface Wanted {
  readonly path: string;
  readonly was: Entry;
}

/** A file of the commit as a checkout writes it, with this clone's line endings. Cached, since commits do not change. */
async function contentOf(view: View, { path, was }: Wanted): Promise<Content> {
  const key = `${was.mode} ${was.id} ${path}`;
  const known = view.before.get(key);
  if (known) return known;
  const content = await checkedOut(view, { path, was });
  if (content.bytes.length <= MAX_CACHED) view.before.set(key, content);
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
