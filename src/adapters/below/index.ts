// The commit below a tree: what is not as it has it, byte by byte. Neither the index nor any filter is believed: who works in
// the tree could bend the one, and the repository configures the other.
import { join } from 'node:path';
import type { Below } from '../../ports.js';
import { askGitOnce } from '../clone/git.js';
import { openWorkspace } from '../workspace/index.js';
import { openWorktree, type Place, shareInstalls } from '../worktrees/index.js';
import { changedBefore } from './changed-before.js';
import { hide } from './hide.js';
import { prefixOf } from './own-git.js';
import { since } from './since.js';
import { viewOf } from './view.js';

export interface BelowAsk {
  /** The tree, absolute, without links. */
  readonly root: string;
  /** Where trees of commits stand. */
  readonly place: Omit<Place, 'repository'>;
  /** Besides what is asked: crew's own folder, where it lies in the tree. */
  readonly hidden: readonly string[];
  /** Whether what is installed here is given to other commits' trees; without it, yes. */
  readonly shares?: boolean | undefined;
}

/** What git knows of a tree. */
export function belowOf({ root, place, hidden, shares = true }: BelowAsk): Below {
  const view = viewOf(root);
  return {
    head: (branch = 'HEAD') =>
      askGitOnce(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${branch}^{commit}`]),
    parted: (from) => askGitOnce(root, ['merge-base', '--end-of-options', from, 'HEAD']),
    changedBefore: (base) => changedBefore(view, base),
    since: (base, apart) => since(view, { base, apart }),
    hide: (paths) => hide(root, [...paths, ...hidden]),
    async beside(base) {
      const worktree = await openWorktree({ ...place, repository: root }, base);
      const tree = openWorkspace(join(worktree.root, await prefixOf(root)));
      if (shares) await shareInstalls({ from: root, to: tree.root });
      return { tree, close: () => worktree.remove() };
    },
  };
}
