// Git, asked questions only.
import { spawn } from 'node:child_process';
import { gitArgs, gitEnv } from '../git/hardened.js';

export interface Asked {
  readonly args: readonly string[];
  readonly input?: string;
  /** Called with each piece that ends in the separator, so that long answers need no room; false ends it. */
  readonly each: (piece: string) => boolean | undefined;
  readonly separator?: string;
}

/** Asks git in a folder; true when it ended well, or was told that it is enough. */
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
  // Who stops reading early leaves a broken pipe behind; that is no fault.
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

/** A short answer, or null where git had none. */
export async function askGitOnce(folder: string, args: readonly string[]): Promise<string | null> {
  const lines: string[] = [];
  const well = await askGit(folder, { args, each: (line) => void lines.push(line) });
  return well ? lines.join('\n').trim() : null;
}
