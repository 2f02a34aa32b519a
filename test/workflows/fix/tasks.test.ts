// Some of the tasks of the corpus, with each kind of model, for real; `node bench/fix.mjs` has all of them, and so has CREW_LONG=1.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Journal } from '../../../src/core/journal.js';
import type { RunView } from '../../../src/core/view.js';
import { parseScript, startModel } from '../../../src/sandbox/model/index.js';
import type { Reproduction as Proof } from '../../../src/verify/prove/index.js';
import type { Comparison, TamperFinding, VerificationRecord } from '../../../src/verify/records.js';
import { unknownClaims } from '../../../src/workflows/fix/claims.js';
import type { FixRecords } from '../../../src/workflows/fix/records.js';
import { ROOT } from '../../build/crew.js';
import { newFolder } from '../../build/folder.js';
import { benchOf } from './at-work.js';
import { linearOf, MODELS, type ModelKind, putUp, SAID, scriptOf, type Task, tasksIn } from './tasks.js';

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
    return { outcome, requests: model.requests, view: await bench.view(run), journal: await bench.journal(run) };
  } finally {
    await model.close();
  }
}

/** What a run left, read off its journal by somebody who was not there. */
function recordsIn(journal: Journal, view: RunView, task: Task): FixRecords {
  const values = <T>(name: string): readonly T[] =>
    journal.entries.flatMap((entry) =>
      entry.kind === 'step' && entry.name.startsWith(`${name} `) ? [entry.value as T] : [],
    );
  const verifications = values<VerificationRecord>('verification');
  const last = verifications.at(-1);
  const proof = values<Proof>('reproduction').at(-1);
  const [shown] = proof?.tests ?? [];
  const { tokens, budget, diff } = view;
  return {
    run: view.run,
    asked: task.ask.at(-1) ?? '',
    verifications,
    verifiedDiffs: last && diff ? { [last.run_id]: diff.sha256 } : {},
    comparison: values<Comparison>('comparison').at(-1),
    tamper: values<readonly TamperFinding[]>('tamper').at(-1),
    reproduction:
      proof && shown && last
        ? {
            ...{ test: shown.test, file: shown.file },
            base: {
              run_id: proof.run_id,
              result: shown.by === 'assertion' ? 'failed by its assertion' : 'failed otherwise',
            },
            head: { run_id: last.run_id, result: 'passed' },
          }
        : undefined,
    diff,
    counters: view.counters,
    words: SAID,
    cost: {
      ...{ usd: budget.spentUsd, limitUsd: budget.limitUsd, tokensOut: tokens.out, tokensCached: tokens.cacheRead },
      tokensIn: tokens.in + tokens.cacheRead + tokens.cacheWrite,
    },
  };
}

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
    if (task.want === 'done') expect(unknownClaims(outcome.says ?? '', recordsIn(journal, view, task))).toEqual([]);
  });
});

const WRONG: readonly ModelKind[] = ['claims', 'remarks', 'cheats', 'stops'];

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
