// Creates and removes the temporary folders of one sandbox, and those that all sandboxes of a tree share. Used by the pool; levels/level.ts
// uses the types.

import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contains } from './system-programs.js';

/** Folders of one sandbox, removed with it. On disk, so that filling them does not fill the memory. */
export interface SandboxFolders {
  /** The parent of the others. */
  readonly folder: string;
  readonly home: string;
  readonly tmp: string;
  /** Becomes /dev/shm. */
  readonly shm: string;
  /** Mounted over folders that are hidden. */
  readonly empty: string;
  /** For files that crew mounts into the sandbox. */
  readonly scratch: string;
  /** Creates mount points in /tmp. If root created them later, root would own them. */
  prepare(places: readonly string[]): Promise<void>;
  /** Gives the writable folders to a user. */
  giveTo(to: { readonly uid: number; readonly gid: number }): Promise<void>;
  remove(): Promise<void>;
}

/** Folders that the sandboxes of a tree share. Commands never write to them. */
export interface SharedFolders {
  /** Copied files of the system's /etc. */
  readonly etc: string;
  /** The folder of the proxy's socket. */
  readonly proxyFolder: string;
  /** Where a level assembles the root file system. */
  readonly stage: string;
  remove(): Promise<void>;
}

/** Creates the folders of one sandbox. */
export async function createSandboxFolders(): Promise<SandboxFolders> {
  const { folder, pathOf } = await foldersOf(['home', 'tmp', 'shm', 'empty', 'scratch']);
  const writable = [pathOf('home'), pathOf('tmp'), pathOf('shm')];
  await Promise.all(writable.map((each) => chmod(each, 0o700)));
  return {
    folder,
    home: pathOf('home'),
    tmp: pathOf('tmp'),
    shm: pathOf('shm'),
    empty: pathOf('empty'),
    scratch: pathOf('scratch'),
    prepare: async (places) => {
      for (const place of places.filter((each) => contains('/tmp', each)))
        await mkdir(path.join(pathOf('tmp'), path.relative('/tmp', place)), { recursive: true });
    },
    giveTo: async ({ uid, gid }) => void (await Promise.all(writable.map((each) => chown(each, uid, gid)))),
    remove: () => remove(folder),
  };
}

/** Creates the folders that the sandboxes of a tree share. */
export async function createSharedFolders(): Promise<SharedFolders> {
  const { folder, pathOf } = await foldersOf(['etc', 'proxy', 'stage']);
  return { etc: pathOf('etc'), proxyFolder: pathOf('proxy'), stage: pathOf('stage'), remove: () => remove(folder) };
}

async function foldersOf<Name extends string>(names: readonly Name[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'crew-cell-'));
  const pathOf = (name: Name) => path.join(folder, name);
  await Promise.all(names.map((name) => mkdir(pathOf(name))));
  return { folder, pathOf };
}

/** Removes a folder. If a command took permissions away from a folder in it, chmod gives them back first. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(async () => {
    await makeAccessible(folder);
    await rm(folder, { recursive: true, force: true });
  });
}

async function makeAccessible(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => undefined);
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await makeAccessible(path.join(folder, entry.name));
}
