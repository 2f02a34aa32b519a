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
  readonly etc: string;
  /** Where the way out stands. */
  readonly door: string;
  /** Where a rung puts the root of what is seen together. */
  readonly stage: string;
  /** Makes the folders in /tmp that something will lie over; whoever does it later may be the superuser. */
  prepare(places: readonly string[]): Promise<void>;
  /** Makes the folders that commands write to somebody's own. */
  give(to: { readonly uid: number; readonly gid: number }): Promise<void>;
  remove(): Promise<void>;
}

const NAMES = ['home', 'tmp', 'shm', 'empty', 'aside', 'etc', 'door', 'stage'] as const;

export async function makeState(): Promise<State> {
  const folder = await mkdtemp(path.join(tmpdir(), 'crew-cell-'));
  const at = (name: (typeof NAMES)[number]) => path.join(folder, name);
  for (const name of NAMES) await mkdir(at(name));
  const writable = [at('home'), at('tmp'), at('shm')];
  await Promise.all(writable.map((each) => chmod(each, 0o700)));
  return {
    folder,
    home: at('home'),
    tmp: at('tmp'),
    shm: at('shm'),
    empty: at('empty'),
    aside: at('aside'),
    etc: at('etc'),
    door: at('door'),
    stage: at('stage'),
    prepare: async (places) => {
      for (const place of places.filter((each) => isIn('/tmp', each)))
        await mkdir(path.join(at('tmp'), path.relative('/tmp', place)), { recursive: true });
    },
    give: async ({ uid, gid }) => void (await Promise.all(writable.map((each) => chown(each, uid, gid)))),
    remove: () => remove(folder),
  };
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
