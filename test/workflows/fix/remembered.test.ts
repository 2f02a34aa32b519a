// What a command changed cannot be done again from its words: it is written down with the call.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Crew } from '../../../src/core/crew.js';
import type { Store } from '../../../src/ports.js';
import { leftBy } from '../../../src/workflows/fix/tools/remembered.js';
import { newFolder } from '../../build/folder.js';
import { answer, type Bench, call, git, sumBench, TASK, turn } from './at-work.js';

class Killed extends Error {}

let lives = 0;
/** Each life is another process: whoever held the run before is no more. */
function another(crew: Crew): Crew {
  lives += 1;
  const name = `life-${lives}`;
  return { ...crew, log: () => undefined, desk: { ...crew.desk, holder: { name, isGone: (other) => other !== name } } };
}

/** Ends a life where a step of this name is written down, and says of which run. */
async function killedAfter(bench: Bench, step: string): Promise<string> {
  let run = '';
  const mortal = (store: Store): Store => {
    let dead = false;
    const append: Store['append'] = async (log, lines, at) => {
      if (!log.startsWith('runs/')) return store.append(log, lines, at);
      if (dead) throw new Killed();
      run = log.slice('runs/'.length);
      const next = await store.append(log, lines, at);
      dead = lines.includes(`"name":"${step}"`);
      if (dead) throw new Killed();
      return next;
    };
    return { ...store, append };
  };
  const crew = (alive: Crew): Crew => {
    const one = another(alive);
    return { ...one, desk: { ...one.desk, store: mortal(one.desk.store) } };
  };
  await expect(bench.ask(['fix', TASK], { crew })).rejects.toThrow(Killed);
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
    expect((await bench.goOn(run, { crew: another, root })).name).toBe('done');
    expect(git(root, 'diff', '--', 'add.js')).toContain('+export const add = (a, b) => a + b;');
  });

  it('is kept once: a command that changed nothing leaves nothing', async () => {
    const bench = await sumBench(SCRIPT, FILES);
    const { run } = await bench.ask(['fix', TASK]);
    const { entries } = await bench.journal(run);
    const left = (name: string) => {
      const step = entries.find((each) => each.kind === 'step' && each.name === name);
      return step?.kind === 'step' ? leftBy({ text: '', data: (step.value as { data?: unknown }).data }) : undefined;
    };
    expect(left('editor call 1.1')).toMatchObject({ files: ['add.js'], calls: 1 });
    expect(left('editor call 2.1')).toBeUndefined();
  });
});
