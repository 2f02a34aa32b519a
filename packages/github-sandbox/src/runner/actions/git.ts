import { execFile } from 'node:child_process';

interface GitCall {
  args: string[];
  cwd: string;
  env: Record<string, string>;
  signal: AbortSignal;
}

/** Runs real git, away from the configuration of whoever's machine this is. */
export function runGit({ args, cwd, env, signal }: GitCall): Promise<string> {
  const quiet = { ...env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  return new Promise((done, fail) => {
    execFile('git', args, { cwd, env: quiet, signal, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) done(stdout.trim());
      else fail(new Error(`git ${args[0] ?? ''} failed: ${stderr.trim() || error.message}`, { cause: error }));
    });
  });
}
