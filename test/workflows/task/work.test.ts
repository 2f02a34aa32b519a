import { readFile } from 'node:fs/promises';
import path, { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { folderLedger, type LedgerEntry } from '../../../src/memory/ledger.js';
import type { Signal } from '../../../src/ports/run.js';
import { workOutput } from '../../../src/workflows/task/order.js';
import { taskDocument } from '../../../src/workflows/task/rules/contract.js';
import { newFolder } from '../../build/folder.js';
import {
  call,
  git,
  judges,
  type Life,
  mends,
  ordered,
  repositoryOf,
  type Script,
  scripted,
  turn,
  worked,
  wrongSum,
} from './at-work.js';

const TASK = 'Fix add(1, 2) in add.js: it gives -1, it should give 3';

async function lifeOf(script: Script, more: Partial<Life> = {}): Promise<Life> {
  return { root: await repositoryOf(wrongSum), home: await newFolder(), script: scripted(script), ...more };
}

async function done(what: string, life: Life) {
  const order = await ordered(what, life);
  return { order, ...(await worked(order, life)) };
}

const designs = (name: string, text: string) => turn(call('answer', { name, text, log: ['read add.js'] }));
const ledgerOf = ({ home }: Life) => folderLedger(home, (text) => text).read();

describe('a task that is a fix', () => {
  it('goes straight through: the change is in the tree, and one model call more than the fix was made', async () => {
    const life = await lifeOf({ Editor: mends, Watcher: [judges(true)] });
    const { outcome, diff } = await done(TASK, life);
    expect(outcome).toMatchObject({ name: 'done' });
    expect(await readFile(path.join(life.root, 'add.js'), 'utf8')).toContain('a + b');
    expect(diff?.files).toEqual(['add.js']);
    expect(taskDocument.parse(outcome.result)).toMatchObject({
      status: 'completed',
      result: {
        session_type: 'implement',
        task_type: 'implement',
        requires_persona: false,
        artifacts: ['add.js'],
        pass: true,
      },
    });
    expect(life.script.asks.map(({ role }) => role)).toEqual(['Editor', 'Editor', 'Watcher']);
  });

  it("shows the watcher the change, and not the Editor's words", async () => {
    const life = await lifeOf({ Editor: mends, Watcher: [judges(true)] });
    await done(TASK, life);
    const watched = JSON.stringify(life.script.asks.find(({ role }) => role === 'Watcher')?.messages);
    expect(watched).toContain('a + b');
    expect(watched).not.toContain('took the second number away');
  });

  it("is done again with the watcher's issues, on top of what was accepted", async () => {
    const comment = [
      turn(call('edit', { path: 'add.js', edits: [{ old: '// TODO: more than two', new: '// Adds two numbers.' }] })),
      mends[1] ?? turn(),
    ];
    const life = await lifeOf({
      Editor: [...mends, ...comment],
      Watcher: [judges(false, ['the comment is wrong']), judges(true)],
    });
    const { outcome, diff } = await done(TASK, life);
    expect(outcome.name).toBe('done');
    expect(await readFile(path.join(life.root, 'add.js'), 'utf8')).toBe(
      '// Adds two numbers.\nexport const add = (a, b) => a + b;\n',
    );
    expect(diff?.text).toContain('+// Adds two numbers.');
    expect(JSON.stringify(life.script.asks[3]?.messages)).toContain('the comment is wrong');
  });

  it('that the watcher rejects to the end is escalated, and the accepted change stays', async () => {
    const never = judges(false, ['not what was asked']);
    const again = mends[1] ?? turn();
    const life = await lifeOf({ Editor: [...mends, again, again], Watcher: [never, never, never] });
    const { outcome, diff } = await done(TASK, life);
    expect(outcome.name).toBe('escalated');
    expect(outcome.says).toContain('No agreement was reached after 3 iterations. Please decide.');
    expect(outcome.says).toContain('/crew answer');
    expect(diff?.text).toContain('+export const add = (a, b) => a + b;');
    expect(await readFile(path.join(life.root, 'add.js'), 'utf8')).toContain('a + b');
  });

  it('that was killed goes on without asking the model again for what is in the journal', async () => {
    const life = await lifeOf({ Editor: mends, Watcher: [] });
    const order = await ordered(TASK, life);
    const first = await worked(order, life);
    // Without an answer of the watcher the verdict is no pass; the editor then has no turn left, which ends the task.
    expect(first.outcome.name).not.toBe('done');
    const asked = life.script.asks.length;
    const again = { ...life, script: scripted({ Editor: [], Watcher: [] }) };
    const second = await worked(order, again);
    expect(second.outcome.name).toBe(first.outcome.name);
    expect(again.script.asks.length).toBeLessThan(asked);
  });

  it('hands publish what it needs where it works in a thread', async () => {
    const life = await lifeOf({ Editor: mends, Watcher: [judges(true)] }, { place: 'thread' });
    const { outcome } = await done(TASK, life);
    const given = workOutput.parse(outcome.result);
    expect(given).toMatchObject({ iterations: 1, executed: { by: 'fix', outcome: { name: 'done' } } });
    expect(given.ledger.map(({ component }) => component)).toEqual([
      'SessionSelector',
      'SessionInit',
      'TaskClassifier',
      'executor',
      'watcher',
      'TaskOrchestrator',
    ]);
  });
});

describe('a task that is a document', () => {
  const answers = (...all: readonly unknown[]) => all.map((each) => turn(call('answer', each)));
  const path = (title: string) => ({ title, summary: title, chapters: [{ n: 1, title: 'Adding', beats: ['add'] }] });
  const idea = {
    title: 'Adding',
    genre: 'guide',
    tone: 'plain',
    scale: 'one page',
    core_theme: 'sums',
    language: 'en',
  };
  const written = {
    Author: answers(
      { ...idea, profile: 'docs' },
      ...['A', 'B', 'C'].map(path),
      { characters: [{ name: 'Reader', sheet: 'Knows numbers.' }] },
      { markdown: '# Adding\n\nCall it with two numbers.' },
    ),
    Critic: answers(...Array.from({ length: 8 }, () => ({ score: 7.5, issues: [], strengths: [] }))),
  };
  const chosen: Signal = {
    ...{ is: 'select', choice: 'A', remark: undefined, key: 'select-1', by: { login: 'maya' } },
    at: '2026-11-18T12:30:00Z',
  };
  const what = 'Write documentation for add';

  it('waits for the choice of a path, and is written by write', async () => {
    const life = await lifeOf({ ...written, Watcher: [judges(true)] });
    const order = await ordered(what, life);
    expect((await worked(order, life)).outcome).toMatchObject({ name: 'awaiting', awaits: { kind: 'selection' } });
    const { outcome, diff } = await worked(order, { ...life, signals: [chosen] });
    expect(outcome).toMatchObject({ name: 'done', result: { result: { task_type: 'document', pass: true } } });
    expect(diff?.files).toEqual(['docs/adding.md']);
  });

  it('is mended by a fix where the watcher has issues, on top of the text', async () => {
    const life = await lifeOf({
      ...written,
      Editor: [
        turn(call('edit', { path: 'docs/adding.md', edits: [{ old: 'Call it', new: 'Call add' }] })),
        turn(
          call('answer', {
            ...{
              result: 'changed',
              kind: 'other',
              approach: 'Name the function.',
              what: 'Names add.',
              why: 'It was missing.',
            },
            ...{ shownBy: [], notShown: 'It is documentation.' },
          }),
        ),
      ],
      Watcher: [judges(false, ['it does not name add']), judges(true)],
    });
    const { outcome, diff } = await worked(await ordered(what, life), { ...life, signals: [chosen] });
    expect(outcome.name).toBe('done');
    expect(diff?.files).toEqual(['docs/adding.md']);
    expect(await readFile(join(life.root, 'docs/adding.md'), 'utf8')).toBe('# Adding\n\nCall add with two numbers.\n');
  });
});

describe('a task that is a design', () => {
  const text = '# API\n\nUse one resource.';

  it('gets personas, a document in the run, and a change that can be applied', async () => {
    const life = await lifeOf({
      Designer: [designs('api-design.md', text)],
      Watcher: [judges(true, ['versions are open'])],
    });
    const { outcome, ctx, diff } = await done("decide this API's design", life);
    expect(outcome.name).toBe('planned');
    expect(outcome.says).toMatch(/^\*\*Document written\.\*\* A second agent checked and accepted the result\.\n/);
    expect(outcome.says).not.toMatch(/Kent Beck|session|TaskOrchestrator/);
    expect(taskDocument.parse(outcome.result)).toMatchObject({
      result: {
        session_type: 'design',
        task_type: 'design',
        requires_persona: true,
        artifacts: ['api-design.md'],
        issues: ['versions are open'],
      },
    });
    expect(await readFile(path.join(ctx.folder, 'documents', 'api-design.md'), 'utf8')).toBe(text);
    expect(taskDocument.parse(JSON.parse(await readFile(path.join(ctx.folder, 'task.json'), 'utf8')))).toEqual(
      outcome.result,
    );
    expect(diff).toBeUndefined();
    const proposal = ctx.steps().find(({ name }) => name === 'diff of the document')?.value;
    expect(proposal).toMatchObject({ files: ['docs/api-design.md'] });
    expect(git(life.root, 'status', '--porcelain')).toBe('');
    expect(outcome.says).toContain('/crew apply');
    const designer = JSON.stringify(life.script.asks[0]?.messages);
    expect(designer).toContain('Work as Kent Beck would');
    expect(JSON.stringify(life.script.asks[1]?.messages)).toContain('Work as Martin Fowler would');
  });
});

describe('a request that no rule decides', () => {
  it('is classified by a model', async () => {
    const says = { task_type: 'investigate', requires_persona: false, rationale: 'nothing is to be changed' };
    const picks = {
      session_type: 'planning',
      requires_persona: false,
      recommended_axes: ['evidence'],
      rationale: 'to find out',
    };
    const life = await lifeOf({
      Classifier: [turn(call('answer', picks)), turn(call('answer', says))],
      Designer: [designs('findings.md', '# Findings')],
      Watcher: [judges(true)],
    });
    const { outcome } = await done('xyzzy plugh', life);
    expect(taskDocument.parse(outcome.result).result).toMatchObject({
      session_type: 'planning',
      task_type: 'investigate',
    });
  });

  it('takes the fallback where the model fails: an investigation with personas', async () => {
    const life = await lifeOf({ Designer: [designs('findings.md', '# Findings')], Watcher: [judges(true)] });
    const { outcome } = await done('xyzzy plugh', life);
    expect(taskDocument.parse(outcome.result).result).toMatchObject({
      task_type: 'investigate',
      requires_persona: true,
    });
  });
});

describe('the ledger of a task', () => {
  it('holds the entries that task.json names, and the next task finds them', async () => {
    const first = await lifeOf({ Editor: mends, Watcher: [judges(true)] });
    const { outcome } = await done(TASK, first);
    const entries = await ledgerOf(first);
    expect(entries.map(({ entry_id: id }) => id)).toEqual(taskDocument.parse(outcome.result).ledger_entries);
    const shown: string[] = [];
    const next: Life = {
      ...first,
      root: await repositoryOf(wrongSum),
      run: 'task-here-9876543210',
      script: scripted({ Editor: mends, Watcher: [judges(true)] }),
      show: (progress) => progress.kind === 'part' && shown.push(progress.name),
    };
    const second = await done(TASK, next);
    const found = taskDocument.parse(second.outcome.result).session_init;
    expect(found.related_learnings.length).toBeGreaterThan(0);
    expect(found.related_learnings[0]?.run).toBe(first.run ?? 'task-here-0123456789');
    expect(found.coverage_report).toMatchObject({ sessions: 1 });
    expect(shown.some((line) => line.startsWith('What earlier runs learned'))).toBe(true);
  });

  it('measures TODO comments and skipped tests, and says when they grew', async () => {
    const life = await lifeOf({ Editor: mends, Watcher: [judges(true)] });
    const before: LedgerEntry = {
      ...{ entry_id: 'LEDGER-20261101-001', time: '2026-11-01T00:00:00Z', run: 'task-here-aaaaaaaaaa' },
      ...{
        component: 'SessionInit',
        event_type: 'measure',
        content: 'skipped_tests = 0, todos = 0, axes = correctness',
        rationale: '',
      },
    };
    await folderLedger(life.home, (text) => text).append([before]);
    const { outcome } = await done(TASK, life);
    const { debt_alerts: alerts, coverage_report: coverage } = taskDocument.parse(outcome.result).session_init;
    expect(alerts).toEqual([{ kind: 'todo-growth', what: 'TODO and FIXME comments grew from 0 to 1', serious: false }]);
    expect(coverage.used).toEqual(['correctness']);
    expect(coverage.unused).toContain('tests');
  });
});

describe('a task in Japanese', () => {
  it('says its page in Japanese', async () => {
    const life = await lifeOf({ Editor: mends, Watcher: [judges(true)] }, { lang: 'ja' });
    const { outcome } = await done('add.js の add(1, 2) が -1 になる不具合を修正する。3 になるはず', life);
    expect(outcome.says).toContain('別のエージェントが結果を確認し、承認しました。');
  });
});
