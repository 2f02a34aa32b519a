// Runs commands without a sandbox. They get a clean environment and a time limit, and all their processes are ended, but they can read every
// file that crew can read. Used by index.ts and by services/sandboxes.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../ports/index.js';
import { cleanEnvironment, installVariables } from './environment.js';
import { newMark } from './marked-processes.js';
import { runMarked } from './run-marked.js';
import { takeFiles } from './take-files.js';

/** Used if no sandbox works and the configuration requires none, and for setup commands, which run before a sandbox opens. */
export async function openUnsandboxed({ PATH = '' }: { readonly PATH?: string | undefined }): Promise<Sandbox> {
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
    takeFiles: (options) => takeFiles(home, options),
    close: () => rm(home, { recursive: true, force: true }),
  };
}
