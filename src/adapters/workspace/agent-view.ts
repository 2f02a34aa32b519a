// A tree as an agent sees it: without crew's own folder, except for stored outputs.
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { SearchAsk, Workspace } from '../../ports/index.js';
import { isOutput } from './store-outputs.js';
import { codeOf } from './system-error.js';

export interface Own {
  /** crew's home, inside the tree or not. */
  readonly home: string;
  /** The folder of outputs that were too long to show. */
  readonly outputs: string;
}

/** The tree without crew's own folder. `open` opens the folder of outputs when it is first needed. */
export function agentView<Tree extends Workspace>(
  tree: Tree,
  { home, outputs, open }: Own & { readonly open: (folder: string) => Workspace },
): Tree {
  const at = relative(tree.root, realOf(home));
  const isBelow = at !== '' && !at.startsWith('..');
  const lies = (file: string) => isBelow && (file === at || file.startsWith(`${at}/`));
  // Excluded in the search itself, so that hidden matches do not count against the limit.
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

/** The file name of the stored output that an absolute path names, or null. */
export function outputIn({ outputs, path }: Pick<Own, 'outputs'> & { readonly path: string }): string | null {
  const name = basename(path);
  if (!isOutput(name)) return null;
  return [resolve(outputs), realOf(outputs)].includes(dirname(path)) ? name : null;
}

const literal = (path: string): string => path.replace(/[\\*?[\]{}!]/g, '\\$&');

/** The real path, also of a path that does not exist yet. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    const above = dirname(resolve(path));
    return above === path ? path : join(realOf(above), basename(path));
  }
}
