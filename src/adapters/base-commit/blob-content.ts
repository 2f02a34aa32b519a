import { execFile } from 'node:child_process';
import { gitArgs, gitEnv } from '../git/hardened.js';
import type { Content } from '../workspace/diff/content.js';
import type { Entry, View } from './cached-view.js';
import { withoutFilters } from './without-filters.js';

const MOST_BYTES = 512 * 1024 * 1024;
/** Larger files are read again instead of cached. */
const MAX_CACHED = 1024 * 1024;

interface BlobAt {
  readonly path: string;
  readonly was: Entry;
}

/** A file of the commit as a checkout writes it, with this clone's line endings. Cached, since commits do not change. */
export async function contentOf(view: View, { path, was }: BlobAt): Promise<Content> {
  const key = `${was.mode} ${was.id} ${path}`;
  const known = view.before.get(key);
  if (known) return known;
  const content = await checkedOut(view, { path, was });
  if (content.bytes.length <= MAX_CACHED) view.before.set(key, content);
  return content;
}

async function checkedOut(view: View, { path, was }: BlobAt): Promise<Content> {
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
