// What may be done in a tree while it is ours (main/tree-lease.ts).
import type { Cell, Model, Workspace } from '../ports.js';

/** A tree that is changed only while `check` lets it. */
export function whileOurs(tree: Workspace, check: () => Promise<void>): Workspace {
  return {
    ...tree,
    async write(path, bytes, mode) {
      await check();
      await tree.write(path, bytes, mode);
    },
    async remove(path) {
      await check();
      await tree.remove(path);
    },
  };
}

/** A cell whose commands begin only while `check` lets them: they may change the tree, too. */
export const cellWhileOurs = (cell: Cell, check: () => Promise<void>): Cell => ({
  ...cell,
  async run(command) {
    await check();
    return cell.run(command);
  },
});

/** A model that is asked only while `check` lets it: what it would say is to be done in a tree that is somebody else's. */
export const modelWhileOurs = (model: Model, check: () => Promise<void>): Model => ({
  ...model,
  async turn(ask, how) {
    await check();
    return model.turn(ask, how);
  },
});
