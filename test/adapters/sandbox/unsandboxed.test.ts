import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from '@jest/globals';
import { newMark } from '../../../src/adapters/sandbox/marked-processes.js';
import { runMarked, watchDisk } from '../../../src/adapters/sandbox/run-marked.js';
import { openUnsandboxed } from '../../../src/adapters/sandbox/unsandboxed.js';
import type { Command, CommandResult, Sandbox } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';

describe('the cell without walls', () => {
  const hasPython = spawnSync('python3', ['--version']).status === 0;

  const opened: Sandbox[] = [];
  afterAll(() => Promise.all(opened.map((sandbox) => sandbox.close())));

  async function run(line: string, more: Partial<Command> = {}): Promise<CommandResult & { out: string; err: string }> {
    const sandbox = await openUnsandboxed({ PATH: process.env.PATH });
    opened.push(sandbox);
    const said = { out: '', err: '' };
    const onOutput: Command['onOutput'] = (chunk, from) => {
      said[from] += Buffer.from(chunk).toString();
    };
    const ran = await sandbox.run({ line, cwd: await newFolder(), timeoutMs: 20_000, onOutput, ...more });
    return { ...ran, ...said };
  }

  const isAlive = (pid: number) => {
    try {
      return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  };

  it('says how a command ended, and passes on what it said', async () => {
    const ran = await run('echo one; echo two >&2; exit 3');
    expect(ran).toMatchObject({ started: true, exit: 3, ended: 'itself', out: 'one\n', err: 'two\n', refused: [] });
  });

  it('is bash, in the folder that was asked for', async () => {
    const cwd = await newFolder();
    expect((await run('[[ -n $BASH_VERSION ]] && pwd -P', { cwd })).out.trim()).toBe(cwd);
  });

  it('leaves nothing of Python’s own in the tree', async () => {
    expect((await run('echo "$PYTHONDONTWRITEBYTECODE"')).out).toBe('1\n');
  });

  itWith({ need: 'python3', there: hasPython }, 'so a module that is imported leaves no folder beside it', async () => {
    const cwd = await newFolder();
    writeFileSync(path.join(cwd, 'sums.py'), 'TOTAL = 5\n');
    expect((await run('python3 -c "import sums; print(sums.TOTAL)"', { cwd })).out).toBe('5\n');
    expect(readdirSync(cwd)).toEqual(['sums.py']);
  });

  it('passes nothing of crew on: only the few variables, and those of the command', async () => {
    process.env.CREW_CANARY = 'canary';
    const { out } = await run('env', { env: { MORE: 'yes' } });
    delete process.env.CREW_CANARY;
    const names = out.split('\n').map((line) => line.split('=')[0] ?? '');
    expect(out).not.toContain('canary');
    expect(out).toContain('MORE=yes');
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'LANG', 'TERM', 'CI']));
    expect(names).not.toContain('GITHUB_TOKEN');
  });

  it('has a home that nobody lives in, and that is gone with the cell', async () => {
    const sandbox = await openUnsandboxed({ PATH: process.env.PATH });
    let out = '';
    const onOutput: Command['onOutput'] = (chunk) => {
      out += Buffer.from(chunk).toString();
    };
    await sandbox.run({ line: 'ls -A ~ | wc -l; cd; pwd', cwd: '/', timeoutMs: 20_000, onOutput });
    const [count, home = ''] = out.trim().split('\n');
    expect(count?.trim()).toBe('0');
    await sandbox.close();
    expect(() => readFileSync(home)).toThrow('ENOENT');
  });

  it('ends a command at its time-out, even one that wants to stay', async () => {
    const ran = await run('trap "" TERM; echo $$; while :; do sleep 0.05; done', { timeoutMs: 300 });
    expect(ran).toMatchObject({ started: true, exit: null, ended: 'time-out' });
    expect(isAlive(Number(ran.out))).toBe(false);
  });

  it('asks first, so that a test runner can put its files away', async () => {
    const ran = await run('trap "echo tidied; exit 0" TERM; while :; do sleep 0.05; done', { timeoutMs: 500 });
    expect(ran).toMatchObject({ ended: 'time-out', out: 'tidied\n' });
  });

  it('ends a command when it is cancelled, and starts none that is cancelled already', async () => {
    const stop = new AbortController();
    const running = run('echo up; sleep 60', {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    });
    expect(await running).toMatchObject({ started: true, exit: null, ended: 'cancelled' });
    expect(await run('echo never', { signal: stop.signal })).toMatchObject({
      started: false,
      ended: 'cancelled',
      out: '',
    });
  });

  it('says so when a command dies of a signal', async () => {
    expect(await run('kill -SEGV $$')).toMatchObject({ exit: null, ended: 'signal', signal: 'SIGSEGV' });
  });

  it('leaves nothing behind: neither what stays in the background nor what fled into a session of its own', async () => {
    const ran = await run('sleep 60 & echo $!; setsid bash -c "echo \\$\\$; exec sleep 60" & sleep 0.3');
    const pids = ran.out.trim().split('\n').map(Number);
    expect(ran).toMatchObject({ exit: 0, ended: 'itself' });
    expect(pids).toHaveLength(2);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('keeps nothing of a long output', async () => {
    const before = process.memoryUsage().arrayBuffers;
    let bytes = 0;
    const onOutput: Command['onOutput'] = (chunk) => {
      bytes += chunk.length;
    };
    await run('head -c 100000000 /dev/zero', { onOutput });
    expect(bytes).toBe(100_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it('says that nothing was started where there is no shell', async () => {
    const sandbox = await openUnsandboxed({ PATH: '/nowhere' });
    opened.push(sandbox);
    const ran = await sandbox.run({ line: 'true', cwd: '/', timeoutMs: 20_000, onOutput: () => {} });
    expect(ran).toMatchObject({ started: false, exit: null });
  });
});

/** Walls that take half a second to be put up, and the command in them. */
async function within(line: string) {
  const mark = newMark();
  const cwd = await newFolder();
  const began = performance.now();
  const ran = await runMarked(
    { line, cwd, timeoutMs: 20_000, onOutput: () => undefined },
    {
      ...{ mark, cwd, file: 'bash', args: ['-c', `sleep 0.5; echo started; ${line}`] },
      ...{ env: { ...mark.env, PATH: process.env.PATH ?? '' }, startWord: 'started\n' },
    },
  );
  return { ran, whole: performance.now() - began };
}

describe('how long a command ran', () => {
  it('is its own time, without that of the walls that stood up before it', async () => {
    const { ran, whole } = await within('sleep 0.2');
    expect(ran).toMatchObject({ started: true, exit: 0, ended: 'itself' });
    expect(ran.ms).toBeGreaterThan(0);
    expect(whole - ran.ms).toBeGreaterThanOrEqual(490);
  });
});

describe('the watch over the disk', () => {
  it('calls when the disk falls below what always stays free', async () => {
    const folder = await newFolder();
    const { bavail, bsize } = await statfs(folder);
    const calls = new Promise<string>((resolve) => {
      const end = watchDisk({ folder, minFreeBytes: bavail * bsize - 20e6 }, () => {
        end();
        resolve('full');
      });
    });
    setTimeout(() => void writeFile(path.join(folder, 'big'), Buffer.alloc(60e6)), 400);
    expect(await calls).toBe('full');
  });

  it('does not blame a command for a disk that was full before', async () => {
    const folder = await newFolder();
    let called = false;
    const end = watchDisk({ folder, minFreeBytes: Number.MAX_SAFE_INTEGER }, () => {
      called = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 800));
    end();
    expect(called).toBe(false);
  });
});
