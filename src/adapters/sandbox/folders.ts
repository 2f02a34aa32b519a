// Creates and removes the temporary folders of a sandbox and those that the sandboxes of a tree share.

import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isIn } from './system-programs.js';

/** Folders of one sandbox, removed with it. On disk, so that filling them does not fill the memory. */
export interface SandboxFolders {
  readonly folder: string;
  readonly home: string;
  readonly tmp: string;
  readonly shm: string;
  readonly empty: string;
  readonly scratch: string;
  /** Creates mount points in /tmp. If root created them later, root would own them. */
  prepare(places: readonly string[]): Promise<void>;
  /** Gives the writable folders to a user. */
  give(to: { readonly uid: number; readonly gid: number }): Promise<void>;
  remove(): Promise<void>;
}

/** Folders that the sandboxes of a tree share. Commands never write to them. */
export interface SharedFolders {
  readonly etc: string;
  /** The folder of the proxy's socket. */
  readonly proxyFolder: string;
  /** Where a level assembles the root file system. */
  readonly stage: string;
  remove(): Promise<void>;
}

/** Creates the folders of one sandbox. */
export async function makeState(): Promise<SandboxFolders> {
  const { folder, at } = await foldersOf(['home', 'tmp', 'shm', 'empty', 'aside']);
  const writable = [at('home'), at('tmp'), at('shm')];
  await Promise.all(writable.map((each) => chmod(each, 0o700)));
  return {
    ...{ folder, home: at('home'), tmp: at('tmp'), shm: at('shm'), empty: at('empty'), scratch: at('aside') },
    prepare: async (places) => {
      for (const place of places.filter((each) => isIn('/tmp', each)))
        await mkdir(path.join(at('tmp'), path.relative('/tmp', place)), { recursive: true });
    },
    give: async ({ uid, gid }) => void (await Promise.all(writable.map((each) => chown(each, uid, gid)))),
    remove: () => remove(folder),
  };
}

/** Creates the folders that the sandboxes of a tree share. */
export async function makeShared(): Promise<SharedFolders> {
  const { folder, at } = await foldersOf(['etc', 'door', 'stage']);
  return { etc: at('etc'), proxyFolder: at('door'), stage: at('stage'), remove: () => remove(folder) };
}

async function foldersOf<Name extends string>(names: readonly Name[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'crew-cell-'));
  const at = (name: Name) => path.join(folder, name);
  await Promise.all(names.map((name) => mkdir(at(name))));
  return { folder, at };
}

/** A folder without permissions can be removed by its owner after chmod. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(async () => {
    await unlock(folder);
    await rm(folder, { recursive: true, force: true });
  });
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => undefined);
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await unlock(path.join(folder, entry.name));
}
