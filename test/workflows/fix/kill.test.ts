// A fix is killed where it reaches for its journal, and goes on: on the same machine, or on a fresh one with the journal alone.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Crew } from '../../../src/core/crew.js';
import type { Store } from '../../../src/ports.js';
import { newFolder } from '../../build/folder.js';
import { answer, type Bench, call, edit, git, sumBench, TASK, turn } from './at-work.js';

const LONG = process.env.CREW_LONG === '1';

/** One failure on the way, and one look. */
const SCRIPT = [
  // What was in doubt is done again.
  { when: { tool: 'Interrupted', turn: { to: 4 } }, ...turn(edit('add.js', 'a - b', 'a * b')) },
  { when: { tool: 'Interrupted', turn: { from: 5 } }, ...turn(edit('add.js', 'a * b', 'a + b')) },
  turn(call('read', { path: 'add.js' })),
  turn(edit('add.js', 'a - b', 'a * b')),
  turn(answer()),
  turn(edit('add.js', 'a * b', 'a + b')),
  turn(answer()),
];

class Killed extends Error {}

/** A life that ends at the n-th append, before it is durable or after; nothing reaches the store behind that. */
function dying(at: number, when: 'before' | 'after'): { crew: (crew: Crew) => Crew; appends: () => number } {
  let appends = 0;
  const mortal = (store: Store): Store => ({
    ...store,
    async append(log, lines, seen) {
      if (!log.startsWith('runs/')) return store.append(log, lines, seen);
      appends += 1;
      if (appends > at || (appends === at && when === 'before')) throw new Killed();
      const next = await store.append(log, lines, seen);
      if (appends === at) throw new Killed();
      return next;
    },
  });
  const crew = (alive: Crew): Crew => ({
    ...another(alive),
    desk: { ...another(alive).desk, store: mortal(alive.desk.store) },
  });
  return { crew, appends: () => appends };
}

let lives = 0;
/** Each life is another process: whoever held the run before is no more. */
function another(crew: Crew): Crew {
  lives += 1;
  const name = `life-${lives}`;
  const holder = { name, isGone: (other: string) => other !== name };
  return { ...crew, log: () => undefined, desk: { ...crew.desk, holder } };
}

/** The run's name, though it came to no end. */
async function killedAt(bench: Bench, at: number, when: 'before' | 'after'): Promise<string> {
  let run = '';
  const { crew } = dying(at, when);
  const named = (alive: Crew): Crew => {
    const mortal = crew(alive);
    const { store } = mortal.desk;
    const append: Store['append'] = (log, ...rest) => {
      if (log.startsWith('runs/')) run = log.slice('runs/'.length);
      return store.append(log, ...rest);
    };
    return { ...mortal, desk: { ...mortal.desk, store: { ...store, append } } };
  };
  await expect(bench.ask(['fix', TASK], { crew: named })).rejects.toThrow(Killed);
  return run;
}

async function stepsOf(bench: Bench, run: string): Promise<readonly string[]> {
  const { entries } = await bench.journal(run);
  return entries.flatMap((each) => (each.kind === 'step' ? [each.name] : []));
}

/** The turns of a life that nothing disturbs. */
const TURNS = 5;

/** How many turns the journal holds; only those that it does not hold may be asked for again. */
const turnsIn = (steps: readonly string[]): number => steps.filter((name) => /^editor turn \d+$/.test(name)).length;

async function expectGoneOn(bench: Bench, run: string, root: string): Promise<void> {
  const before = await stepsOf(bench, run);
  const asked = bench.model.requests.length;
  const outcome = await bench.goOn(run, { crew: another, root });
  expect(outcome.name).toBe('done');
  const after = await stepsOf(bench, run);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(new Set(after).size).toBe(after.length);
  const doubts = before.filter((name) => name.endsWith(' begins') && !before.includes(name.replace(/ begins$/, '')));
  expect(bench.model.requests.length - asked).toBe(TURNS - turnsIn(before) + doubts.length);
  expect(git(root, 'diff', '--', 'add.js')).toContain('+export const add = (a, b) => a + b;');
  const { verification } = await bench.view(run);
  expect(verification.map(({ ref, status }) => [ref, status])).toEqual([
    ['baseline', 'FAIL'],
    ['loop-1', 'FAIL'],
    ['loop-2', 'PASS'],
  ]);
}

/** Where it is killed; all places in the long form. */
const PLACES = LONG ? Array.from({ length: 30 }, (_, n) => n + 2) : [4, 14, 23, 31];

describe('a fix that is killed', () => {
  it('reaches for its journal more often than it is killed here', async () => {
    const bench = await sumBench(SCRIPT);
    const { crew, appends } = dying(1_000, 'before');
    expect((await bench.ask(['fix', TASK], { crew })).outcome.name).toBe('done');
    expect(appends()).toBeGreaterThan(Math.max(...PLACES));
  });

  it.each(PLACES)('goes on where it was, killed at append %i', async (at) => {
    const bench = await sumBench(SCRIPT);
    const run = await killedAt(bench, at, at % 2 === 0 ? 'before' : 'after');
    await expectGoneOn(bench, run, bench.root);
  });

  it.each(LONG ? PLACES : [13, 21])('goes on in a fresh clone, killed at append %i', async (at) => {
    const bench = await sumBench(SCRIPT);
    const run = await killedAt(bench, at, 'after');
    const root = path.join(await newFolder(), 'clone');
    git(bench.root, 'clone', '--quiet', bench.root, root);
    await expectGoneOn(bench, run, root);
  });
});
