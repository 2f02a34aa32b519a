import * as z from 'zod';
import type { Acted, Tool } from '../../../agent/tool.js';
import type { RunsTree, Snapshot } from '../../../verify/run-tree.js';

/** How the tree stood after a command that changed it. */
const changed = z.object({
  left: z.object({
    base: z.string().nullable(),
    sha256: z.string(),
    files: z.array(z.string()),
    text: z.string(),
    calls: z.int(),
  }),
});

/**
 * A tool whose work cannot be done again from its input, as that of a command: what it changed in the tree is written down with the
 * call itself, so that it is there on a fresh machine too. `calls` counts those before it.
 */
export const remembered = (tool: Tool, { tree, calls }: { tree: RunsTree; calls: () => number }): Tool => ({
  ...tool,
  act: (input, at) =>
    tree
      .around(() => tool.act(input, at))
      .then(({ done, left }) =>
        left === null ? done : { ...done, data: { left: { ...left, calls: calls() + 1 } satisfies Snapshot } },
      ),
});

/** What a call left in the tree, where that was written down with it. */
export function leftBy({ data }: Acted): Snapshot | undefined {
  const read = changed.safeParse(data);
  return read.success ? read.data.left : undefined;
}
