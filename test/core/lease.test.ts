import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStore } from '../../src/adapters/store/memory.js';
import {
  ask,
  fenced,
  HEARTBEAT,
  type Held,
  type Lease,
  TTL,
  takeLease,
  takeUp,
  whileHeld,
} from '../../src/core/lease.js';
import { Conflict } from '../../src/errors.js';
import type { Store } from '../../src/ports.js';
import { handClock, quickClock, START } from '../build/clock.js';
import { deskOf } from '../build/desk.js';

const nobodyGone = () => false;

async function take(store: Store, by: { name: string; clock: ReturnType<typeof quickClock>; gone?: string[] }) {
  const held = await takeLease(deskOf({ store, ...by }), 'issue-7');
  if ('heldBy' in held) throw new Error(`held by ${held.heldBy.holder}`);
  return held;
}

/** A store behind a line that can break. */
function breakable(store: Store, line: { isDown: boolean }): Store {
  return {
    ...store,
    async append(log, lines, at) {
      if (line.isDown) throw new Error('no connection');
      return store.append(log, lines, at);
    },
  };
}

async function lastOf(store: Store): Promise<Lease> {
  const text = (await store.read('lease/issue-7'))?.text ?? '';
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as Lease;
}

describe('asking for a lease', () => {
  const now = START;
  const held: Lease = { holder: 'ann', fencing: 4, until: now + 1 };

  it.each<[string, Lease | null, string, (name: string) => boolean, ReturnType<typeof ask>]>([
    [
      'nobody ever had it',
      null,
      'bo',
      nobodyGone,
      { is: 'free', next: { holder: 'bo', fencing: 1, until: now + TTL } },
    ],
    ['another one has it', held, 'bo', nobodyGone, { is: 'held', by: held }],
    [
      'its time is over',
      { ...held, until: now },
      'bo',
      nobodyGone,
      { is: 'free', next: { holder: 'bo', fencing: 5, until: now + TTL } },
    ],
    [
      'it was given back',
      { ...held, until: 0 },
      'bo',
      nobodyGone,
      { is: 'free', next: { holder: 'bo', fencing: 5, until: now + TTL } },
    ],
    [
      'its holder surely is no more',
      held,
      'bo',
      (name) => name === 'ann',
      { is: 'free', next: { holder: 'bo', fencing: 5, until: now + TTL } },
    ],
    ['it has it itself, for something else', held, 'ann', nobodyGone, { is: 'held', by: held }],
    ['somebody else is no more', held, 'bo', (name) => name === 'cy', { is: 'held', by: held }],
  ])('%s', (_, current, holder, isGone, answer) => {
    expect(ask(current, { holder, now, isGone })).toEqual(answer);
  });
});

