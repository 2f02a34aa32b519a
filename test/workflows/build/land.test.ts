import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openRunRepository } from '../../../src/adapters/run-repository.js';
import { defaults } from '../../../src/config/index.js';
import type { Workspace } from '../../../src/ports/index.js';
import { openJournal } from '../../../src/runs/journal.js';
import type { VerificationRecord } from '../../../src/verify/records.js';
import { type LandContext, land, type WaveToLand } from '../../../src/workflows/build/land.js';
import { quickClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';
import { project } from './place.js';
import { task } from './plans.js';

const FILE = Array.from({ length: 30 }, (_, n) => `line ${n}\n`);
const line = (at: number, text: string): string => FILE.map((each, n) => (n === at ? `${text}\n` : each)).join('');

interface World extends LandContext {
  readonly verified: number[];
  /** A change of the file, as a worker makes it on a commit. */
  change(
    commit: string,
    files: Readonly<Record<string, string>>,
  ): Promise<NonNullable<WaveToLand['changes'][number]['diff']>>;
  content(commit: string, file: string): Promise<string | null>;
  again(): Promise<World>;
}

/** Real git; the pipeline is one step, which fails while a file says `broken`. */
async function world(): Promise<World> {
  const place = await project({ 'a.txt': FILE.join('') });
  const base = place.git('rev-parse', 'HEAD').trim();
  const trees = { folder: path.join(place.home, 'trees'), owner: { name: 'one', isGone: () => false } };
  const journal = path.join(await newFolder(), 'journal.jsonl');
  const open = async (): Promise<World> => {
    const repository = await openRunRepository({ root: place.root, base, place: trees });
    const { step } = await openJournal(journal, { now: quickClock().now, redact: (text) => text });
    const verified: number[] = [];
    return {
      ...{ repository, base, verified, verifications: { count: 0 } },
      baseline: async () => recordOf('baseline', true),
      ctx: { step, settings: { lang: 'en', config: defaults, configFile: '', problems: [] } },
      async verifier({ tree, ref }) {
        if (ref !== 'baseline') verified.push(Number(ref.split('-')[1]));
        return recordOf(ref, await isWhole(tree));
      },
      async change(commit, files) {
        const { tree, changes: since, close } = await repository.checkOut(commit);
        for (const [file, text] of Object.entries(files)) await tree.write(file, Buffer.from(text));
        const { diff } = await since();
        await close();
        return diff;
      },
      async content(commit, file) {
        const { tree, close } = await repository.checkOut(commit);
        const bytes = await tree.read(file);
        await close();
        return bytes && Buffer.from(bytes).toString();
      },
      again: open,
    };
  };
  return open();
}

async function isWhole(tree: Workspace): Promise<boolean> {
  const files = await tree.files({ globs: ['*.txt'] });
  const texts = await Promise.all(files.map((file) => tree.read(file)));
  return texts.every((bytes) => !Buffer.from(bytes ?? []).includes('broken'));
}

function recordOf(ref: VerificationRecord['ref'], whole: boolean): VerificationRecord {
  const status = whole ? 'PASS' : 'FAIL';
  const step = {
    name: 'test',
    command: 'true',
    cwd: '.',
    status,
    exit: whole ? 0 : 1,
    ended: 'itself',
    ms: 1,
    log: 'l',
    sha256: 'x',
    format: 'exit',
  } as const;
  return { run_id: ref, status, ref, commit: null, dirty: true, startedAt: '', ms: 1, steps: [step], artifacts: '' };
}

const never = async () => {
  throw new Error('nothing conflicts here');
};

describe('landing', () => {
  it('makes one commit for each task, in task order, of changes to the same file', async () => {
    const site = await world();
    const { base } = site.repository;
    const done = [];
    for (const n of [1, 2, 3])
      done.push({ task: task(n), diff: await site.change(base, { 'a.txt': line(n * 9, `task ${n}`) }) });
    const { landed, dropped, commit } = await land(site, { wave: '1', commit: base, changes: done, resolve: never });
    expect(landed.map((each) => each.task)).toEqual([1, 2, 3]);
    expect(dropped).toEqual([]);
    const text = await site.content(commit, 'a.txt');
    for (const n of [1, 2, 3]) expect(text).toContain(`task ${n}\n`);
    expect(site.verified).toEqual([1]);
  });

  it('gives a conflict to the later worker once, on the merged tree', async () => {
    const site = await world();
    const { base } = site.repository;
    const done = [
      { task: task(1), diff: await site.change(base, { 'a.txt': line(5, 'one') }) },
      { task: task(2), diff: await site.change(base, { 'a.txt': line(5, 'two') }) },
    ];
    const asked: unknown[] = [];
    const { landed, dropped, commit } = await land(site, {
      ...{ wave: '1', commit: base, changes: done },
      async resolve({ id }, on, files) {
        asked.push([id, files]);
        return { end: 'success', error: null, diff: await site.change(on, { 'a.txt': line(5, 'one and two') }) };
      },
    });
    expect(asked).toEqual([[2, ['a.txt']]]);
    expect([landed.length, dropped]).toEqual([2, []]);
    expect(await site.content(commit, 'a.txt')).toBe(line(5, 'one and two'));
  });

  it('drops the task whose conflict is not resolved', async () => {
    const site = await world();
    const { base } = site.repository;
    const done = [
      { task: task(1), diff: await site.change(base, { 'a.txt': line(5, 'one') }) },
      { task: task(2), diff: await site.change(base, { 'a.txt': line(5, 'two') }) },
    ];
    const resolve = async () => ({ end: 'failure', error: 'no', diff: null }) as const;
    const { landed, dropped } = await land(site, { wave: '1', commit: base, changes: done, resolve });
    expect(landed.map((each) => each.task)).toEqual([1]);
    expect(dropped).toEqual([{ task: 2, error: 'merge conflict in a.txt' }]);
  });

  it('finds by halves which merges break the pipeline, and keeps the others', async () => {
    const site = await world();
    const { base } = site.repository;
    const done = [];
    for (let n = 1; n <= 8; n += 1)
      done.push({
        task: task(n),
        diff: await site.change(base, { [`t${n}.txt`]: n === 3 || n === 6 ? 'broken\n' : 'fine\n' }),
      });
    const { landed, dropped, commit } = await land(site, { wave: '1', commit: base, changes: done, resolve: never });
    expect(landed.map((each) => each.task)).toEqual([1, 2, 4, 5, 7, 8]);
    expect(dropped.map((each) => each.task)).toEqual([3, 6]);
    expect(dropped[0]?.error).toMatch(/^the verification after its merge failed/);
    expect(await site.content(commit, 't6.txt')).toBeNull();
    // All, then three halves, twice; then what is left.
    expect(site.verified.length).toBeLessThan(40);
  });

  it('drops a later change that was made on top of a dropped one', async () => {
    const site = await world();
    const { base } = site.repository;
    const done = [
      { task: task(1), diff: await site.change(base, { 'a.txt': line(5, 'broken') }) },
      { task: task(2), diff: await site.change(base, { 'a.txt': line(5, 'two') }) },
    ];
    const { landed, dropped } = await land(site, {
      ...{ wave: '1', commit: base, changes: done },
      resolve: async (_, on) => ({
        end: 'success',
        error: null,
        diff: await site.change(on, { 'a.txt': line(5, 'broken, and two') }),
      }),
    });
    expect(landed).toEqual([]);
    expect(dropped.map((each) => each.error)).toEqual([
      expect.stringMatching(/verification after its merge failed/),
      'its change cannot stand without task_1',
    ]);
  });

  it('is laid out again in another process without a merge or a verification', async () => {
    const site = await world();
    const { base } = site.repository;
    const done = [{ task: task(1), diff: await site.change(base, { 'a.txt': line(5, 'one') }) }];
    const first = await land(site, { wave: '1', commit: base, changes: done, resolve: never });
    const other = await site.again();
    const second = await land(other, { wave: '1', commit: base, changes: [], resolve: never });
    expect(second.commit).toBe(first.commit);
    expect(other.verified).toEqual([]);
    expect(other.verifications.count).toBe(site.verifications.count);
  });
});
