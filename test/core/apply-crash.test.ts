// Processes that die, or sleep too long, while they apply changes.
import { describe, expect, it } from '@jest/globals';
import type { Fault } from 'github-sandbox';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { Conflict } from '../../src/errors.js';
import type { GitHub, Store } from '../../src/ports.js';
import { comment, dispatch, live, nextIssue, reaction, reactions, runs, shop, standing } from './applying.js';

class Crash extends Error {}

/** Dies before or after the n-th thing it does to the journal or to GitHub. */
function mortal(
  of: { store: Store; github: GitHub },
  dies: number,
): { store: Store; github: GitHub; did: () => number } {
  let done = 0;
  const point = () => {
    done += 1;
    if (done >= dies) throw new Crash(`died at ${dies}`);
  };
  const around =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      point();
      const result = await act(...args);
      point();
      return result;
    };
  const { thread, people, dispatch: start } = of.github;
  return {
    did: () => done,
    store: { ...of.store, append: around(of.store.append) },
    github: {
      ...of.github,
      thread: {
        ...thread,
        read: around(thread.read),
        post: around(thread.post),
        edit: around(thread.edit),
        remove: around(thread.remove),
        react: around(thread.react),
      },
      people: { ...people, me: around(people.me) },
      dispatch: { find: around(start.find), start: around(start.start) },
    },
  };
}

/** Every pair of deaths, not only some. */
const LONG = process.env.CREW_LONG === '1';
const never = Number.POSITIVE_INFINITY;

/** How a life writes its journal; in pieces, what only the run itself makes is not looked for before it was begun. */
const ways = [
  ['line by line', false],
  ['in pieces', true],
] as const;

describe.each(ways)('a process that writes %s and dies', (_, inPieces) => {
  const own = inPieces ? { own: true as const } : {};
  const changes = () => [reaction(), comment(own), dispatch()];

  /** Lives that die where they are told, and a last one that does not. */
  async function lives(deaths: readonly number[], faults: readonly Fault[] = []): Promise<void> {
    const store = memoryStore();
    for (const [n, dies] of [...deaths, never].entries()) {
      const life = mortal({ store, github: shop.github() }, dies);
      for (const fault of n === 0 ? faults : []) shop.embedded.faults.add(fault);
      const living = live(changes(), { ...life, name: `life ${n}`, inPieces });
      if (dies === never) await living;
      else await living.catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
    }
    expect(standing()).toEqual(['Here is what I found.']);
    expect(reactions()).toBe(1);
    expect(runs()).toBe(1);
  }

  async function points(): Promise<number> {
    const life = mortal({ store: memoryStore(), github: shop.github() }, never);
    await live(changes(), { ...life, inPieces });
    return life.did();
  }

  it('anywhere at all has everything done exactly once in the end', async () => {
    const many = await points();
    expect(many).toBeGreaterThan(inPieces ? 10 : 20);
    for (let dies = 1; dies <= many; dies += 1) {
      await nextIssue();
      await lives([dies]);
    }
  });

  it('anywhere while lists are half a minute behind has everything done exactly once in the end', async () => {
    const many = await points();
    for (let dies = 1; dies <= many; dies += 1) {
      shop.embedded.faults.clear();
      await nextIssue();
      await lives([dies], [{ kind: 'stale', method: 'GET', forMs: 30_000 }]);
    }
  });

  it('again while it makes good what it missed has everything done exactly once in the end', async () => {
    const many = await points();
    const stride = LONG ? 1 : 9;
    for (let first = 1; first <= many; first += LONG ? 1 : 3) {
      for (let second = 1 + (first % stride); second <= many; second += stride) {
        await nextIssue();
        await lives([first, second]);
      }
    }
  }, 600_000);
});

describe.each(ways)('a holder that writes %s and slept while its run was taken over', (_, inPieces) => {
  const own = inPieces ? { own: true as const } : {};

  it('takes back what it doubled when it wakes, and the oldest comment stays', async () => {
    const store = memoryStore();
    const github = shop.github();
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const post = async (...args: Parameters<GitHub['thread']['post']>) => {
      await woken;
      return github.thread.post(...args);
    };
    const thread = { ...github.thread, post };
    const sleeper = live([comment(own)], { store, github: { ...github, thread }, inPieces });
    const ended = expect(sleeper).rejects.toThrow(Conflict);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await live([comment(own)], { store, name: 'two', inPieces });
    wake();
    await ended;
    expect(standing()).toEqual(['Here is what I found.']);
  });
});
