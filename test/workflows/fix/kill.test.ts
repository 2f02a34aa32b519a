// A fix is killed where it reaches for its journal, and goes on: on the same machine, or on a fresh one with the journal alone.
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newFolder } from '../../build/folder.js';
import { another, answer, type Bench, call, edit, git, Killed, mortal, sumBench, TASK, turn } from './at-work.js';

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

/** The run of a process that ended when it asked for the time once more than so often. */
async function killedAt(bench: Bench, looks: number): Promise<string> {
  const { services } = mortal(looks);
  await expect(bench.ask(['fix', TASK], { services })).rejects.toThrow(Killed);
  return (await bench.runs()).at(-1)?.run ?? '';
}

const stepsOf = async (bench: Bench, run: string): Promise<readonly string[]> =>
  (await bench.steps(run)).map(({ name }) => name);

/** The turns of a life that nothing disturbs. */
const TURNS = 5;

/** How many turns the journal holds; only those that it does not hold may be asked for again. */
const turnsIn = (steps: readonly string[]): number => steps.filter((name) => /^editor turn \d+$/.test(name)).length;

async function expectGoneOn(bench: Bench, run: string, root: string): Promise<void> {
  const before = await stepsOf(bench, run);
  const asked = bench.model.requests.length;
  const { outcome } = await bench.ask(['continue'], { run, services: another, root });
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

/** How often an undisturbed run asks for the time, and where it is killed: in parts of that; all places in the long form. */
let looks = 0;
beforeAll(async () => {
  const whole = mortal(Number.POSITIVE_INFINITY);
  const { outcome } = await (await sumBench(SCRIPT)).ask(['fix', TASK], { services: whole.services });
  expect(outcome.name).toBe('done');
  looks = whole.looks();
});
const PARTS = LONG ? Array.from({ length: 45 }, (_, n) => 0.08 + n / 50) : [0.15, 0.4, 0.65, 0.9];

describe('a fix that is killed', () => {
  it.each(PARTS)('goes on where it was, killed after %f of its way', async (part) => {
    const bench = await sumBench(SCRIPT);
    const run = await killedAt(bench, Math.floor(looks * part));
    expect((await bench.view(run)).status).toBe('running');
    await expectGoneOn(bench, run, bench.root);
  });

  it.each(LONG ? PARTS : [0.45, 0.7])('goes on in a fresh clone, killed after %f of its way', async (part) => {
    const bench = await sumBench(SCRIPT);
    const run = await killedAt(bench, Math.floor(looks * part));
    const root = path.join(await newFolder(), 'clone');
    git(bench.root, 'clone', '--quiet', bench.root, root);
    await expectGoneOn(bench, run, root);
  });
});
