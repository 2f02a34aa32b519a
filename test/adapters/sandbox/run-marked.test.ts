import { statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { newMark } from '../../../src/adapters/sandbox/marked-processes.js';
import { runMarked, watchDisk } from '../../../src/adapters/sandbox/run-marked.js';
import { newFolder } from '../../build/folder.js';

/** Walls that take half a second to be put up, and the command in them. */
async function within(line: string) {
  const mark = newMark();
  const cwd = await newFolder();
  const began = performance.now();
  const ran = await runMarked(
    { line, cwd, timeoutMs: 20_000, onOutput: () => undefined },
    {
      ...{ mark, cwd, file: 'bash', args: ['-c', `sleep 0.5; echo started; ${line}`] },
      ...{ env: { ...mark.env, PATH: process.env.PATH ?? '' }, announces: 'started\n' },
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
      const end = watchDisk({ folder, floor: bavail * bsize - 20e6 }, () => {
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
    const end = watchDisk({ folder, floor: Number.MAX_SAFE_INTEGER }, () => {
      called = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 800));
    end();
    expect(called).toBe(false);
  });
});
