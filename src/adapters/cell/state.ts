import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isIn } from './view/tools.js';

/** The folders of one cell, gone with it. All on disk: what fills them does not fill the memory. */
export interface State {
  readonly folder: string;
  readonly home: string;
  readonly tmp: string;
  readonly shm: string;
  readonly empty: string;
  readonly aside: string;
  /** Makes the folders in /tmp that something will lie over; whoever does it later may be the superuser. */
  prepare(places: readonly string[]): Promise<void>;
  /** Makes the folders that commands write to somebody's own. */
  give(to: { readonly uid: number; readonly gid: number }): Promise<void>;
  remove(): Promise<void>;
}

/** The folders of several cells of one tree, where no command ever writes. */
export interface Shared {
  readonly etc: string;
  /** Where the way out stands. */
  readonly door: string;
  /** Where a rung puts the root of what is seen together. */
  readonly stage: string;
  remove(): Promise<void>;
}

export async function makeState(): Promise<State> {
  const { folder, at } = await foldersOf(['home', 'tmp', 'shm', 'empty', 'aside']);
  const writable = [at('home'), at('tmp'), at('shm')];
  await Promise.all(writable.map((each) => chmod(each, 0o700)));
  return {
    ...{ folder, home: at('home'), tmp: at('tmp'), shm: at('shm'), empty: at('empty'), aside: at('aside') },
    prepare: async (places) => {
      for (const place of places.filter((each) => isIn('/tmp', each)))
        await mkdir(path.join(at('tmp'), path.relative('/tmp', place)), { recursive: true });
    },
    give: async ({ uid, gid }) => void (await Promise.all(writable.map((each) => chown(each, uid, gid)))),
    remove: () => remove(folder),
  };
}

export async function makeShared(): Promise<Shared> {
  const { folder, at } = await foldersOf(['etc', 'door', 'stage']);
  return { etc: at('etc'), door: at('door'), stage: at('stage'), remove: () => remove(folder) };
}

async function foldersOf<Name extends string>(names: readonly Name[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'crew-cell-'));
  const at = (name: Name) => path.join(folder, name);
  await Promise.all(names.map((name) => mkdir(at(name))));
  return { folder, at };
}

/** A folder without any permission is somebody's own all the same. */
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