describe('a lease', () => {
  it('is one of many who ask at once, and the others hear who has it', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) => takeLease(deskOf({ store, clock, name: `p${n}` }), 'issue-7')),
    );
    const others = asked.flatMap((each) => ('heldBy' in each ? [each.heldBy.holder] : []));
    expect(others).toHaveLength(19);
    expect(new Set(others)).toEqual(new Set([(await lastOf(store)).holder]));
  });

  it('of one issue says nothing of another', async () => {
    const store = memoryStore();
    const clock = quickClock();
    await take(store, { name: 'ann', clock });
    expect(await takeLease(deskOf({ store, clock, name: 'bo' }), 'issue-8')).toHaveProperty('fencing', 1);
  });

  it('lasts a minute from its last renewal', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const held = await take(store, { name: 'ann', clock });
    clock.pass(TTL - 1);
    await held.renew();
    clock.pass(TTL - 1);
    await expect(take(store, { name: 'bo', clock })).rejects.toThrow('held by ann');
    clock.pass(1);
    expect(await take(store, { name: 'bo', clock })).toHaveProperty('fencing', 2);
  });

  it('that was given back is free at once', async () => {
    const store = memoryStore();
    const clock = quickClock();
    await (await take(store, { name: 'ann', clock })).release();
    expect(await take(store, { name: 'bo', clock })).toHaveProperty('fencing', 2);
  });

  it('that was taken meanwhile can neither be renewed nor given back', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const old = await take(store, { name: 'ann', clock });
    clock.pass(TTL);
    await take(store, { name: 'bo', clock });
    await expect(old.renew()).rejects.toThrow(Conflict);
    await expect(old.release()).rejects.toThrow(Conflict);
    expect((await lastOf(store)).holder).toBe('bo');
  });

  it('renewed while it is being given back is given back in the end', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const held = await take(store, { name: 'ann', clock });
    await Promise.all([held.renew(), held.release()]);
    expect((await lastOf(store)).until).toBe(0);
  });

  it('taken up for a run, and left to whoever has it after all, lies there as before: for whoever looks after that attempt', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const desk = deskOf({ store, clock });
    const of = { run: 'fix-7', text: 'a', page: 'runs/7/attempts/1', login: 'maya' };
    const held = await takeLease(desk, 'issue-7', of);
    if ('heldBy' in held) throw new Error('held');
    await held.putDown('fix-7', 10 * TTL);
    const before = await lastOf(store);
    clock.pass(TTL);
    const up = await takeUp(deskOf({ store, clock, name: 'two' }), 'issue-7', { ...of, page: 'runs/8/attempts/1' });
    expect(await lastOf(store)).toMatchObject({ holder: 'two', page: 'runs/8/attempts/1' });
    await up?.putBack();
    await up?.release();
    expect(await lastOf(store)).toEqual({ ...before, fencing: before.fencing + 1 });
    expect(() => up?.check()).toThrow(Conflict);
  });

  it('put down for a run while it is being renewed stays put down for as long as was said', async () => {
    const store = memoryStore();
    const clock = quickClock();
    const held = await take(store, { name: 'ann', clock });
    await Promise.all([held.renew(), held.putDown('fix-1', 900_000), held.renew()]);
    expect(await lastOf(store)).toMatchObject({ holder: 'fix-1', until: clock.now() + 900_000 });
  });
});

describe('leases in any interleaving of taking, renewing, giving back, dying and jumping clocks', () => {
  const names = ['ann', 'bo', 'cy'] as const;
  const who = fc.constantFrom(...names);
  const acts = fc.array(
    fc.oneof(
      fc.record({ act: fc.constantFrom('take' as const, 'renew' as const, 'release' as const, 'die' as const), who }),
      fc.record({ act: fc.constant('jump' as const), by: fc.integer({ min: -2 * TTL, max: 2 * TTL }) }),
      fc.record({ act: fc.constant('race' as const) }),
    ),
    { maxLength: 30 },
  );

  it('never lower the fencing number, and never let two renew', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (story) => {
        const store = memoryStore();
        const clock = quickClock();
        const hands = new Map<string, Held>();
        const gone: string[] = [];
        let lives = 0;
        let fencing = 0;
        const takeAs = async (name: string) => {
          const life = `${name} ${++lives}`;
          const held = await takeLease(deskOf({ store, clock, name: life, gone }), 'issue-7');
          if (!('heldBy' in held)) hands.set(life, held);
        };
        const of = (name: string) => [...hands].filter(([life]) => life.startsWith(name));
        for (const step of story) {
          if (step.act === 'jump') clock.pass(step.by);
          else if (step.act === 'race') await Promise.all(names.map(takeAs));
          else if (step.act === 'take') await takeAs(step.who);
          else if (step.act === 'die')
            for (const [life] of of(step.who)) {
              gone.push(life);
              hands.delete(life);
            }
          else for (const [, held] of of(step.who)) await held[step.act]().catch(() => undefined);
          const text = (await store.read('lease/issue-7'))?.text;
          const now = text ? (await lastOf(store)).fencing : 0;
          expect(now).toBeGreaterThanOrEqual(fencing);
          fencing = now;
        }
        const renewals = await Promise.allSettled([...hands.values()].map((held) => held.renew()));
        expect(renewals.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('give every taking by another holder a number of its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(who, { maxLength: 12 }), async (takers) => {
        const store = memoryStore();
        const clock = quickClock();
        const numbers: number[] = [];
        for (const [n, name] of takers.entries()) {
          numbers.push((await take(store, { name: `${name} ${n}`, clock })).fencing);
          clock.pass(TTL);
        }
        expect(numbers).toEqual(numbers.map((_, n) => n + 1));
      }),
    );
  });
});

