import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TTL } from '../../src/core/lease.js';
import { Conflict, UserError } from '../../src/errors.js';
import { thisProcess } from '../../src/main/holder.js';
import { takeTree } from '../../src/main/tree-lease.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';

const clock = quickClock();
const another = (name: string, gone: readonly string[] = []) => ({
  name,
  isGone: (other: string) => gone.includes(other),
  isAlive: () => false,
});

describe('a tree that is worked in', () => {
  it('is one crew’s alone, and the next one hears whose', async () => {
    const [root, home] = ['/a/tree', await newFolder()];
    const first = await takeTree({ root, home, clock });
    const second = takeTree({ root, home, clock, holder: another('desk:7:1') });
    await expect(second).rejects.toMatchObject({ ends: 'refused', found: expect.stringContaining(`${process.pid}`) });
    await first.release();
    await (await takeTree({ root, home, clock, holder: another('desk:7:1') })).release();
  });

  it('is taken once, however many ask at once', async () => {
    const [root, home] = ['/a/tree', await newFolder()];
    const asked = Array.from({ length: 8 }, (_, n) => takeTree({ root, home, clock, holder: another(`desk:${n}:1`) }));
    const ended = await Promise.allSettled(asked);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(UserError);
    for (const one of ended) if (one.status === 'fulfilled') await one.value.release();
  });

  it('keeps nobody from another tree, although crew’s own folder is the same', async () => {
    const home = await newFolder();
    const leases = await Promise.all(['/a', '/b'].map((root) => takeTree({ root, home, clock })));
    for (const lease of leases) await lease.release();
    expect(leases).toHaveLength(2);
  });

  it('is taken over from whoever was killed in it', async () => {
    const [root, home] = ['/a/tree', await newFolder()];
    // A process of this machine that really was, and is no more.
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(gone, 'exit');
    const host = thisProcess().name.split(':')[0];
    await takeTree({ root, home, clock, holder: another(`${host}:${gone.pid}:1`) });
    const lease = await takeTree({ root, home, clock });
    await lease.check();
    await lease.release();
  });

  it('does not grow with the runs that were there', async () => {
    const [root, home] = ['/a/tree', await newFolder()];
    await (await takeTree({ root, home, clock })).release();
    const [log = ''] = await readdir(path.join(home, 'lease'));
    const folder = path.join(home, 'lease', log);
    const last = await readFile(path.join(folder, '00000002'), 'utf8');
    for (let n = 3; n < 300; n += 1) await writeFile(path.join(folder, String(n).padStart(8, '0')), last);
    const lease = await takeTree({ root, home, clock });
    expect(await readdir(folder)).toHaveLength(1);
    await expect(takeTree({ root, home, clock, holder: another('desk:7:1') })).rejects.toBeInstanceOf(UserError);
    await lease.release();
  });

  it('stays whose it is over a sleep, where nobody took it meanwhile', async () => {
    const slept = quickClock();
    const lease = await takeTree({ root: '/a/tree', home: await newFolder(), clock: slept });
    slept.pass(TTL * 10);
    await expect(lease.check()).resolves.toBeUndefined();
    await lease.release();
  });

  it('is changed no more by whoever lost it', async () => {
    const [root, home, slept] = ['/a/tree', await newFolder(), quickClock()];
    const lost = await takeTree({ root, home, clock: slept });
    slept.pass(TTL * 10);
    const taken = await takeTree({ root, home, clock: slept, holder: another('desk:7:1') });
    await expect(lost.check()).rejects.toBeInstanceOf(Conflict);
    await lost.release();
    await expect(takeTree({ root, home, clock: slept })).rejects.toBeInstanceOf(UserError);
    await taken.release();
  });
});
