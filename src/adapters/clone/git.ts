// Runs read-only git commands.
import { spawn } from 'node:child_process';
import { gitArgs, gitEnv } from '../git/hardened.js';

export interface Asked {
  readonly args: readonly string[];
  readonly input?: string;
  /** Called for each part between separators, so that long output needs no memory. Returning false stops git. */
  readonly each: (piece: string) => boolean | undefined;
  readonly separator?: string;
}

/** Runs git in a folder. True if it succeeded or was stopped by `each`. */
export function askGit(folder: string, { args, input = '', each, separator = '\n' }: Asked): Promise<boolean> {
  const { PATH = '' } = process.env;
  const git = spawn('git', [...gitArgs(), ...args], { cwd: folder, env: gitEnv({ PATH }) });
  let rest = '';
  let enough = false;
  git.stdout.setEncoding('utf8').on('data', (text: string) => {
    const pieces = (rest + text).split(separator);
    rest = pieces.pop() ?? '';
    if (enough || pieces.every((piece) => each(piece) !== false)) return;
    enough = true;
    git.kill();
  });
  // Stopping early closes git's input, which is no error.
  git.stdin.on('error', () => undefined).end(input);
  git.stderr.resume();
  return new Promise((resolve) => {
    git.once('error', () => resolve(false));
    git.once('close', (code) => {
      if (!enough && rest !== '') each(rest);
      resolve(enough || code === 0);
    });
  });
}

/** A short output; null if git failed. */
export async function askGitOnce(folder: string, args: readonly string[]): Promise<string | null> {
  const lines: string[] = [];
  const succeeded = await askGit(folder, { args, each: (line) => void lines.push(line) });
  return succeeded ? lines.join('\n').trim() : null;
}
