// What a command changed cannot be done again from its words: it is written down with the call.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Progress } from '../../../src/ports/progress.js';
import type { Services } from '../../../src/runs/services.js';
import { snapshotAfter } from '../../../src/workflows/fix/rules/fix-state.js';
import { newFolder } from '../../build/folder.js';
import { another, answer, type Bench, call, git, Killed, sumBench, TASK, turn } from './at-work.js';

/** Ends a life in its second turn, after a step of this name was written; gives the run. */
async function killedAfter(bench: Bench, step: string): Promise<string> {
  let isDead = false;
  const services = (alive: Services): Services => {
    const now = () => {
      if (isDead) throw new Killed();
      return alive.clock.now();
    };
    return { ...another(alive), clock: { ...alive.clock, now } };
  };
  const show = (seen: Progress) => {
    if (seen.kind === 'turn began' && seen.turn === 2) isDead = true;
  };
  await expect(bench.ask(['fix', TASK], { services, show })).rejects.toThrow(Killed);
  const run = (await bench.runs()).at(-1)?.run ?? '';
  expect((await bench.steps(run)).at(-1)?.name).toBe(step);
  return run;
}

const CONFIG = `sandbox: { required: false }
verify: { reruns: 0, steps: [{ name: test, run: node --test }] }
guard: { allow: ['argv:bash mend.sh', 'argv:bash look.sh'] }
`;
const FILES = {
  'mend.sh': "sed -i 's/a - b/a + b/' add.js\n",
  'look.sh': 'cat add.js\n',
  '.github/crew.yml': CONFIG,
};
const SCRIPT = [
  turn(call('shell', { command: 'bash mend.sh' })),
  turn(call('shell', { command: 'bash look.sh' })),
  turn(answer()),
];

describe('what a command of the Editor changed', () => {
  it('is there on a fresh machine, where the run was killed behind it', async () => {
    const bench = await sumBench(SCRIPT, FILES);
    const run = await killedAfter(bench, 'editor call 1.1');
    const root = path.join(await newFolder(), 'clone');
    git(bench.root, 'clone', '--quiet', bench.root, root);
    const { outcome } = await bench.ask(['continue'], { run, root, services: another });
    expect(outcome.name).toBe('done');
    expect(git(root, 'diff', '--', 'add.js')).toContain('+export const add = (a, b) => a + b;');
  });

  it('is kept once: a command that changed nothing leaves nothing', async () => {
    const bench = await sumBench(SCRIPT, FILES);
    const { run } = await bench.ask(['fix', TASK]);
    const steps = await bench.steps(run);
    const left = (name: string) => {
      const step = steps.find((each) => each.name === name);
      return snapshotAfter({ text: '', data: (step?.value as { data?: unknown } | undefined)?.data });
    };
    expect(left('editor call 1.1')).toMatchObject({ files: ['add.js'], calls: 1 });
    expect(left('editor call 2.1')).toBeUndefined();
  });
});
