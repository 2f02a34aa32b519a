import { describe, expect, it } from '@jest/globals';
import { EndWork } from '../../../src/ports/errors.js';
import type { Components, TaskEnd } from '../../../src/workflows/task/components.js';
import { runTask } from '../../../src/workflows/task/engine.js';
import { en } from '../../../src/workflows/task/messages.en.js';
import { taskDocument } from '../../../src/workflows/task/rules/contract.js';
import { handClock } from '../../build/clock.js';
import { diffOf, done, ready, type Says, type Scene, sceneOf, verdict } from './around.js';

async function run(request: string, says: Says = {}): Promise<TaskEnd & { readonly scene: Scene }> {
  const scene = sceneOf(says);
  const ended = await runTask(request, scene.components, scene.around);
  expect(taskDocument.parse(JSON.parse(JSON.stringify(ended.document)))).toEqual(ended.document);
  return { ...ended, scene };
}

/** What the trace says, as the specification's examples write it. */
const traced = ({ document }: TaskEnd) =>
  document.execution_trace.map(({ state, component, outcome }) => ({ state, component, outcome }));

const statesOf = ({ document }: TaskEnd) => document.execution_trace.map(({ state }) => state);

function expectSubsequence(all: readonly unknown[], wanted: readonly unknown[]): void {
  let from = 0;
  for (const each of wanted) {
    const at = all.findIndex((one, n) => n >= from && JSON.stringify(one) === JSON.stringify(each));
    expect({ each, found: at >= 0 }).toEqual({ each, found: true });
    from = at + 1;
  }
}

describe("the specification's first example, fizzbuzz without personas", () => {
  it('is reproduced state by state', async () => {
    const ended = await run('fizzbuzz を作って');
    expectSubsequence(traced(ended), [
      { state: 'classifying', component: 'TaskClassifier', outcome: 'implement, no persona' },
      { state: 'executing', component: 'executor', outcome: 'done, fizzbuzz.py' },
      { state: 'watching', component: 'watcher', outcome: 'pass' },
      { state: 'learning', component: 'LearningLedger', outcome: 'recorded' },
    ]);
    expect(statesOf(ended)).toEqual([
      'idle',
      'session_selecting',
      'session_initializing',
      'classifying',
      'executing',
      'watching',
      'learning',
      'completed',
    ]);
    expect(ended.document).toMatchObject({
      status: 'completed',
      result: { task_type: 'implement', requires_persona: false, artifacts: ['fizzbuzz.py'], pass: true, issues: [] },
    });
    expect(ended.document.ledger_entries.length).toBeGreaterThanOrEqual(3);
    expect(ended.document).not.toHaveProperty('message');
  });
});

describe("the specification's second example, the design of an API with personas", () => {
  it('is reproduced state by state, with small concerns that pass', async () => {
    const ended = await run('このAPIの設計方針を決めたい', {
      executions: [
        done({ artifacts: ['api-design-proposal.md'], documents: [{ name: 'api-design-proposal.md', text: '# API' }] }),
      ],
      verdicts: [verdict(true, ['バージョニング', 'エラー形式'])],
    });
    expectSubsequence(traced(ended), [
      { state: 'classifying', component: 'TaskClassifier', outcome: 'design, persona required' },
      { state: 'selecting_personas', component: 'PersonaStrategy', outcome: 'Kent Beck + Martin Fowler' },
      { state: 'executing', component: 'executor', outcome: 'done, Kent Beck' },
      { state: 'watching', component: 'watcher', outcome: 'pass, Martin Fowler' },
      { state: 'learning', component: 'LearningLedger', outcome: 'recorded' },
    ]);
    expect(ended.document).toMatchObject({
      status: 'completed',
      result: {
        task_type: 'design',
        requires_persona: true,
        artifacts: ['api-design-proposal.md'],
        pass: true,
        issues: ['バージョニング', 'エラー形式'],
      },
    });
    expect(ended.document.ledger_entries.length).toBeGreaterThanOrEqual(4);
    expect(ended.documents).toEqual([{ name: 'api-design-proposal.md', text: '# API' }]);
  });
});

describe("the specification's third example, an escalation", () => {
  const hard: Says = {
    classified: { task_type: 'design', requires_persona: true, rationale: 'a model says so' },
    verdicts: [verdict(false, ['曖昧']), verdict(false, ['曖昧']), verdict(false)],
  };

  it('is reproduced state by state', async () => {
    const ended = await run('難しい判断を要するタスク', hard);
    expect(statesOf(ended).slice(3)).toEqual([
      'classifying',
      'selecting_personas',
      'executing',
      'watching',
      'executing',
      'watching',
      'executing',
      'watching',
      'escalated',
    ]);
    expect(ended.document).toMatchObject({
      status: 'escalated',
      result: { pass: false, issues: ['3回のイテレーションで合意に達しませんでした'] },
      message: '3回のイテレーションで合意に達しませんでした。判断をお願いします。',
    });
  });

  it('prints the number of iterations of the session, also in English', async () => {
    const ended = await run('難しい判断を要するタスク', {
      ...hard,
      session: { max_iterations: 2 },
      around: { say: en },
    });
    expect(ended.document.message).toBe('No agreement was reached after 2 iterations. Please decide.');
    expect(ended.document.result.issues).toEqual(['曖昧', 'No agreement was reached after 2 iterations.']);
    expect(ended.iterations).toBe(2);
  });

  it("gives the watcher's issues to the next execution", async () => {
    const { scene } = await run('難しい判断を要するタスク', hard);
    expect(scene.asked.execute.map(({ issues }) => issues)).toEqual([[], ['曖昧'], ['曖昧']]);
  });
});

