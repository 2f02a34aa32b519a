// Mounts of this machine's two Go caches (builds and downloaded modules), for the sandboxes of ../pool.ts. Both are read-only in a sandbox, so
// that code in one sandbox cannot change what a later one builds. Go also writes to its build cache, so each sandbox gets a build cache of its
// own, filled with links to the machine's entries.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { which } from '../system-programs.js';
import type { Mount } from './mount.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Paths inside the sandbox. */
const INSIDE = { builds: '/crew/go-build', modules: '/crew/go-modules' } as const;

/** What a sandbox needs of the machine's Go. */
export interface GoCaches {
  /** The machine's build cache; undefined without one. */
  readonly builds: string | undefined;
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
}

const NONE: GoCaches = { builds: undefined, mounts: [], env: {} };

/** The caches, if the tree contains a Go module at its root or in a folder there. */
export async function goCachesFor(root: string, env: Environment): Promise<GoCaches> {
  const settings = (await hasModule(root)) ? await askGo(root, env) : undefined;
  if (!settings) return NONE;
  const { GOCACHE: builds = '', GOMODCACHE = '', GOPROXY = '' } = settings;
  const modules = path.join(GOMODCACHE, 'cache/download');
  const has = { builds: isFolder(builds), modules: isFolder(modules) && GOPROXY !== '' };
  return {
    builds: has.builds ? builds : undefined,
    mounts: [
      ...(has.builds ? [{ kind: 'read', from: builds, at: INSIDE.builds } as const] : []),
      ...(has.modules ? [{ kind: 'read', from: modules, at: INSIDE.modules } as const] : []),
    ],
    // Go asks the machine's downloads first, then the proxies of the user.
    env: has.modules ? { GOPROXY: `file://${INSIDE.modules},${GOPROXY}` } : {},
  };
}

const isFolder = (folder: string): boolean => path.isAbsolute(folder) && existsSync(folder);

/** Settings of the machine's Go, from variables and its own file; undefined if it is not installed or does not answer. */
async function askGo(root: string, env: Environment): Promise<Readonly<Partial<Record<string, string>>> | undefined> {
  const go = which('go', { root, PATH: env.PATH ?? '' });
  if (go === null) return undefined;
  try {
    const args = ['env', '-json', 'GOCACHE', 'GOMODCACHE', 'GOPROXY'];
    const { stdout } = await promisify(execFile)(go, args, { cwd: '/', env, timeout: TIMEOUT_MS });
    return z.record(z.string(), z.string()).parse(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}

const TIMEOUT_MS = 10_000;

async function hasModule(root: string): Promise<boolean> {
  const isModule = (folder: string) => ['go.mod', 'go.work'].some((name) => existsSync(path.join(folder, name)));
  if (isModule(root)) return true;
  const entries = await readdir(root, { withFileTypes: true });
  return entries.some((entry) => entry.isDirectory() && isModule(path.join(root, entry.name)));
}

/** Making more links would take longer than compiling anew. The newest entries are linked. */
const MAX_LINKS = 20_000;

/** Fills the build cache of a sandbox's home with links. `home` is the home's folder outside. */
export async function linkBuilds({ builds }: GoCaches, home: string): Promise<void> {
  if (builds === undefined) return;
  const own = path.join(home, '.cache/go-build');
  // The cache has a folder for each first byte of an entry's hash.
  const names = (await readdir(builds)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  await mkdir(own, { recursive: true });
  const found = await Promise.all(names.map((name) => entriesIn(builds, name)));
  const entries = await newest(builds, found.flat());
  await Promise.all(names.map((name) => mkdir(path.join(own, name))));
  for (let from = 0; from < entries.length; from += LINKS_AT_ONCE)
    await Promise.all(
      entries
        .slice(from, from + LINKS_AT_ONCE)
        .map((entry) => symlink(`${INSIDE.builds}/${entry}`, path.join(own, entry))),
    );
  // Commands may run as another user, who must be able to write here.
  const folders = ['.cache', '.cache/go-build', ...names.map((name) => `.cache/go-build/${name}`)];
  await Promise.all(folders.map((folder) => chmod(path.join(home, folder), 0o777)));
}

const LINKS_AT_ONCE = 500;

/** Entries are named by a hash, then `-a` (action) or `-d` (output). */
async function entriesIn(builds: string, name: string): Promise<readonly string[]> {
  const files = await readdir(path.join(builds, name)).catch(() => []);
  return files.filter((file) => /^[0-9a-f]+-[ad]$/.test(file)).map((file) => `${name}/${file}`);
}

async function newest(builds: string, entries: readonly string[]): Promise<readonly string[]> {
  if (entries.length <= MAX_LINKS) return entries;
  const dated = await Promise.all(
    entries.map(async (entry) => ({
      entry,
      at: (await stat(path.join(builds, entry)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_LINKS)
    .map(({ entry }) => entry);
}
