import { describe, expect, it } from '@jest/globals';
import type { RunHistory, RunRecord, Signal, Spent, Step } from '../../../src/ports/run.js';
import { endOf } from '../../../src/runs/launch.js';
import { AWAIT_LIMIT_MS, iso } from '../../../src/runs/record.js';
import { runWords } from '../../../src/text/lang/run/index.js';
import { agentName } from '../../../src/view/run/describe.js';
import { runView } from '../../../src/view/run/document.js';
import { runPage } from '../../../src/view/run/page/page.js';
import { showRun } from '../../../src/view/run/shown-run.js';
import { runText } from '../../../src/view/run/terminal/text.js';
import { paintFor } from '../../../src/view/terminal.js';
import { START } from '../../build/clock.js';
import { recordOf } from '../../build/records.js';
import { hostileRun } from './hostile.js';

const step = (name: string, value: unknown, spent?: Spent): Step => ({
  ...{ name, began: START, at: START + 5000, value },
  ...(spent ? { spent } : {}),
});
const cost = (usd: number): Spent => ({ usd, tokens: { in: 10, out: 2, cacheRead: 80, cacheWrite: 10 } });

const seen = (...steps: readonly Step[]) => runView({ record: recordOf(), steps }, { now: START });
const ended = (of: Partial<RunRecord>, at: { now?: number; interrupted?: boolean } = {}) =>
  runView({ record: recordOf(of), steps: [] }, { now: START, ...at });

const verification = (ref: string, status: string) => ({
  ...{ run_id: `id-${ref}`, status, ref },
  steps: [{ name: 'test', command: 'npm test', exit: status === 'PASS' ? 0 : 1, ms: 5, log: 'a.log', sha256: 'f00' }],
});

describe('a run as it is shown', () => {
  it('has no field for what its work did not record', () => {
    expect(seen()).toEqual({
      ...{ run: 'fix-12-0123456789', workflow: 'fix', repo: 'ann/shop', issue: 12, asked: 'fix' },
      ...{ startedAt: iso(START), status: 'running', steps: [] },
      budget: { limitUsd: 0, spentUsd: 0, estimateUsd: [0, 0] },
      tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 },
      ...{ roles: [], signals: [], verification: [], result: null },
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

  it('has what people said to it', () => {
    const signal: Signal = { key: 'c-1', by: { login: 'maya' }, at: iso(START), is: 'continue', addUsd: 2 };
    expect(ended({ signals: [signal] }).signals).toEqual([signal]);
  });

  it('says how it ended, and what it awaits only while it awaits it', () => {
    const awaits = { id: 'q-1', kind: 'question', question: 'Which?' } as const;
    const end = endOf({ name: 'awaiting', says: 'Which?', awaits }, START);
    expect(ended({ end })).toMatchObject({
      status: 'awaiting',
      awaits,
      says: 'Which?',
      result: null,
    });
    const later = ended({ end }, { now: START + AWAIT_LIMIT_MS + 1 });
    expect(later.status).toBe('cancelled');
    expect(later).not.toHaveProperty('awaits');
    const done = ended({ end: endOf({ name: 'done', result: { provenByTest: false } }, START) });
    expect(done).toMatchObject({ status: 'succeeded', endedAt: iso(START), provenByTest: false });
  });

  it('is interrupted when its process ended without an ending, and not when it has one', () => {
    expect(ended({}, { interrupted: true }).status).toBe('interrupted');
    expect(ended({ end: endOf({ name: 'done' }, START) }, { interrupted: true }).status).toBe('succeeded');
  });
});

describe('the name of an agent, as people read it', () => {
  const all = ['editor', 'scout-a.108072', 'scout-b.5', 'scout-a.77', 'scout-a.plan'];

  it('counts the questions put to a Scout, from the second on', () => {
    expect(all.map((who) => agentName(who, all))).toEqual(['editor', 'Scout A', 'Scout B', 'Scout A 2', 'Scout A 3']);
  });

  it('is in the language of the page where the Editor is asked for possible causes', () => {
    expect(agentName('editor.hypotheses', all, runWords('ja'))).toBe('Editor（考えられる原因）');
    expect(agentName('editor.hypotheses', all)).toBe('Editor (possible causes)');
  });

  it('needs no others to be known', () => {
    expect(agentName('scout-b.9')).toBe('Scout B');
  });

  it('leaves every other agent its own name', () => {
    const others = ['scout-a', 'reviewer', 'a-scout-a.1'];
    expect(others.map((who) => agentName(who))).toEqual(others);
  });
});

/** A run in which the same Scout was asked twice. */
function askedTwice(): RunHistory {
  const { record, steps } = hostileRun('x');
  const as = (who: string) =>
    steps.flatMap((each) =>
      /^\S+ (?:turn|call) \d/.test(each.name) ? [{ ...each, name: each.name.replace(/^\S+/, who) }] : [],
    );
  return { record, steps: [...steps, ...as('scout-a.108072'), ...as('scout-a.77')] };
}

describe('the books of a run', () => {
  it('name who cost what, on the page and at the terminal', () => {
    const shown = showRun(askedTwice(), { now: Date.parse('2026-11-20T12:00:00Z'), lang: 'en' });
    const page = runPage(shown);
    const text = runText(shown, { paint: paintFor(false), columns: 100 });
    for (const name of ['Scout A', 'Scout A 2']) {
      expect(page).toContain(`<td>${name}</td>`);
      expect(page).toContain(`<h3>${name} `);
      expect(page).toContain(`<span class="lane-name">${name}</span>`);
      expect(text).toMatch(new RegExp(`^ {2}${name} {2,}\\d`, 'm'));
    }
  });
});

describe('the memory of a run', () => {
  const step = (name: string, value: unknown): Step => ({ name, began: START, at: START + 10, value });
  const entry = (id: string) => ({ id, origin: 'refs/crew/memory' });
  const steps = [
    step('memory task_1.1', { entries: [entry('aaaaaaaaaaaa'), entry('bbbbbbbbbbbb')] }),
    step('memory task_2.1', { entries: [entry('aaaaaaaaaaaa')], problem: 'team: no answer within 5 s' }),
  ];
  const names = new Map([['aaaaaaaaaaaa', 'lp:defaults:indent_style']]);

  it('a run shows what the memory gave to its agents, once each, with its origin, and why it could not be read', () => {
    const { memory } = runView({ record: recordOf(), steps }, { now: START, names });
    expect(memory).toEqual({
      entries: [{ ...entry('aaaaaaaaaaaa'), name: 'lp:defaults:indent_style' }, entry('bbbbbbbbbbbb')],
      problems: ['team: no answer within 5 s'],
    });
  });

  it.each(['en', 'ja'] as const)('its page and the terminal name it (%s); a forgotten entry has no name', (lang) => {
    const shown = showRun({ record: recordOf(), steps }, { now: START, names, lang });
    const text = runText(shown, { paint: paintFor(false), columns: 100 });
    expect(text).toContain(shown.words.heading.memory);
    for (const view of [text, runPage(shown)]) {
      expect(view).toContain('lp:defaults:indent_style');
      expect(view).toContain('refs/crew/memory');
      expect(view).toContain('bbbbbbbbbbbb');
      expect(view).toContain('team: no answer within 5 s');
    }
  });
});
