// Lists the files of a working tree that differ from a commit, for index.ts. Results are cached: a file is read again only if its stat data
// changed.

import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../ports/errors.js';
import type { ChangedFile, CheckoutDifferences, Diff } from '../../ports/index.js';
import { argsWithoutFilters, gitArgs, gitEnv, runGit } from '../git/index.js';
import { blobIdOf, type Content, contentAt } from '../workspace/diff/content.js';
import { diffOf } from '../workspace/diff/format.js';
import { filesOf } from '../workspace/files.js';

/** Mode and blob id of a file. */
export interface Entry {
  readonly mode: string;
  readonly id: string;
}

/** A path that differs. `was`: in the commit; `now`: in the tree; null if it does not exist there. */
interface Difference {
  readonly path: string;
  readonly was: Entry | null;
  readonly now: Entry | null;
}

/** A working tree with the caches of its comparisons. */
export interface View {
  readonly root: string;
  /** Cached content of files in commits, by mode, id and path. */
  readonly committed: Map<string, Content>;
  differences(base: string): Promise<readonly Difference[]>;
}

export function viewOf(root: string): View {
  const trees = new Map<string, Promise<ReadonlyMap<string, Entry>>>();
  const entries = new Map<string, { readonly stamp: string; readonly entry: Entry | null }>();
  const now = (path: string): Entry | null => {
    const stamp = statStampOf(join(root, path));
    const known = entries.get(path);
    if (known?.stamp === stamp) return known.entry;
    const content = contentIn(root, path);
    const entry = content && { mode: content.mode, id: blobIdOf(content) };
    entries.set(path, { stamp, entry });
    return entry;
  };
  return {
    root,
    committed: new Map(),
    async differences(base) {
      const tree = await (trees.get(base) ?? cacheIn(trees, base, treeAt(root, base)));
      const files = await filesOf(root, {});
      const all = [...new Set([...tree.keys(), ...files])].sort();
      return all.flatMap((path): readonly Difference[] => {
        const was = tree.get(path) ?? null;
        const is = now(path);
        return was?.mode === SUBMODULE_MODE || isSame(was, is) ? [] : [{ path, was, now: is }];
      });
    },
  };
}

const SUBMODULE_MODE = '160000';

const isSame = (one: Entry | null, other: Entry | null): boolean => one?.mode === other?.mode && one?.id === other?.id;

function cacheIn<T>(all: Map<string, T>, key: string, value: T): T {
  all.set(key, value);
  return value;
}

/** A text that changes with every write to the file, since ctime cannot be set back. */
function statStampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs, mode } = lstatSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs, mode].join(' ');
  } catch {
    return 'none';
  }
}

/** The content at a path; null if a parent folder has been replaced by a link or a file. */
function contentIn(root: string, path: string): Content | null {
  try {
    return contentAt(root, path);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

async function treeAt(root: string, base: string): Promise<ReadonlyMap<string, Entry>> {
  const tree = new Map<string, Entry>();
  const each = (line: string) => {
    const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (mode && id && path) tree.set(path, { mode, id });
    return true;
  };
  const succeeded = await runGit(root, { args: ['ls-tree', '-r', '-z', base], separator: '\0', each });
  if (!succeeded) throw new Error(`git could not list ${base}`);
  return tree;
}

/**
 * The difference between the tree and the commit. Files of `checkoutDifferences` that still have the content recorded there are left out.
 */
export async function changesSince(
  view: View,
  { base, checkoutDifferences }: { readonly base: string; readonly checkoutDifferences: CheckoutDifferences },
): Promise<{ readonly diff: Diff; readonly changed: readonly ChangedFile[] }> {
  const differences = (await view.differences(base)).filter(
    ({ path, now }) => now === null || checkoutDifferences[path] !== now.id,
  );
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

/** The largest file that can be read from a commit. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Larger files are read again instead of cached. */
const MAX_CACHED = 1024 * 1024;

interface CommittedFile {
  readonly path: string;
  readonly was: Entry;
}

/** A file of the commit as a checkout writes it, with this clone's line endings. Cached, since commits do not change. */
export async function contentOf(view: View, { path, was }: CommittedFile): Promise<Content> {
  const key = `${was.mode} ${was.id} ${path}`;
  const known = view.committed.get(key);
  if (known) return known;
  const content = await readCheckedOut(view, { path, was });
  if (content.bytes.length <= MAX_CACHED) view.committed.set(key, content);
  return content;
}

async function readCheckedOut(view: View, { path, was }: CommittedFile): Promise<Content> {
  const mode = was.mode === '120000' || was.mode === '100755' ? was.mode : '100644';
  const source = mode === '120000' ? ['blob', was.id] : ['--filters', `--path=${path}`, was.id];
  const settings = await argsWithoutFilters(view.root);
  const { PATH = '' } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      'git',
      [...gitArgs(), ...settings, 'cat-file', ...source],
      { cwd: view.root, env: gitEnv({ PATH }), encoding: 'buffer', maxBuffer: MAX_BYTES },
      (error, bytes) => (error ? reject(error) : resolve({ bytes, mode })),
    );
  });
}
