import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the kernel saw of a line: programs by name, files by where they are. */
export interface Traced {
  readonly started: readonly string[];
  readonly opened: readonly string[];
  readonly written: readonly string[];
  readonly connected: readonly string[];
}

export const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

// Version managers put programs of their own in front of the real ones.
const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('shims'));

const ENVIRONMENT = {
  PATH: folders.join(':'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Maya',
  GIT_AUTHOR_EMAIL: 'maya@example.com',
  GIT_COMMITTER_NAME: 'Maya',
  GIT_COMMITTER_EMAIL: 'maya@example.com',
  LC_ALL: 'C',
};

const OPENS = ['open', 'openat', 'creat'];
const CHANGES =
  `creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat`.split(
    ',',
  );
const SYSCALLS = ['execve', 'execveat', 'connect', ...OPENS, ...CHANGES].join(',');

/** Runs a line as an agent's shell would; `log` is where strace may write. */
export function trace(line: string, { root, home, log }: { root: string; home: string; log: string }): Traced {
  const args = ['-f', '-qq', '-y', '-s', '4096', '-e', `trace=${SYSCALLS}`, '-o', log, 'bash', '--norc', '-c', line];
  spawnSync('strace', args, { cwd: root, stdio: 'ignore', timeout: 10_000, env: { ...ENVIRONMENT, HOME: home } });
  const calls = readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((text) => callOf(text, root) ?? []);
  const ofKind = (names: readonly string[]) => calls.filter(({ name }) => names.includes(name));
  const writes = ({ name, text }: Called) => CHANGES.includes(name) || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(text);
  return {
    started: ofKind(['execve', 'execveat']).map(({ file }) => path.basename(file)),
    opened: ofKind(OPENS).map(({ file }) => file),
    written: ofKind([...OPENS, ...CHANGES])
      .filter(writes)
      .map(({ file }) => file),
    connected: ofKind(['connect'])
      .filter(({ text }) => text.includes('AF_INET'))
      .map(({ text }) => text),
  };
}

interface Called {
  readonly name: string;
  readonly text: string;
  readonly file: string;
}

/** One call that succeeded, with the file that it is about; a name counts from the folder that stands in front of it. */
function callOf(text: string, root: string): Called | null {
  const [, name = '', rest = ''] = /^\d+\s+(\w+)\((.*)$/.exec(text) ?? [];
  if (name === '' || / = -1 E/.test(rest)) return null;
  const [, folder = root] = /^(?:AT_FDCWD|\d+)<([^>]*)>/.exec(rest) ?? [];
  const [, word = ''] = /"((?:[^"\\]|\\.)*)"/.exec(rest) ?? [];
  return { name, text: rest, file: path.resolve(folder, word) };
}
