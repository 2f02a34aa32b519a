import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import type { Desk } from '../../src/core/desk.js';
import { hear } from '../../src/core/hear.js';
import { wordsOf } from '../../src/core/journal.js';
import { loadJournal } from '../../src/core/kept.js';
import { openRun, type Run } from '../../src/core/run.js';
import { viewOf } from '../../src/core/view.js';
import { AWAITED_IN_VAIN, type Said, type Word } from '../../src/core/word.js';
import { handClock } from '../build/clock.js';

const BEGIN = { run: 'fix-7-0a1b2c3d4e', workflow: 'fix', story: 1, input: null };
const word = (said: Said, key = JSON.stringify(said)): Word => ({ key, by: { login: 'maya' }, ...said });

function deskOf(redact = (text: string) => text) {
  const store = memoryStore();
  const clock = handClock();
  const holder = { name: 'one', isGone: () => false };
  return { clock, store, desk: { store, leases: store, clock, holder, redact } satisfies Desk };
}

async function opened(desk: Desk): Promise<Run> {
  const found = await openRun(desk, BEGIN);
  if (found.is !== 'open') throw new Error(`it is ${found.is}`);
  return found.run;
}

describe('a word to a run', () => {
  it('is heard by whoever holds it, at the next line it writes', async () => {
    const { desk } = deskOf();
    const run = await opened(desk);
    expect(await hear(desk, run.id, word({ is: 'cancel' }))).toBe('heard');
    expect(run.signal.aborted).toBe(false);
    await run.step('next', async () => 1);
    expect(run.signal.aborted).toBe(true);
    expect(run.words().map(({ is }) => is)).toEqual(['cancel']);
  });

  it('is heard without a line as well, and what waited to be written is not lost', async () => {
    const { desk } = deskOf();
    const run = await opened(desk);
    await run.look('seen', async () => 'a');
    await hear(desk, run.id, word({ is: 'continue', addUsd: 2 }));
    await run.listen();
    expect(run.words()).toHaveLength(1);
    await run.step('done', async () => 'b');
    const { journal } = (await loadJournal(desk.store, run.id)) ?? {};
    expect(journal?.entries.map(({ kind }) => kind)).toEqual(['begin', 'heard', 'step', 'step']);
  });

  it('of many at once, beside a run that writes, is never lost and never torn', async () => {
    const { desk } = deskOf();
    const run = await opened(desk);
    const steps = Array.from({ length: 20 }, (_, n) => run.step(`step ${n}`, async () => n));
    const words = Array.from({ length: 20 }, (_, n) => hear(desk, run.id, word({ is: 'continue' }, `k${n}`)));
    await Promise.all([...steps, ...words]);
    const { journal } = (await loadJournal(desk.store, run.id)) ?? {};
    if (!journal) throw new Error('no journal');
    expect(new Set(wordsOf(journal).map(({ key }) => key)).size).toBe(20);
    expect(journal.entries.filter(({ kind }) => kind === 'step')).toHaveLength(20);
  });

  it('delivered twice is one word', async () => {
    const { desk } = deskOf();
    const run = await opened(desk);
    expect(await hear(desk, run.id, word({ is: 'cancel' }, 'c-1'))).toBe('heard');
    expect(await hear(desk, run.id, word({ is: 'cancel' }, 'c-1'))).toBe('known');
  });

  it('opens a run again that waited for it', async () => {
    const { desk, clock } = deskOf();
    const run = await opened(desk);
    const awaits = { id: 'q-1', kind: 'question', question: 'Which?' } as const;
    await run.end({ outcome: 'awaiting', says: 'Which?', awaits });
    const waiting = await loadJournal(desk.store, run.id);
    expect(waiting && viewOf(waiting.journal, clock.now())).toMatchObject({ status: 'awaiting', awaits });
    expect((await openRun(desk, BEGIN)).is).toBe('ended');
    expect(await hear(desk, run.id, word({ is: 'answer', id: 'q-2', text: 'no' }))).toBe('deaf');
    expect(await hear(desk, run.id, word({ is: 'answer', text: 'the third' }))).toBe('heard');
    const again = await openRun(desk, BEGIN);
    expect(again.is === 'open' && again.run.words()).toMatchObject([{ is: 'answer', id: 'q-1', text: 'the third' }]);
  });

  it('comes too late after fourteen days', async () => {
    const { desk, clock } = deskOf();
    const run = await opened(desk);
    await run.end({ outcome: 'awaiting', awaits: { id: 'q-1', kind: 'question', question: 'Which?' } });
    await clock.advance(AWAITED_IN_VAIN + 1);
    const { journal } = (await loadJournal(desk.store, run.id)) ?? {};
    expect(journal && viewOf(journal, clock.now())?.status).toBe('cancelled');
    expect(await hear(desk, run.id, word({ is: 'answer', text: 'late' }))).toBe('deaf');
  });

  it('holds no secret that somebody wrote into it', async () => {
    const { desk } = deskOf((text) => text.replaceAll('hunter2', '[redacted]'));
    const run = await opened(desk);
    await run.end({ outcome: 'awaiting', awaits: { id: 'q-1', kind: 'question', question: 'Which?' } });
    await hear(desk, run.id, word({ is: 'answer', text: 'the key is hunter2' }));
    expect((await desk.store.read(`runs/${run.id}`))?.text).not.toContain('hunter2');
  });

  it('to a run that is not known is said to none', async () => {
    expect(await hear(deskOf().desk, 'fix-1-0000000000', word({ is: 'cancel' }))).toBe('none');
  });

  it('does not let somebody else go on who took the run over', async () => {
    const { desk, clock } = deskOf();
    const run = await opened(desk);
    await hear(desk, run.id, word({ is: 'continue' }));
    await clock.advance(61_000);
    const other = await openRun({ ...desk, holder: { name: 'two', isGone: () => true } }, BEGIN);
    expect(other.is).toBe('open');
    await expect(run.step('mine', async () => 1)).rejects.toThrow('somebody else');
  });
});
