// Some of the tasks of the corpus, with each kind of model, for real; `node bench/fix.mjs` has all of them.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseScript, startModel } from '../../../src/sandbox/model/index.js';
import { ROOT } from '../../build/crew.js';
import { newFolder } from '../../build/folder.js';
import { benchOf } from './at-work.js';
import { type ModelKind, putUp, scriptOf, type Task, tasksIn } from './tasks.js';

const CORPUS = path.join(ROOT, 'test/corpus/fix');
const LONG = process.env.CREW_LONG === '1';

/** A task with one kind of model: how it ended, and what was said to and by the model. */
async function work(task: Task, kind: ModelKind) {
  const root = await newFolder();
  putUp(task, root, path.join(ROOT, 'node_modules'));
  const model = await startModel({ script: parseScript(JSON.stringify(scriptOf(task, kind)), task.name) });
  try {
    const bench = await benchOf(root, model);
    const { run, outcome } = await bench.ask(['fix', ...task.ask]);
    return { outcome, requests: model.requests, view: await bench.view(run) };
  } finally {
    await model.close();
  }
}

const SHORT = ['the last number is left out', 'nobody can do it', 'it says too little', 'a dry run'];

describe('a model that knows the answer', () => {
  it.each(tasksIn(CORPUS, LONG ? undefined : SHORT))('comes to the right end: $name', async (task) => {
    const { outcome, requests, view } = await work(task, 'right');
    expect(outcome.name).toBe(task.want);
    if (task.says !== undefined) expect(outcome.says).toContain(task.says);
    expect(outcome.says).not.toContain('All tests pass');
    expect(outcome.says).not.toContain('pushed it to main');
    if (task.asks === 'nothing') expect(requests).toEqual([]);
    if (task.counts) {
      const loops = view.verification.filter(({ ref }) => ref.startsWith('loop-'));
      expect({ loops: loops.length, replans: view.counters?.replans }).toEqual(task.counts);
    }
  });
});

const WRONG: readonly ModelKind[] = ['claims', 'cheats', 'stops'];

describe('a model that goes wrong never ends as done', () => {
  const tasks = tasksIn(CORPUS, LONG ? undefined : ['the last number is left out']).filter(({ cheat }) => cheat);
  it.each(tasks.flatMap((task) => WRONG.map((kind) => ({ task, kind, name: task.name }))))(
    'by this: it $kind, of $name',
    async ({ task, kind }) => {
      const { outcome } = await work(task, kind);
      expect(['stuck', 'awaiting']).toContain(outcome.name);
      expect(outcome.says).not.toContain('All tests pass');
    },
  );
});
