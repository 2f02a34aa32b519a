import type { Cell, Command, Ran } from '../../ports.js';
import { openWithoutWalls } from './open.js';
import { separateFolders } from './separate-folders.js';

export interface SetupAsk {
  readonly root: string;
  readonly commands: readonly string[];
  /** What these commands may know, private registries' tokens included. It ends with them. */
  readonly env: Readonly<Record<string, string>>;
  readonly PATH: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput: Command['onOutput'];
}

export interface SetupRan extends Ran {
  readonly line: string;
}

/**
 * Runs what prepares a tree, before a sandbox closes: with the network as it is and secrets of its own, in a home of its own. When it comes
 * back, all of its processes have ended and that home is gone, so that nothing of it meets what an agent runs. It stops at the first
 * command that does not end well, which is the last of what comes back.
 */
export async function runSetup({ root, commands, env, PATH, ...how }: SetupAsk): Promise<readonly SetupRan[]> {
  const cell: Cell = await openWithoutWalls({ PATH });
  const all: SetupRan[] = [];
  try {
    for (const line of commands) {
      const ran = await cell.run({ line, cwd: root, env: { ...separateFolders(root), ...env }, ...how });
      all.push({ line, ...ran });
      if (ran.exit !== 0) break;
    }
  } finally {
    await cell.close();
  }
  return all;
}
