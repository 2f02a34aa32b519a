import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { newMark } from '../../../src/adapters/sandbox/marked-processes.js';
import { runMarked } from '../../../src/adapters/sandbox/run-marked.js';
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
