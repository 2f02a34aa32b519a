import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { gathering } from '../../src/core/gather.js';
import { add, type Entry, linesOn, nothing, readJournal, type Sealed } from '../../src/core/journal.js';
import { openRun } from '../../src/core/run.js';
import { Conflict } from '../../src/errors.js';
import type { Store } from '../../src/ports.js';

const LOG = 'runs/fix-1-a';
const sealed = (entry: Entry): Sealed => ({ ...entry, at: 1, by: 'one' });
const begin = sealed({ kind: 'begin', format: 1, run: 'fix-1-a', workflow: 'fix', story: 1, input: {} });
const step = (name: string) => sealed({ kind: 'step', name, began: 0, value: null });
const heard = (key: string) => sealed({ kind: 'heard', word: { key, by: { login: 'maya' }, is: 'cancel' } });
const intent = sealed({ kind: 'intent', key: 'k', change: { kind: 'reaction', on: { issue: 1 }, reaction: 'eyes' } });

async function append(store: Store, ...entries: readonly Sealed[]): Promise<void> {
  const found = await store.read(LOG);
  const journal = readJournal(found?.text ?? '');
  if ('damage' in journal) throw new Error('damaged');
  let lines = '';
  let all = journal;
  for (const entry of entries) {
    const added = add(all, entry);
    lines += added.line;
    all = added.journal;
  }
  await store.append(LOG, lines, found?.at ?? null);
}

const namesIn = async (store: Store): Promise<readonly string[]> => {
  const journal = readJournal((await store.read(LOG))?.text ?? '');
  if ('damage' in journal) throw new Error(`damaged: ${journal.damage.why}`);
  return journal.entries.map((each) =>
    each.kind === 'step' ? each.name : each.kind === 'heard' ? `heard ${each.word.key}` : each.kind,
  );
};

const clockAt = (now: { at: number }) => ({ now: () => now.at });