describe('the ledger', () => {
  it('gets an entry for every decision and outcome that the specification names', async () => {
    const { scene } = await run("decide this API's design", { verdicts: [verdict(false, ['vague']), verdict(true)] });
    expect(scene.drafts.map(({ component, event_type, content }) => `${component} ${event_type} ${content}`)).toEqual([
      'SessionSelector decision session_type = implement',
      'SessionInit measure skipped_tests = 0, todos = 0, axes = correctness',
      'TaskClassifier decision task_type = design, requires_persona = true',
      'PersonaStrategy decision executor = Kent Beck, watcher = Martin Fowler',
      'executor outcome status = done, artifacts = [fizzbuzz.py]',
      'watcher decision pass = false, iteration = 1',
      'executor outcome status = done, artifacts = [fizzbuzz.py]',
      'watcher decision pass = true, iteration = 2',
      'TaskOrchestrator outcome status = completed, artifacts = [fizzbuzz.py]',
    ]);
    expect(scene.drafts.at(-1)?.rationale).toBe('全フロー完了。iteration = 2');
  });

  it('gets an entry for a misclassification, and the task goes on', async () => {
    const said = { ...verdict(true), misclassification_detected: true };
    const { scene, document } = await run('fizzbuzz を作って', { verdicts: [said] });
    expect(scene.drafts.map(({ content }) => content)).toContain(
      'misclassification_detected = true, task_type = implement',
    );
    expect(document.status).toBe('completed');
  });

  it('that takes nothing is replaced by standard error, and the task goes on', async () => {
    const record: Components['record'] = async () => {
      throw new Error('disk full');
    };
    const { scene, document } = await run('fizzbuzz を作って', { components: { record } });
    expect(document).toMatchObject({ status: 'completed', ledger_entries: [] });
    expect(scene.complaints).toHaveLength(6);
    expect(scene.complaints[0]).toContain('disk full');
    expect(scene.complaints[0]).toContain('"content":"session_type = implement"');
  });
});

describe('the watcher', () => {
  it("does not see the executor's log or status before it has given its verdict", async () => {
    const { scene } = await run('fizzbuzz を作って', {
      executions: [done({ execution_log: ['I am sure that this is perfect'], change: diffOf('+print') })],
    });
    const seen = JSON.stringify(scene.asked.watch);
    expect(seen).not.toContain('perfect');
    expect(seen).not.toContain('"status"');
    expect(seen).toContain('+print');
  });

  it("is given the executor's blind spots to cover", async () => {
    const { scene } = await run("decide this API's design");
    expect(scene.asked.watch[0]?.blindSpots.length).toBeGreaterThan(0);
    expect(scene.asked.watch[0]?.persona?.name).toBe('Martin Fowler');
  });

  it('is not asked about an execution that left nothing', async () => {
    const blocked = done({ status: 'blocked', artifacts: [] });
    const { scene, document } = await run('fizzbuzz を作って', { executions: [blocked, blocked, blocked] });
    expect(scene.asked.watch).toEqual([]);
    expect(document.status).toBe('escalated');
  });
});

describe('an accepted change', () => {
  it('is kept whatever the watcher says, also when a later execution has none', async () => {
    const change = diffOf('+accepted');
    const { change: kept, document } = await run('fizzbuzz を作って', {
      executions: [done({ change }), done({ status: 'blocked' }), done({ status: 'blocked' })],
      verdicts: [verdict(false), verdict(false), verdict(false)],
    });
    expect(document.status).toBe('escalated');
    expect(kept).toEqual(change);
  });
});

