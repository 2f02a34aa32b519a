// Stores what a verification leaves on disk. Each verification has a folder with its logs, the reports of test runners, and a manifest, which is
// written last. services/sandboxes.ts opens it for the Verifier.
import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync, realpathSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { artifactsError, openLog } from './log.js';

/** The store of all verifications below `root`. Unknown ids never lead to a path outside of it. */
export function folderArtifacts(root: string) {
  const fileOf = (id: string, file: string) => path.join(root, RUN.test(id) ? id : 'no-run', file);
  return {
    /** Creates the folder of a verification. `stamp`: its start as an ISO time. */
    async create(stamp: string) {
      const id = `${stamp.slice(0, 19).replace(/[-:]/g, '')}Z-${randomBytes(4).toString('hex')}`;
      const folder = path.join(root, id);
      await withArtifactsError(root, async () => {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await mkdir(folder, { mode: 0o700 });
      });
      return {
        id,
        path: folder,
        log: (name: string) => openLog(folder, name),
        finish: (manifest: unknown) =>
          withArtifactsError(root, () => writeManifest(folder, `${JSON.stringify(manifest, null, 2)}\n`)),
      };
    },
    /** The manifest of a run; null if the run is unknown or was interrupted before it wrote one. */
    async manifest(id: string): Promise<unknown> {
      const text = await readFile(fileOf(id, MANIFEST), 'utf8').catch(() => null);
      return text === null ? null : JSON.parse(text);
    },
    /** Excludes a run from removal by age, because it ended without a result and is needed to continue. */
    keep: (id: string) => writeFile(fileOf(id, KEEP), ''),
  };
}

async function withArtifactsError<T>(root: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw artifactsError(error, root);
  }
}

/** Writes to a temporary file, syncs it and renames it, so that no reader sees a partial manifest. */
async function writeManifest(folder: string, text: string): Promise<void> {
  const temporary = path.join(folder, `${MANIFEST}.new`);
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path.join(folder, MANIFEST));
}

export const MANIFEST = 'manifest.json';
/** The file that `keep` writes. */
export const KEEP = 'keep';
/** The folder name of a run: start time and a random suffix, such as `20261120T053000Z-0a1b2c3d`. Sorting by name sorts by time. */
export const RUN = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/;

/**
 * The artifacts folder for a tree (`root`: real path). It is in CREW_HOME if that is outside the tree with all links resolved; otherwise in
 * the user's cache. A sandboxed command can write everywhere in the tree, `.crew/` included, and must not be able to change its own evidence.
 */
export function artifactsFolder({ root, home }: { readonly root: string; readonly home: string | undefined }): string {
  const inHome = home === undefined ? undefined : resolvedPath(path.resolve(home, 'artifacts'));
  if (inHome !== undefined && inHome !== root && !inHome.startsWith(`${root}${path.sep}`)) return inHome;
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return path.join(homedir(), '.cache', 'crew', 'artifacts', `${path.basename(root) || 'root'}-${digest}`);
}

/** The Linux kernel follows at most this many links. */
const MAX_LINKS = 40;

/** Resolves links of a path whose last components may not exist yet. */
function resolvedPath(named: string, links = 0): string {
  const real = undefinedIfMissing(() => realpathSync(named));
  if (real !== undefined) return real;
  const target = links < MAX_LINKS ? undefinedIfMissing(() => readlinkSync(named)) : undefined;
  const parent = path.dirname(named);
  if (target !== undefined) return resolvedPath(path.resolve(parent, target), links + 1);
  return parent === named ? named : path.join(resolvedPath(parent, links), path.basename(named));
}

/** The path that `resolve` returns, or undefined if it throws. */
function undefinedIfMissing(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

export interface Retention {
  /** This many complete runs, the newest, are never removed. */
  readonly newest: number;
  /** Runs younger than this many days are never removed. */
  readonly days: number;
  /** In milliseconds. */
  readonly now: number;
}

const DAY = 86_400_000;

/** Removes old runs and returns their names. Runs marked by `keep` stay. */
export async function prune(root: string, { newest, days, now }: Retention): Promise<readonly string[]> {
  const names = (await readdir(root).catch(() => []))
    .filter((name) => RUN.test(name))
    .sort()
    .reverse();
  const runs = await Promise.all(names.map((name) => runStateOf(root, name)));
  const complete = runs.filter(({ isComplete }) => isComplete).map(({ name }) => name);
  const old = runs.filter(({ name, isComplete, staysStored, at }) => {
    if (staysStored || now - at < DAY) return false;
    // An interrupted run (no manifest) is removed after a day, when its process has certainly ended.
    return !isComplete || (complete.indexOf(name) >= newest && now - at >= days * DAY);
  });
  for (const { name } of old) await rm(path.join(root, name), { recursive: true, force: true });
  return old.map(({ name }) => name);
}

async function runStateOf(root: string, name: string) {
  const has = (file: string) =>
    stat(path.join(root, name, file)).then(
      () => true,
      () => false,
    );
  const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name)?.slice(1) ?? [];
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = stamp;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return { name, at, isComplete: await has(MANIFEST), staysStored: await has(KEEP) };
}