describe('work under a lease', () => {
  async function begin() {
    const line = { isDown: false };
    const store = breakable(memoryStore(), line);
    const clock = handClock();
    const held = await takeLease(deskOf({ store, clock, name: 'ann' }), 'issue-7');
    if ('heldBy' in held) throw new Error('nobody has it');
    return { store, clock, held, line };
  }

  it('keeps it alive for as long as it takes, and gives it back at the end', async () => {
    const { store, clock, held } = await begin();
    let finish: (value: string) => void = () => undefined;
    const working = whileHeld(held, clock, () => new Promise<string>((resolve) => (finish = resolve)));
    for (let beat = 1; beat <= 40; beat += 1) {
      await clock.advance(HEARTBEAT);
      expect((await lastOf(store)).until).toBe(clock.now() + TTL);
    }
    finish('done');
    expect(await working).toBe('done');
    expect((await lastOf(store)).until).toBe(0);
    expect(clock.sleeping).toBe(0);
  });

  it('that fails gives it back too, and fails as it did', async () => {
    const { store, clock, held } = await begin();
    const failing = whileHeld(held, clock, async () => {
      throw new Error('no luck');
    });
    await expect(failing).rejects.toThrow('no luck');
    expect((await lastOf(store)).until).toBe(0);
  });

  it('ends when the lease was lost, and leaves it to whoever has it now', async () => {
    const { store, clock, held } = await begin();
    const working = whileHeld(held, clock, () => new Promise<never>(() => undefined));
    const gone = { store, clock, name: 'bo', gone: ['ann'] };
    expect(await takeLease(deskOf(gone), 'issue-7')).toHaveProperty('fencing', 2);
    const ended = expect(working).rejects.toThrow(Conflict);
    await clock.advance(HEARTBEAT);
    await ended;
    expect((await lastOf(store)).holder).toBe('bo');
  });

  it('that does not notice can write nothing more', async () => {
    const { store, clock, held } = await begin();
    const behind = fenced(store, held);
    await behind.append('runs/fix-7', 'a\n', null);
    let write: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (write = resolve));
    const working = whileHeld(held, clock, () => told.then(() => behind.append('runs/fix-7', 'b\n', '1')));
    await takeLease(deskOf({ store, clock, name: 'bo', gone: ['ann'] }), 'issue-7');
    const ended = expect(working).rejects.toThrow(Conflict);
    await clock.advance(HEARTBEAT);
    await ended;
    write();
    await clock.advance(1);
    await expect(behind.append('runs/fix-7', 'c\n', '1')).rejects.toThrow(Conflict);
    expect((await store.read('runs/fix-7'))?.text).toBe('a\n');
  });

  it('that was stopped past its time can write nothing more, though nobody took it', async () => {
    const { store, clock, held } = await begin();
    await clock.advance(TTL);
    await expect(fenced(store, held).append('runs/fix-7', 'a\n', null)).rejects.toThrow(Conflict);
  });

  it('goes on when one heartbeat could not be sent, for as long as the lease holds', async () => {
    const { clock, held, line } = await begin();
    let finish: (value: string) => void = () => undefined;
    const working = whileHeld(held, clock, () => new Promise<string>((resolve) => (finish = resolve)));
    line.isDown = true;
    await clock.advance(HEARTBEAT * 3);
    line.isDown = false;
    await clock.advance(HEARTBEAT * 3);
    finish('done');
    expect(await working).toBe('done');
  });

  it('ends when no heartbeat could be sent until the lease ran out', async () => {
    const { clock, held, line } = await begin();
    const working = whileHeld(held, clock, () => new Promise<never>(() => undefined));
    const ended = expect(working).rejects.toThrow(Conflict);
    line.isDown = true;
    await clock.advance(TTL);
    await ended;
  });
});
