// An agent's process is killed, for real, wherever it reaches for the journal, the model or the world; the next one goes on.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Step } from '../../src/ports/run.js';
import { readSteps } from '../../src/runs/journal.js';
import { parseScript, type ScriptedModel, startModel } from '../../src/sample/model/index.js';
import { bundleCached } from '../build/bundle.js';
import { newFolder } from '../build/folder.js';

const LONG = process.env.CREW_LONG === '1';

/** What is in doubt is looked at; the rest goes on as it would have. The last call of all is a write. */
const SCRIPT = `
turns:
  - when: { tool: Interrupted }
    thinking: It may have happened.
    tools: [{ name: look, input: { word: around } }]
  - thinking: Let me see.
    text: I look.
    tools: [{ name: look, input: { word: a } }, { name: look, input: { word: b } }]
  - tools: [{ name: write, input: { word: c } }]
  - text: Once more.
    tools: [{ name: look, input: { word: d } }, { name: write, input: { word: e } }]
  - tools: [{ name: answer, input: { text: all done } }]
`;

let entry: string;
let model: ScriptedModel;
beforeAll(async () => {
  entry = await bundleCached('test/agent/kill.entry.ts', await newFolder());
  model = await startModel({ script: parseScript(SCRIPT) });
});
afterAll(() => model.close());

interface Work {
  readonly journal: string;
  readonly deeds: string;
}

const newWork = async (): Promise<Work> => ({
  journal: path.join(await newFolder(), 'journal.jsonl'),
  deeds: path.join(await newFolder(), 'deeds'),
});

interface Lived {
  readonly signal: string | null;
  readonly reached: number;
  readonly ended?: { readonly ended: string; readonly answer?: unknown; readonly turns: number };
}

/** One life, that ends at a point or, with 0, by itself. */
function live({ journal, deeds }: Work, dies: number): Promise<Lived> {
  const env = {
    PATH: process.env.PATH,
    CREW_TEST_JOURNAL: journal,
    CREW_TEST_MODEL: model.url,
    CREW_TEST_DEEDS: deeds,
    CREW_TEST_DIES: String(dies),
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [entry], { env }, (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr || error.message));
      else resolve({ signal: error?.signal ?? null, reached: 0, ...JSON.parse(stdout || '{}') });
    });
  });
}

const deedsOf = async ({ deeds }: Work): Promise<readonly string[]> =>
  (await readFile(deeds, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

const stepsOf = async ({ journal }: Work): Promise<readonly Step[]> =>
  readSteps(await readFile(journal, 'utf8').catch(() => ''));

/** Calls whose end is in the journal, by the word that they were about. */
const finishedIn = (steps: readonly Step[]): readonly string[] =>
  steps.flatMap(({ value }) => /"did (.)"/.exec(JSON.stringify(value))?.[1] ?? []);

const count = (deeds: readonly string[], word: string): number =>
  deeds.filter((deed) => deed.endsWith(` ${word}`)).length;

async function expectGoneOn(work: Work, dies: string): Promise<void> {
  const finished = finishedIn(await stepsOf(work));
  const before = await deedsOf(work);
  const lived = await live(work, 0);
  expect([dies, lived.ended]).toMatchObject([dies, { ended: 'answered', answer: { text: 'all done' } }]);
  const after = await deedsOf(work);
  for (const word of finished) expect([dies, word, count(after, word)]).toEqual([dies, word, count(before, word)]);
  for (const word of ['c', 'e']) expect([dies, word, count(after, word) <= 1]).toEqual([dies, word, true]);
  const names = (await stepsOf(work)).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
}

describe('an agent', () => {
  let points = 0;

  it('ends well when nothing happens', async () => {
    const work = await newWork();
    const { reached, ended } = await live(work, 0);
    expect(ended).toMatchObject({ ended: 'answered', turns: 4 });
    expect([...(await deedsOf(work))].sort()).toEqual(['look a', 'look b', 'look d', 'write c', 'write e']);
    points = reached;
    expect(points).toBeGreaterThan(30);
  });

  it('goes on where it was, whatever it was killed at: nothing finished runs again, nothing is written twice', async () => {
    for (let dies = 1; dies <= points; dies += LONG ? 1 : 3) {
      const work = await newWork();
      expect(await live(work, dies)).toMatchObject({ signal: 'SIGKILL' });
      await expectGoneOn(work, `${dies}`);
    }
    // The service refuses a call without its one result, and thinking that is not as it was; it was never asked in vain.
    expect(model.requests.filter(({ answer }) => answer.status !== 200)).toEqual([]);
  }, 180_000);

  it(
    'goes on where it was when it is killed again on its way there',
    async () => {
      const stride = LONG ? 1 : 17;
      for (let first = 2; first <= points; first += LONG ? 1 : 11) {
        for (let second = 1 + (first % stride); second <= points; second += stride) {
          const work = await newWork();
          await live(work, first);
          const { signal } = await live(work, second);
          if (signal !== null) await expectGoneOn(work, `${first}, ${second}`);
        }
      }
    },
    LONG ? 3_600_000 : 180_000,
  );
});
