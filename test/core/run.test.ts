import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStore } from '../../src/adapters/store/memory.js';
import type { Desk } from '../../src/core/desk.js';
import { type Entry, nothing, readJournal } from '../../src/core/journal.js';
import { logOf } from '../../src/core/kept.js';
import { openRun, type Run, takenOverAt } from '../../src/core/run.js';
import { Conflict, UserError } from '../../src/errors.js';
import { quickClock } from '../build/clock.js';
import { deskOf } from '../build/desk.js';

const begin = { run: 'fix-7-abc', workflow: 'fix', story: 1, input: { text: '/crew fix' } };

async function open(desk: Desk): Promise<Run> {
  const opened = await openRun(desk, begin);
  if (opened.is !== 'open') throw new Error(`it is ${opened.is}`);
  return opened.run;
}

/** A process that died, and the one that comes after it. */
function twoLives() {
  const store = memoryStore();
  const clock = quickClock();
  return {
    store,
    clock,
    first: deskOf({ store, clock }),
    second: deskOf({ store, clock, name: 'two', gone: ['one'] }),
  };
}

async function entriesOf(desk: Desk) {
  const journal = readJournal((await desk.store.read(logOf(begin.run)))?.text ?? '');
  if ('damage' in journal) throw new Error('damaged');
  return journal.entries;
}

describe('a step', () => {
  it('is done once; asked for again, what was written is given back', async () => {
    const run = await open(deskOf());
    let done = 0;
    const work = async () => ({ n: ++done });
    expect(await run.step('count', work)).toEqual({ n: 1 });
    expect(await run.step('count', work)).toEqual({ n: 1 });
  });

  it('costs no more redaction late in a long run than at its beginning', async () => {
    let looked = 0;
    const redact = (text: string) => {
      looked += 1;
      return text;
    };
    const run = await open(deskOf({ redact }));
    const costs: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const before = looked;
      await run.step(`step ${n}`, async () => 'done');
      costs.push(looked - before);
    }
    expect(new Set(costs).size).toBe(1);
  });

  it('is not repeated by the process that takes over', async () => {
    const { first, second } = twoLives();
    await (await open(first)).step('a', async () => 'done by one');
    const run = await open(second);
    expect(await run.step('a', async () => 'done by two')).toBe('done by one');
    expect(await run.step('b', async () => 'done by two')).toBe('done by two');
  });

  it('that failed is not written, and done again next time', async () => {
    const { first, second } = twoLives();
    const run = await open(first);
    await expect(
      run.step('a', async () => {
        throw new Error('no luck');
      }),
    ).rejects.toThrow('no luck');
    expect(await (await open(second)).step('a', async () => 'luck')).toBe('luck');
  });

  it('gives the first run and the continued one the same value, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ maxDepth: 2, withNullPrototype: true, withDate: true }), async (value) => {
        const { first, second } = twoLives();
        const fresh = await (await open(first)).step('a', async () => value);
        expect(await (await open(second)).step('a', async () => 'never')).toEqual(fresh);
      }),
    );
  });

  it('gives the first run and the continued one the same, also where a secret was replaced', async () => {
    const { store, clock } = twoLives();
    const redact = (text: string) => text.replaceAll('hunter2', '[redacted: secret]');
    const run = await open(deskOf({ store, clock, redact }));
    const fresh = await run.step('look', async () => ({ says: 'it is hunter2' }));
    const later = await open(deskOf({ store, clock, redact, name: 'two', gone: ['one'] }));
    expect(await later.step('look', async () => ({ says: '' }))).toEqual(fresh);
    expect((await store.read(logOf(begin.run)))?.text).not.toContain('hunter2');
  });

  it('is found again also when a secret stands in its name', async () => {
    const run = await open(deskOf({ redact: (text) => text.replaceAll('hunter2', '[redacted: secret]') }));
    await run.step('try hunter2', async () => 1);
    expect(await run.step('try hunter2', async () => 2)).toBe(1);
  });

  it('may run beside others; all are written whole', async () => {
    const desk = deskOf();
    const run = await open(desk);
    const names = Array.from({ length: 20 }, (_, n) => `wave-${n}`);
    await Promise.all(names.map((name) => run.step(name, async () => name)));
    const written = (await entriesOf(desk)).flatMap((entry) => (entry.kind === 'step' ? [entry.name] : []));
    expect(written.toSorted()).toEqual(names.toSorted());
  });

  it('beside one that cannot be written does not go on as if it were', async () => {
    const store = memoryStore();
    const full = new UserError({ expected: 'room', found: 'none', remedy: 'Free some.', ends: 'awaiting' });
    let room = true;
    const append: typeof store.append = async (...args) => {
      if (!room) throw full;
      return store.append(...args);
    };
    const run = await open(deskOf({ store: { ...store, append } }));
    room = false;
    await expect(run.step('a', async () => 1)).rejects.toBe(full);
    room = true;
    expect(await run.step('a', async () => 2)).toBe(2);
  });
});