describe('a journal that is gathered', () => {
  it('is written in one piece, and reads here as it will stand there', async () => {
    const beyond = memoryStore();
    const { store, flush } = gathering(beyond, LOG, { clock: clockAt({ at: 0 }) });
    await append(beyond, begin);
    await append(store, step('a'));
    await append(store, intent);
    expect(await namesIn(beyond)).toEqual(['begin']);
    expect(await namesIn(store)).toEqual(['begin', 'a', 'intent']);
    await flush();
    expect(await namesIn(beyond)).toEqual(['begin', 'a', 'intent']);
    await append(store, step('b'));
    await flush();
    await flush();
    expect(await namesIn(beyond)).toEqual(['begin', 'a', 'intent', 'b']);
  });

  it('is written where somebody takes the run into their hands, before they do anything', async () => {
    const beyond = memoryStore();
    const { store } = gathering(beyond, LOG, { clock: clockAt({ at: 0 }) });
    await append(store, begin);
    expect(await namesIn(beyond)).toEqual(['begin']);
    // What another one did is brought along first.
    await append(store, sealed({ kind: 'resume' }), step('a'));
    expect(await namesIn(beyond)).toEqual(['begin']);
    await append(store, sealed({ kind: 'resume', inPieces: true }));
    expect(await namesIn(beyond)).toEqual(['begin', 'resume', 'a', 'resume']);
  });

  it('hears what people say meanwhile, once, wherever it was said in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('step', 'heard', 'flush', 'intent', 'wait'), { maxLength: 14 }),
        async (deeds) => {
          const beyond = memoryStore();
          await append(beyond, begin);
          const now = { at: 0 };
          const { store, flush } = gathering(beyond, LOG, { clock: clockAt(now) });
          let [steps, words] = [0, 0];
          for (const deed of deeds) {
            if (deed === 'step') await append(store, step(`s${++steps}`));
            if (deed === 'intent') await append(store, intent);
            if (deed === 'heard') await append(beyond, heard(`w${++words}`));
            if (deed === 'flush') await flush();
            if (deed === 'wait') now.at += 60_000;
          }
          await flush();
          const names = await namesIn(beyond);
          expect(names.filter((name) => /^s\d/.test(name))).toEqual(
            Array.from({ length: steps }, (_, n) => `s${n + 1}`),
          );
          expect(names.filter((name) => name.startsWith('heard')).sort()).toEqual(
            Array.from({ length: words }, (_, n) => `heard w${n + 1}`).sort(),
          );
          now.at += 60_000;
          expect([...(await namesIn(store))].sort()).toEqual([...names].sort());
        },
      ),
      { numRuns: 200 },
    );
  });

  it('serves a run that hears a word in the middle of its deeds', async () => {
    const beyond = memoryStore();
    const clock = { now: () => at, sleep: async () => undefined };
    let at = 0;
    const { store, flush } = gathering(beyond, LOG, { clock });
    const desk = {
      store,
      leases: beyond,
      clock,
      holder: { name: 'one', isGone: () => false },
      redact: (text: string) => text,
    };
    const opened = await openRun(desk, { run: 'fix-1-a', workflow: 'fix', story: 1, input: {} });
    if (opened.is !== 'open') throw new Error(opened.is);
    const { run } = opened;
    await run.step('a', async () => 1);
    await run.intend('k', { kind: 'reaction', on: { issue: 1 }, reaction: 'eyes' });
    await append(beyond, heard('w1'));
    await run.step('b', async () => 2);
    await flush();
    at += 60_000;
    await run.listen();
    expect(run.words()).toHaveLength(1);
    await run.step('c', async () => 3);
    await run.confirm('k', {});
    await run.end({ outcome: 'done' });
    await flush();
    expect(await namesIn(beyond)).toEqual(['begin', 'heard w1', 'a', 'intent', 'b', 'c', 'confirm', 'end']);
  });

  it('is written before a deed that cannot simply be done again, where the last piece is long ago', async () => {
    const beyond = memoryStore();
    const now = { at: 0 };
    const { store } = gathering(beyond, LOG, { clock: clockAt(now) });
    await append(store, begin);
    now.at = 20_000;
    await append(store, intent);
    expect(await namesIn(beyond)).toEqual(['begin']);
    now.at = 40_000;
    await append(store, intent);
    expect(await namesIn(beyond)).toEqual(['begin', 'intent', 'intent']);
    // Somebody thought us dead: nothing more is done.
    now.at = 120_000;
    await append(beyond, sealed({ kind: 'resume' }));
    await expect(append(store, intent)).rejects.toThrow(Conflict);
  });

  it('has not taken what it could not write: it is somebody else’s', async () => {
    const beyond = memoryStore();
    await append(beyond, begin);
    const { store, flush } = gathering(beyond, LOG, { clock: clockAt({ at: 0 }) });
    await namesIn(store);
    await append(beyond, step('theirs'));
    await expect(append(store, sealed({ kind: 'resume' }))).rejects.toThrow(Conflict);
    await flush();
    expect(await namesIn(beyond)).toEqual(['begin', 'theirs']);
  });

  it('goes on where what could not be written for a moment is tried again', async () => {
    const beyond = memoryStore();
    let isAway = true;
    const flaky: Store = {
      ...beyond,
      async append(log, lines, at) {
        if (isAway) throw new Error('away');
        return beyond.append(log, lines, at);
      },
    };
    const { store } = gathering(flaky, LOG, { clock: clockAt({ at: 0 }) });
    const line = linesOn(nothing, [begin]);
    await expect(store.append(LOG, line, null)).rejects.toThrow('away');
    isAway = false;
    await store.append(LOG, line, null);
    expect(await namesIn(beyond)).toEqual(['begin']);
  });

  it('takes nothing once it may not be written any more', async () => {
    const beyond = memoryStore();
    let isOver = false;
    const check = () => {
      if (isOver) throw new Conflict('the lease');
    };
    const { store } = gathering(beyond, LOG, { clock: clockAt({ at: 0 }), check });
    await append(store, begin);
    isOver = true;
    await expect(append(store, intent)).rejects.toThrow(Conflict);
  });

  it('gives way where somebody else went on with the run', async () => {
    const beyond = memoryStore();
    await append(beyond, begin);
    const { store, flush } = gathering(beyond, LOG, { clock: clockAt({ at: 0 }) });
    await append(store, step('mine'));
    await append(beyond, step('theirs'));
    await expect(flush()).rejects.toThrow(Conflict);
    expect(await namesIn(beyond)).toEqual(['begin', 'theirs']);
  });

  it('leaves other logs alone', async () => {
    const beyond = memoryStore();
    const { store } = gathering(beyond, LOG, { clock: clockAt({ at: 0 }) });
    await store.append('lease/issue-1', 'x\n', null);
    expect((await beyond.read('lease/issue-1'))?.text).toBe('x\n');
  });
});
