// What is allowed does what the tables say: the kernel is asked.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { itWith } from '../build/only-with.js';
import { readRows } from './build/corpus.js';
import { MORE } from './build/more.js';
import { copyOf, newPlace, newProject } from './build/project.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const traces = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
// Version managers put programs of their own in front of the real ones.
const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('shims'));
const PATH = `${folders.join(':')}:${path.resolve('node_modules/@vscode/ripgrep-linux-x64/bin')}`;

interface Traced {
  readonly started: readonly string[];
  readonly written: readonly string[];
  readonly connected: readonly string[];
}

const SYSCALLS =
  'execve,execveat,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,connect,sendto';

/** Runs a line as an agent's shell would, and tells what the kernel saw. */
function trace(line: string, root: string, home: string): Traced {
  const log = path.join(place, 'trace');
  spawnSync(
    'strace',
    ['-f', '-qq', '-y', '-s', '4096', '-e', `trace=${SYSCALLS}`, '-o', log, 'bash', '--norc', '-c', line],
    {
      cwd: root,
      stdio: 'ignore',
      env: {
        PATH,
        HOME: home,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'M',
        GIT_AUTHOR_EMAIL: 'm@example.com',
        GIT_COMMITTER_NAME: 'M',
        GIT_COMMITTER_EMAIL: 'm@example.com',
        LC_ALL: 'C',
      },
    },
  );
  const calls = readFileSync(log, 'utf8')
    .split('\n')
    .map((call) => call.replace(/^\d+\s+/, ''))
    .filter((call) => !/= -1 E/.test(call) && /^\w+\(.*"/.test(call));
  const first = (call: string) => /"((?:[^"\\]|\\.)*)"/.exec(call)?.[1] ?? '';
  const writes = (call: string) =>
    /^(?:open|openat)\(/.test(call)
      ? /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(call)
      : !/^(?:execve|execveat|connect|sendto)\(/.test(call);
  return {
    started: calls.filter((call) => call.startsWith('execve')).map((call) => path.basename(first(call))),
    written: calls.filter(writes).map((call) => path.resolve(root, first(call))),
    connected: calls.filter((call) => /^connect\(/.test(call) && /AF_INET/.test(call)),
  };
}

/** What a command starts of its own; everything else would be somebody's. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  git: ['git'],
  bash: ['bash', 'check.sh', 'sh'],
  sh: ['sh'],
  python3: ['python3'],
  which: ['which', 'sh', 'dash'],
  egrep: ['egrep', 'grep', 'sh'],
  fgrep: ['fgrep', 'grep', 'sh'],
};

itWith(
  { need: 'strace', there: traces },
  'starts, writes and connects nothing that the tables do not know',
  async () => {
    const rows = readRows(path.resolve(import.meta.dirname, '..')).filter(
      ({ verdict, tool, rules }) => verdict === 'allow' && tool === 'Bash' && !rules,
    );
    const lines = [
      ...rows.map(({ command, cwd }) => ({ command, cwd })),
      ...MORE.allow.map((command) => ({ command, cwd: undefined })),
    ];
    const strange: string[] = [];
    let ran = 0;
    const copy = copyOf(project);
    for (const { command, cwd } of lines) {
      const line = copy.place(cwd ? `cd ${cwd} && ${command}` : command);
      const [name = ''] = command.replace(/['"\\]/g, '').split(/\s+/);
      const { started, written, connected } = trace(line, copy.root, copy.home);
      const known = ['bash', path.basename(name), ...(OWN[name] ?? (name.includes('/') ? ['sh', 'check.sh'] : []))];
      ran += started.includes(path.basename(name)) ? 1 : 0;
      strange.push(
        ...started.filter((program) => !known.includes(program)).map((program) => `${command}: started ${program}`),
        ...written
          .filter((file) => !file.startsWith(`${copy.root}/`) && !/^\/dev\/(?:null|tty)$/.test(file))
          .map((file) => `${command}: wrote ${file}`),
        ...connected.map((call) => `${command}: ${call}`),
      );
    }
    expect(strange).toEqual([]);
    expect(ran).toBeGreaterThan(40);
    expect(existsSync(path.join(copy.root, '.git'))).toBe(true);
  },
);
