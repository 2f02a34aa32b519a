// Runs commands without a sandbox: clean environment, time limit, and all processes ended. It protects no secrets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../ports/index.js';
import { cleanEnvironment, installVariables } from './environment.js';
import { newMark } from './marked-processes.js';
import { runMarked } from './run-marked.js';
import { takeFiles } from './take-files.js';

/** Used where the user configured it, and for setup commands that run before the sandbox opens. */
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
    takeFiles: (ask) => takeFiles(home, ask),
    close: () => rm(home, { recursive: true, force: true }),
  };
}
