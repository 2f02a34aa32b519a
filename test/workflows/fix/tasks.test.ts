// Some of the tasks of the corpus, with each kind of model, for real; `node bench/fix.mjs` has all of them, and so has CREW_LONG=1.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseScript, startModel } from '../../../src/sample/model/index.js';
import { ROOT } from '../../build/crew.js';
import { newFolder } from '../../build/folder.js';
import { benchOf } from './at-work.js';
import { recordsIn } from './records-in.js';
import { lastWords, linearOf, MODELS, type ModelKind, putUp, scriptOf, type Task, tasksIn } from './tasks.js';
import { unknownClaims } from './unknown-claims.js';

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
    return { outcome, requests: model.requests, view: await bench.view(run), journal: await bench.steps(run) };
  } finally {
    await model.close();
  }
}

/** A refusal and a question before anything was begun are whole texts of their own, and state nothing of a change. */
const CHECKED: readonly Task['want'][] = ['done', 'planned', 'stuck'];

const SHORT = ['the last number is left out', 'nobody can do it', 'it says too little', 'a dry run'];

describe('a task of the corpus', () => {
  const changes = (script: unknown) =>
    parseScript(JSON.stringify(script))
      .parts.flatMap(({ turns }) => turns.flatMap(({ tools }) => tools))
      .filter(({ name }) => name === 'edit' || name === 'write');

  it.each(tasksIn(CORPUS))('has a script for every model, and the linear agent makes the same edits: $name', (task) => {
    for (const kind of MODELS) expect(() => parseScript(JSON.stringify(scriptOf(task, kind)))).not.toThrow();
    if (task.right.length > 0) expect(changes(linearOf(task))).toEqual(changes(scriptOf(task, 'right')));
  });

  it('is one of at least twenty-four, in three languages', () => {
    const all = tasksIn(CORPUS);
    expect(all.length).toBeGreaterThanOrEqual(24);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.flatMap(({ uses }) => uses ?? []))).toEqual(new Set(['node', 'typescript', 'python']));
  });
});

describe('a model that knows the answer', () => {
  it.each(tasksIn(CORPUS, LONG ? undefined : SHORT))('comes to the right end: $name', async (task) => {
    const { outcome, requests, view, journal } = await work(task, 'right');
    expect(outcome.name).toBe(task.want);
    if (task.says !== undefined) expect(outcome.says).toContain(task.says);
    if (task.never !== undefined) expect(outcome.says).not.toContain(task.never);
    if (task.asks === 'nothing') expect(requests).toEqual([]);
    if (task.counts) {
      const loops = view.verification.filter(({ ref }) => ref.startsWith('loop-'));
      expect({ loops: loops.length, replans: view.counters?.replans }).toEqual(task.counts);
    }
    // Every sentence of what is posted stands in the journal, and nothing that the model boasted of.
    const records = recordsIn(journal, view, { asked: task.ask.at(-1) ?? '', words: lastWords(task) });
    if (CHECKED.includes(task.want)) expect(unknownClaims(outcome.says ?? '', records)).toEqual([]);
  });
});

const WRONG: readonly ModelKind[] = ['claims', 'remarks', 'cheats', 'stops'];

describe('a model that goes wrong never ends as done and proven', () => {
  const tasks = tasksIn(CORPUS, LONG ? undefined : ['the last number is left out']).filter(({ cheat }) => cheat);
  it.each(tasks.flatMap((task) => WRONG.map((kind) => ({ task, kind, name: task.name }))))(
    'by this: it $kind, of $name',
    async ({ task, kind }) => {
      const { outcome } = await work(task, kind);
      if (outcome.name === 'done') expect(outcome.result).toMatchObject({ provenByTest: false });
      else expect(['stuck', 'awaiting']).toContain(outcome.name);
      expect(outcome.says).not.toContain('All tests pass');
    },
  );
});