describe('time', () => {
  it("is the session's: beyond it the executor is stopped and the execution is blocked", async () => {
    const clock = handClock();
    let stopped = false;
    const execute: Components['execute'] = (_, stop) =>
      new Promise((resolve) => {
        stop.addEventListener('abort', () => {
          stopped = true;
          resolve(done({ status: 'blocked', artifacts: [], change: diffOf('+half') }));
        });
      });
    const scene = sceneOf({
      components: { execute },
      around: { clock },
      session: { max_iterations: 1, timeout_s: 45 },
    });
    const running = runTask('fizzbuzz を作って', scene.components, scene.around);
    while (clock.sleeping === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(44_000);
    expect(stopped).toBe(false);
    await clock.advance(2_000);
    const ended = await running;
    expect(stopped).toBe(true);
    expect(traced(ended)).toContainEqual({ state: 'executing', component: 'executor', outcome: 'blocked' });
    expect(ended.change?.text).toBe('+half');
  });

  it('is waited for no longer than a moment where the executor does not stop', async () => {
    const clock = handClock();
    const execute: Components['execute'] = () => new Promise(() => undefined);
    const scene = sceneOf({ components: { execute }, around: { clock }, session: { max_iterations: 1 } });
    const running = runTask('fizzbuzz を作って', scene.components, scene.around);
    while (clock.sleeping === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(60_000);
    expect((await running).document.status).toBe('escalated');
  });
});

describe('a session that is not ready', () => {
  const asks = { id: 'ready-1', kind: 'question' as const, question: 'Begin nevertheless?' };
  const notReady: Partial<Components> = { init: async () => ({ ...ready, asks }) };

  it('asks, and nothing is executed', async () => {
    const { scene, stopOutcome: halted, document } = await run('fizzbuzz を作って', { components: notReady });
    expect(halted).toEqual({ name: 'awaiting', says: 'Begin nevertheless?', awaits: asks });
    expect(scene.asked.execute).toEqual([]);
    expect(document.execution_trace.at(-1)).toMatchObject({ state: 'session_initializing' });
  });

  it('goes on with a yes, from the journal', async () => {
    const first = await run('fizzbuzz を作って', { components: notReady });
    const again = await run('fizzbuzz を作って', {
      journal: first.scene.journal,
      around: { startAnswer: () => 'yes' },
      components: {
        selectSession: async () => {
          throw new Error('is in the journal');
        },
      },
    });
    expect(again.document.status).toBe('completed');
  });

  it('keeps the times of what was done before it waited', async () => {
    const clock = handClock();
    const first = await run('fizzbuzz を作って', { components: notReady, around: { clock } });
    await clock.advance(60_000);
    const again = await run('fizzbuzz を作って', {
      journal: first.scene.journal,
      around: { clock, startAnswer: () => 'yes' },
    });
    const timesOf = ({ document }: TaskEnd) => document.execution_trace.map(({ timestamp }) => timestamp);
    expect(timesOf(again)[1]).toBe(timesOf(first)[1]);
    expect(timesOf(again).at(-1)).not.toBe(timesOf(first).at(-1));
  });

  it('is refused with a no', async () => {
    const { stopOutcome: halted, scene } = await run('fizzbuzz を作って', {
      components: notReady,
      around: { startAnswer: () => 'no' },
    });
    expect(halted?.name).toBe('refused');
    expect(scene.asked.execute).toEqual([]);
  });

  it('reports what was found before the work begins', async () => {
    const { scene } = await run('fizzbuzz を作って');
    expect(scene.reports).toEqual([ready]);
  });
});

describe('faults', () => {
  const boom = async (): Promise<never> => {
    throw new Error('boom');
  };

  it.each([
    ['select', 'completed'],
    ['init', 'completed'],
    ['classify', 'completed'],
    ['choose', 'completed'],
    ['execute', 'failed'],
    ['watch', 'escalated'],
    ['record', 'completed'],
  ] as const)('of %s end in the status %s with a trace that reaches a final state', async (name, status) => {
    const ended = await run("decide this API's design", { components: { [name]: boom } });
    expect(ended.document.status).toBe(status);
    expect(ended.document.execution_trace.at(-1)?.state).toBe(status);
    expect(statesOf(ended)[0]).toBe('idle');
  });

  it('of the classifier make the task an investigation with personas', async () => {
    const { document } = await run('fizzbuzz を作って', { components: { classify: boom } });
    expect(document.result).toMatchObject({ task_type: 'investigate', requires_persona: true });
  });

  it('of PersonaStrategy choose the default pair', async () => {
    const { personas } = await run("decide this API's design", { components: { choosePersonas: boom } });
    expect(personas).toEqual(['Kent Beck', 'Martin Fowler']);
  });

  it('of every component at once still end in a status', async () => {
    const all = Object.fromEntries(
      ['select', 'init', 'classify', 'choose', 'execute', 'watch', 'record'].map((name) => [name, boom]),
    );
    const { document } = await run('x', { components: all });
    expect(document.status).toBe('failed');
    expect(document.execution_trace.at(-1)?.state).toBe('failed');
  });

  it('of the executor that are no faults end the run as they say: it waits, or was cancelled', async () => {
    const awaits = { id: 'q-1', kind: 'question' as const, question: 'Which?' };
    const execute: Components['execute'] = async () => {
      throw new EndWork({ name: 'awaiting', awaits });
    };
    const { stopOutcome: halted } = await run('fizzbuzz を作って', { components: { execute } });
    expect(halted).toEqual({ name: 'awaiting', awaits });
  });

  it('by cancellation end cancelled', async () => {
    const stop = AbortSignal.abort();
    const { stopOutcome: halted, document } = await run('fizzbuzz を作って', { around: { stop } });
    expect(halted).toEqual({ name: 'cancelled' });
    expect(document.execution_trace.at(-1)?.state).toBe('failed');
  });
});
