import { describe, expect, it } from '@jest/globals';
import type { Entry, Spent } from '../../src/core/journal.js';
import { viewOf } from '../../src/core/view.js';
import { journalOf } from '../view/run/journal-of.js';

const BEGIN: Entry = {
  kind: 'begin',
  format: 1,
  run: 'fix-7-abc',
  workflow: 'fix',
  story: 1,
  repo: 'ann/shop',
  issue: 7,
  input: null,
};
const step = (name: string, value: unknown, spent?: Spent): Entry => ({
  ...{ kind: 'step', name, began: 0, value },
  ...(spent ? { spent } : {}),
});
const cost = (usd: number): Spent => ({ usd, tokens: { in: 10, out: 2, cacheRead: 80, cacheWrite: 10 } });

function seen(...entries: readonly Entry[]) {
  const view = viewOf(journalOf([BEGIN, ...entries]));
  if (!view) throw new Error('a journal that begins is a run');
  return view;
}

const verification = (ref: string, status: string) => ({
  ...{ run_id: `id-${ref}`, status, ref },
  steps: [{ name: 'test', command: 'npm test', exit: status === 'PASS' ? 0 : 1, ms: 5, log: 'a.log', sha256: 'f00' }],
});

describe('a run as it is shown', () => {
  it('has nothing of what its story did not write', () => {
    expect(seen()).toEqual({
      ...{ run: 'fix-7-abc', workflow: 'fix', repo: 'ann/shop', issue: 7, asked: '' },
      ...{ startedAt: '2026-11-18T12:00:05Z', endedAt: undefined, status: 'running', steps: [] },
      budget: { limitUsd: 0, spentUsd: 0, estimateUsd: [0, 0] },
      tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 },
      ...{ roles: [], heard: [], verification: [], result: null },
    });
  });

  it('spends what every turn cost, lost ones too, and has the limit that was granted last', () => {
    const { budget, tokens } = seen(
      step('estimate', { low: 0.1, high: 0.4 }),
      step('allowance 1', { usd: 1 }),
      step('editor turn 1', { is: 'lost', why: 'cut' }, cost(0.25)),
      step('editor turn 1 again 1', { is: 'told' }, cost(0.5)),
      step('allowance 3', { usd: 2.5 }),
    );
    expect(budget).toEqual({ limitUsd: 2.5, spentUsd: 0.75, estimateUsd: [0.1, 0.4] });
    expect(tokens).toEqual({ in: 20, out: 4, cacheRead: 160, cacheWrite: 20 });
  });

  it('knows who has cost what', () => {
    const { roles } = seen(
      step('editor turn 1', { is: 'told' }, cost(0.5)),
      step('scout-a turn 1', { is: 'told' }, cost(0.125)),
      step('editor turn 2', { is: 'lost' }, cost(0.25)),
      step('editor call 1.1', { text: 'ok' }),
    );
    expect(roles.map(({ who, turns, lost, costUsd }) => ({ who, turns, lost, costUsd }))).toEqual([
      { who: 'editor', turns: 1, lost: 1, costUsd: 0.75 },
      { who: 'scout-a', turns: 1, lost: 0, costUsd: 0.125 },
    ]);
  });

  it('holds every verification, and of all else the last', () => {
    const view = seen(
      step('verification baseline', verification('baseline', 'PASS')),
      step('counters 1', { consecutive_failures: 1, total_verify_loops: 1, replans: 0 }),
      step('verification loop-1', verification('loop-1', 'FAIL')),
      step('counters 2', { consecutive_failures: 2, total_verify_loops: 2, replans: 1 }),
      step('comparison', { fixed: ['a'], broken: [], before: [], flaky: [], verdict: 'better' }),
      step('tamper', [{ file: 'a.test.js', kind: 'test-skipped', line: 3, why: 'It is skipped.' }]),
      step('diff', { base: 'c0ffee', sha256: 'd1ff', files: ['a.js'], text: '+1\n' }),
    );
    expect(view.verification).toEqual([verification('baseline', 'PASS'), verification('loop-1', 'FAIL')]);
    expect(view.counters).toEqual({ consecutive_failures: 2, total_verify_loops: 2, replans: 1 });
    expect(view.comparison).toMatchObject({ fixed: ['a'], verdict: 'better' });
    expect(view.tamper).toMatchObject([{ file: 'a.test.js', kind: 'test-skipped', line: 3 }]);
    expect(view.diff).toEqual({ base: 'c0ffee', sha256: 'd1ff', files: ['a.js'], text: '+1\n' });
  });

  it('passes over what has another shape, and other names that only begin alike', () => {
    const view = seen(
      step('allowance 1', 'much'),
      step('verification loop-1', { ref: 'loop-1' }),
      step('verifications', verification('x', 'PASS')),
      step('diff', null),
    );
    expect(view.budget.limitUsd).toBe(0);
    expect(view.verification).toEqual([]);
    expect(view).not.toHaveProperty('diff');
  });

  it('shows a call that changes something once: as under way, then as it ended', () => {
    const begins = step('editor call 1.1 begins', true);
    expect(seen(begins).steps).toMatchObject([{ name: 'editor call 1.1', status: 'running', endedAt: null }]);
    const { steps } = seen(begins, step('editor call 1.1', { text: 'no', failed: true }));
    expect(steps).toMatchObject([{ name: 'editor call 1.1', status: 'failed' }]);
  });

  it('shows an effect once, however often it was begun', () => {
    const change = { kind: 'label', issue: 7, label: 'x', action: 'add' } as const;
    const intent: Entry = { kind: 'intent', key: 'label 7', change };
    expect(seen(intent, intent).steps).toMatchObject([{ name: 'label 7', status: 'running' }]);
    const { steps } = seen(intent, intent, { kind: 'confirm', key: 'label 7', applied: null });
    expect(steps).toMatchObject([{ name: 'label 7', status: 'succeeded', startedAt: '2026-11-18T12:00:10Z' }]);
  });

  it('knows what people have said to it, and when', () => {
    const word = { key: 'c-1', by: { login: 'maya' }, is: 'continue', addUsd: 2 } as const;
    expect(seen({ kind: 'heard', word }).heard).toEqual([{ ...word, at: '2026-11-18T12:00:10Z' }]);
  });

  it.each([
    ['typed', { kind: 'typed', words: ['agent', 'explorer', 'Where?'] }, 'agent explorer Where?'],
    [
      'in a comment',
      { kind: 'comment', comment: { body: 'please\n/crew fix the cart\nnow' } },
      '/crew fix the cart\nnow',
    ],
  ])('knows what was asked, %s', (_, event, asked) => {
    const input = { event, own: { labelPrefix: 'crew:', me: 0 }, asked: [0] };
    expect(viewOf(journalOf([{ ...BEGIN, input } as Entry]))?.asked).toBe(asked);
  });
});
