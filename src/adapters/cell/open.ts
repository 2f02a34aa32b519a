// The cell without walls: a clean environment, a limit of time, and an end for everything that was started. It keeps no secret in.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cell } from '../../ports.js';
import { cleanEnvironment } from './clean-environment.js';
import { installVariables } from './kept-tools.js';
import { newMark } from './marked.js';
import { runMarked } from './run-marked.js';
import { takeOut } from './take-out.js';

/** Opens a cell without a sandbox. For people's own machines, where they said so, and for what runs before a sandbox closes. */
export async function openWithoutWalls({ PATH = '' }: { readonly PATH?: string | undefined }): Promise<Cell> {
  const home = await mkdtemp(path.join(tmpdir(), 'crew-home-'));
  return {
    strength: 'open',
    name: 'no sandbox',
    home,
    run: (command) => {
      const mark = newMark();
      const env = { ...cleanEnvironment({ PATH, home }), ...installVariables(PATH), ...command.env, ...mark.env };
      return runMarked(command, { mark, file: 'bash', args: ['-c', command.line], cwd: command.cwd, env });
    },
    take: (ask) => takeOut(home, ask),
    close: () => rm(home, { recursive: true, force: true }),
  };
}