describe('an effect', () => {
  it('is counted by its intents, until it is confirmed', async () => {
    const run = await open(deskOf());
    const change = { kind: 'reaction', on: { issue: 7 }, reaction: 'eyes' } as const;
    expect(run.effect('k')).toEqual({ begun: 0 });
    await run.intend('k', change);
    await run.intend('k', change);
    expect(run.effect('k')).toEqual({ begun: 2 });
    await run.confirm('k', { url: 'u' });
    expect(run.effect('k')).toEqual({ begun: 2, applied: { value: { url: 'u' } } });
    expect(run.effect('other')).toEqual({ begun: 0 });
  });
});

describe('opening a run', () => {
  it('that ended gives its end, and writes nothing', async () => {
    const { first, second } = twoLives();
    await (await open(first)).end({ outcome: 'done', says: 'There it is.' });
    const before = await entriesOf(first);
    expect(await openRun(second, begin)).toMatchObject({ is: 'ended', end: { outcome: 'done', says: 'There it is.' } });
    expect(await entriesOf(first)).toEqual(before);
  });

  it('that somebody lives in says so, and writes nothing', async () => {
    const store = memoryStore();
    const first = deskOf({ store });
    await open(first);
    expect(await openRun(deskOf({ store, name: 'two' }), begin)).toEqual({ is: 'elsewhere' });
    expect(await entriesOf(first)).toHaveLength(1);
  });

  it('takes it over at once from a process that surely is no more', async () => {
    const { first, second } = twoLives();
    await open(first);
    expect(await openRun(second, begin)).toMatchObject({ is: 'open', resumed: true });
    expect((await entriesOf(first)).map(({ kind, by }) => `${kind} ${by}`)).toEqual(['begin one', 'resume two']);
  });

  it('takes it over from a process of which nothing was heard for a minute', async () => {
    const store = memoryStore();
    const clock = quickClock();
    await open(deskOf({ store, clock }));
    const second = deskOf({ store, clock, name: 'two' });
    clock.pass(60_000);
    expect(await openRun(second, begin)).toEqual({ is: 'elsewhere' });
    clock.pass(1);
    expect(await openRun(second, begin)).toMatchObject({ is: 'open', resumed: true });
  });

  it('by many at once gives it to exactly one', async () => {
    const store = memoryStore();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => openRun(deskOf({ store, name: `p${n}` }), begin)),
    );
    expect(all.filter(({ is }) => is === 'open')).toHaveLength(1);
    expect(all.filter(({ is }) => is === 'elsewhere')).toHaveLength(19);
  });

  it('taken over by many at once gives it to exactly one', async () => {
    const { store, first } = twoLives();
    await open(first);
    const desks = Array.from({ length: 20 }, (_, n) => deskOf({ store, name: `p${n}`, gone: ['one'] }));
    const all = await Promise.all(desks.map((desk) => openRun(desk, begin)));
    expect(all.filter(({ is }) => is === 'open')).toHaveLength(1);
  });

  it('of another story is refused by name, older or newer', async () => {
    const { first, second } = twoLives();
    await open(first);
    for (const story of [0, 2, 7]) {
      const refused = openRun(second, { ...begin, story });
      await expect(refused).rejects.toThrow(UserError);
      await expect(refused).rejects.toMatchObject({ ends: 'error', found: 'story 1' });
    }
  });

  it('whose journal is damaged is refused with the line and the remedy, and left as it is', async () => {
    const { store, first, second } = twoLives();
    await (await open(first)).step('a', async () => 1);
    const at = (await store.read(logOf(begin.run)))?.at ?? null;
    await store.append(logOf(begin.run), 'rubbish\n', at);
    const before = await store.read(logOf(begin.run));
    await expect(openRun(second, begin)).rejects.toMatchObject({
      found: 'line 3 damaged (checksum)',
      remedy: expect.stringContaining('crew clean fix-7-abc'),
    });
    expect(await store.read(logOf(begin.run))).toEqual(before);
  });

  it('whose last line was torn continues before it', async () => {
    const { store, first, second } = twoLives();
    await (await open(first)).step('a', async () => 1);
    const found = await store.read(logOf(begin.run));
    await store.append(logOf(begin.run), '0123456789abcdef {"kind":"st', found?.at ?? null);
    const run = await open(second);
    expect(await run.step('a', async () => 2)).toBe(1);
    expect((await entriesOf(second)).map(({ kind }) => kind)).toEqual(['begin', 'step', 'resume']);
  });
});

