import type { Denials } from '../guard/index.js';
import type { Workspace } from '../ports/index.js';

/**
 * A tree whose lists and searches leave out what deny rules keep from being read: a search of everything is one call, which names none
 * of what it would find. Single files are the gate's; crew itself reads them all, to know what was changed.
 */
export function withoutDenied<Tree extends Workspace>(tree: Tree, denials: Denials | undefined): Tree {
  if (!denials) return tree;
  const isSeen = (path: string) => denials({ root: tree.root, path }) !== 'read';
  return {
    ...tree,
    files: async (ask) => (await tree.files(ask)).filter(isSeen),
    search: async (ask) => {
      const { found, more } = await tree.search(ask);
      return { found: found.filter(({ file }) => isSeen(file)), more };
    },
  };
}
