import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { thisProcess } from '../../src/main/holder.js';
import { itWith } from '../build/only-with.js';

const proc = { need: '/proc', there: existsSync('/proc/self/stat') };

/** The 22nd field of what Linux says of a process; the second is its name, in brackets. */
function startOf(pid: number): string {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

const named = (pid: number, start: string): string => `${os.hostname()}:${pid}:${start}`;

describe('whoever holds a run', () => {
  it('is this process, which lives', () => {
    const { name, isAlive, isGone } = thisProcess();
    expect([isAlive?.(name), isGone(name)]).toEqual([true, false]);
  });

  it('of another machine is neither known to live nor to be gone', () => {
    const { isAlive, isGone } = thisProcess();
    expect([isAlive?.('elsewhere:1:1'), isGone('elsewhere:1:1')]).toEqual([false, false]);
  });

  it('is gone when nobody has that number, and when this process has it since another time', () => {
    const { isGone } = thisProcess();
    expect(isGone(named(2 ** 30, '1'))).toBe(true);
    expect(isGone(named(process.pid, '1'))).toBe(true);
  });

  itWith(proc, 'lives when it has its number since the time in its name', async () => {
    const { isAlive, isGone } = thisProcess();
    const parent = named(process.ppid, startOf(process.ppid));
    expect([isAlive?.(parent), isGone(parent)]).toEqual([true, false]);
  });

  itWith(proc, 'is gone when somebody else got its number', async () => {
    const { isAlive, isGone } = thisProcess();
    const before = named(process.ppid, '1');
    expect([isAlive?.(before), isGone(before)]).toEqual([false, true]);
  });
});