describe('who held a run before it was taken over', () => {
  it('cannot write any more: nothing is doubled', async () => {
    const { first, second } = twoLives();
    const old = await open(first);
    const fresh = await open(second);
    await expect(old.step('a', async () => 'old')).rejects.toThrow(Conflict);
    await expect(old.intend('k', { kind: 'reaction', on: { issue: 7 }, reaction: 'eyes' })).rejects.toThrow(Conflict);
    await expect(old.end({ outcome: 'done' })).rejects.toThrow(Conflict);
    expect(await fresh.step('a', async () => 'fresh')).toBe('fresh');
    expect((await entriesOf(second)).map(({ kind, by }) => `${kind} ${by}`)).toEqual([
      'begin one',
      'resume two',
      'step two',
    ]);
  });
});

describe('when it was taken over from somebody who wrote in pieces', () => {
  const begin = { kind: 'begin', format: 1, run: 'fix-1', workflow: 'fix', story: 1, input: {} } as const;
  const inPieces = { inPieces: true } as const;
  const resume = { kind: 'resume' } as const;
  const rest = { kind: 'rest', for: 'work' } as const;
  const step = { kind: 'step', name: 'a', began: 0, value: 1 } as const;

  it.each<[string, readonly Entry[], number | undefined]>([
    ['begun, and nobody since', [{ ...begin, ...inPieces }, step], undefined],
    ['begun, and taken over', [{ ...begin, ...inPieces }, resume], 1],
    ['begun line by line, and taken over', [begin, step, resume], undefined],
    ['put down, and taken up', [{ ...begin, ...inPieces }, step, rest, { ...resume, ...inPieces }], undefined],
    ['put down, taken up, and taken over', [begin, rest, { ...resume, ...inPieces }, resume], 3],
    ['taken over, and put down since', [{ ...begin, ...inPieces }, resume, rest, resume], 1],
    ['taken over twice', [{ ...begin, ...inPieces }, { ...resume, ...inPieces }, step, resume], 3],
  ])('%s', (_, entries, at) => {
    expect(takenOverAt({ ...nothing, entries: entries.map((each, n) => ({ ...each, at: n, by: 'one' })) })).toBe(at);
  });
});
