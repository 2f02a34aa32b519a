// A copy of a tree, for dry runs: what is written lies beside it, and the tree never hears of it.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Copy as CopyPort, Workspace } from '../../../ports.js';
import { askGitOnce } from '../../clone/git.js';
import { contentAt } from '../diff/content.js';
import { type Change, type Diff, diffOf } from '../diff/index.js';
import { filesIn } from './files-in.js';
import { listIn } from './list-in.js';
import { lookIn, readIn } from './read-in.js';
import { searchInCopy } from './search-in-copy.js';
import { nothingDone, type State } from './state.js';
import { removeIn, writeIn } from './write-in.js';

export interface Copy extends CopyPort {
  /** What was done, as git would write it. */
  diff(): Promise<Diff>;
}

/** A copy of a tree. It reads as the tree does, with what was written to the copy in its place. */
export function copyOf({ root }: Workspace): Copy {
  const state = nothingDone({ root, beside: mkdtempSync(join(tmpdir(), 'crew-copy-')) });
  return {
    root,
    look: async (path) => lookIn(state, path),
    read: async (path, range) => readIn(state, { path, range }),
    write: async (path, bytes, mode) => writeIn(state, { path, bytes, mode }),
    remove: async (path) => removeIn(state, path),
    list: async (folder) => listIn(state, folder),
    files: (ask) => filesIn(state, ask),
    search: (ask) => searchInCopy(state, ask),
    diff: async () => diffOf(changesIn(state), await headOf(root)),
    async since() {
      const changes = changesIn(state);
      const diff = diffOf(changes, await headOf(root));
      const real = changes.filter(({ path }) => diff.files.includes(path));
      return {
        diff,
        changed: real.map(({ path, before, after }) => ({
          path,
          before: before?.bytes ?? null,
          after: after?.bytes ?? null,
        })),
      };
    },
    close: () => rm(state.beside, { recursive: true, force: true }),
  };
}

const headOf = (root: string): Promise<string | null> => askGitOnce(root, ['rev-parse', '--verify', 'HEAD']);

const changesIn = ({ root, beside, written, gone }: State): readonly Change[] =>
  [...written, ...gone].map((path) => ({
    path,
    before: contentAt(root, path),
    after: gone.has(path) ? null : contentAt(beside, path),
  }));
