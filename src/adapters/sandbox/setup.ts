import type { Command, Ran, Sandbox } from '../../ports.js';
import { separateFolders } from './separate-folders.js';
import { openUnsandboxed } from './unsandboxed.js';

export interface SetupAsk {
  readonly root: string;
  readonly commands: readonly string[];
  /** Variables for these commands only, tokens of private registries included. */
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
 * Runs the setup commands of a tree before the sandbox opens: with network, with their own secrets and their own home. When it returns,
 * their processes have ended and the home is removed, so nothing of it is visible to an agent's commands. Stops after the first command
 * that fails.
 */
export async function runSetup({ root, commands, env, PATH, ...how }: SetupAsk): Promise<readonly SetupRan[]> {
  const sandbox: Sandbox = await openUnsandboxed({ PATH });
  const all: SetupRan[] = [];
  try {
    for (const line of commands) {
      const ran = await sandbox.run({ line, cwd: root, env: { ...separateFolders(root), ...env }, ...how });
      all.push({ line, ...ran });
      if (ran.exit !== 0) break;
    }
  } finally {
    await sandbox.close();
  }
  return all;
}
