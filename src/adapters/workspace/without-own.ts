// A tree as an agent sees it: what crew keeps for itself is not in it, but for the outputs that the agent was promised.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { SearchAsk, Workspace } from '../../ports.js';
import { isOutput } from './keep-in.js';
import { codeOf } from './trouble.js';

export interface Own {
  /** Where crew keeps its journals; in the tree or not. */
  readonly home: string;
  /** Where outputs lie that were too long to be shown. */
  readonly outputs: string;
}

/** The tree without crew's own folder. `outputs` opens the folder of outputs, once there is something to read in it. */
export function withoutOwn<Tree extends Workspace>(
  tree: Tree,
  { home, outputs, open }: Own & { readonly open: (folder: string) => Workspace },
): Tree {
  const at = relative(tree.root, realOf(home));
  const isBelow = at !== '' && !at.startsWith('..');
  const lies = (file: string) => isBelow && (file === at || file.startsWith(`${at}/`));
  // In the search itself: what is hidden must not use up the room of what is not.
  const seen = ({ globs = [], ...ask }: SearchAsk): SearchAsk => ({ ...ask, globs: [...globs, `!/${literal(at)}/**`] });
  const place = (path: string): { readonly in: Workspace; readonly path: string } => {
    const name = outputIn({ outputs, path: resolve(tree.root, path) });
    return name === null ? { in: tree, path } : { in: open(outputs), path: name };
  };
  return {
    ...tree,
    look: async (path) => {
      const there = place(path);
      return there.in.look(there.path);
    },
    read: async (path, range) => {
      const there = place(path);
      return there.in.read(there.path, range);
    },
    list: async (folder) =>
      (await tree.list(folder)).filter(({ name }) => !lies(relative(tree.root, resolve(tree.root, folder, name)))),
    files: async (ask) => (await tree.files(ask)).filter((file) => !lies(file)),
    search: (ask) => tree.search(isBelow ? seen(ask) : ask),
  };
}

/** The name of the output that an absolute path means, or null. */
export function outputIn({ outputs, path }: Pick<Own, 'outputs'> & { readonly path: string }): string | null {
  const name = basename(path);
  if (!isOutput(name)) return null;
  return [resolve(outputs), realOf(outputs)].includes(dirname(path)) ? name : null;
}

const literal = (path: string): string => path.replace(/[\\*?[\]{}!]/g, '\\$&');

/** The real place, also of what is not there yet. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const above = dirname(resolve(path));
    return above === path ? path : join(realOf(above), basename(path));
  }
}
