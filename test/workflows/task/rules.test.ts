import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { LedgerEntry } from '../../../src/memory/ledger.js';
import { filesNamed } from '../../../src/memory/ledger-query.js';
import type { RunRecord } from '../../../src/ports/run.js';
import { readDefinitions } from '../../../src/workflows/task/definitions.js';
import { en } from '../../../src/workflows/task/messages.en.js';
import { ja } from '../../../src/workflows/task/messages.ja.js';
import { classify } from '../../../src/workflows/task/rules/classify.js';
import { TASK_TYPES } from '../../../src/workflows/task/rules/contract.js';
import { choosePersonas, coveredBlindSpots, readPersona } from '../../../src/workflows/task/rules/personas.js';
import {
  EXECUTORS,
  executorFor,
  needsDecomposition,
  readSession,
  selectSession,
  sessionSchema,
  sessionSchemaText,
} from '../../../src/workflows/task/rules/session.js';
import {
  blockReasons,
  coverageOf,
  debtAlerts,
  isRefusal,
  measuresIn,
  measureText,
  openEscalations,
  recommendedAxes,
  unpassedGates,
} from '../../../src/workflows/task/rules/session-init.js';
import { documentOf, lastTask } from '../../../src/workflows/task/rules/statistics.js';
import { newFolder } from '../../build/folder.js';

const here = (file: string) => new URL(`../../../${file}`, import.meta.url);
const shipped = await readDefinitions('/nowhere');

describe('session files', () => {
  it('come with crew for planning, design, implement and retrospective', () => {
    expect(shipped.sessions.map(({ name }) => name).sort()).toEqual([
      'design',
      'implement',
      'planning',
      'retrospective',
    ]);
    expect(shipped.problems).toEqual([]);
  });

  it('fit the published schema, which is the one of the source (else run `node scripts/write-schema.mjs`)', async () => {
    expect(await readFile(here('schema/session.schema.json'), 'utf8')).toBe(sessionSchemaText());
    const fits = new Ajv2020({ strict: true }).compile(JSON.parse(sessionSchemaText()));
    for (const file of await readdir(here('.agent/sessions/')))
      expect({ file, fits: fits(parse(await readFile(here(`.agent/sessions/${file}`), 'utf8'))) }).toEqual({
        file,
        fits: true,
      });
  });

  it('allow three iterations and thirty seconds where they say nothing', () => {
    const least = sessionSchema.parse({ name: 'x', description: 'x', axes: ['a'] });
    expect(least).toMatchObject({ max_iterations: 3, timeout_s: 30, workflows: [...EXECUTORS] });
  });

  it('of a repository are added to those of crew, or take the place of one; a broken one is a problem with its path', async () => {
    const agents = await newFolder();
    await mkdir(path.join(agents, 'sessions'));
    const write = (name: string, text: string) => writeFile(path.join(agents, 'sessions', name), text);
    await write(
      'release.yaml',
      'name: release\ndescription: Make a release.\naxes: [changelog]\nwhen: [cut a release]\n',
    );
    await write('design.yaml', 'name: design\ndescription: Ours.\nmax_iterations: 1\naxes: [cost]\n');
    await write('wrong.yaml', 'name: other\ndescription: x\naxes: [a]\n');
    await write('torn.yaml', 'name: [\n');
    await write('odd.yaml', 'name: odd\ndescription: x\naxes: [a]\nmax_iterations: 99\n');
    const found = await readDefinitions(agents);
    expect(found.sessions.map(({ name }) => name).sort()).toEqual([
      ...['design', 'implement', 'planning', 'release', 'retrospective'],
    ]);
    expect(found.sessions.find(({ name }) => name === 'design')?.max_iterations).toBe(1);
    expect(found.problems.map((each) => path.basename(each.path)).sort()).toEqual([
      'odd.yaml',
      'torn.yaml',
      'wrong.yaml',
    ]);
    const selected = selectSession('Cut a release today', { sessions: found.sessions, type: null });
    expect(selected?.session_type).toBe('release');
  });

  it('are refused with a reason, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readSession('a/x.yaml', text);
        expect('session' in read || read.problem.message.length > 0).toBe(true);
      }),
    );
  });
});

describe('SessionSelector', () => {
  const select = (request: string, fallback?: string) =>
    selectSession(request, { sessions: shipped.sessions, type: classify(request), fallback })?.session_type;

  it.each([
    ['fizzbuzz を作って', 'implement'],
    ['このAPIの設計方針を決めたい', 'design'],
    ["decide this API's design", 'design'],
    ['Why does the build fail?', 'planning'],
    ['先月の振り返りをしたい', 'retrospective'],
    ['Write a retrospective of the last release', 'retrospective'],
    ['Rename Foo to Bar', 'implement'],
  ])('gives %s the session %s', (request, session) => {
    expect(select(request)).toBe(session);
  });

  it('takes the configured default where no rule decides, and else leaves it to a model', () => {
    expect(select('xyzzy plugh', 'planning')).toBe('planning');
    expect(select('xyzzy plugh')).toBeUndefined();
    expect(select('xyzzy plugh', 'no-such-session')).toBeUndefined();
  });

  it('says why, and recommends the perspectives of the session', () => {
    const selected = selectSession('Fix the parser', { sessions: shipped.sessions, type: classify('Fix the parser') });
    expect(selected).toMatchObject({ session_type: 'implement', requires_persona: false });
    expect(selected?.recommended_axes).toContain('correctness');
    expect(selected?.rationale).not.toBe('');
  });
});

describe('persona files', () => {
  it('are at least ten, each with strengths, blind spots and questions', () => {
    expect(shipped.personas.length).toBeGreaterThanOrEqual(10);
    for (const one of shipped.personas) {
      expect(one.strengths.length).toBeGreaterThan(0);
      expect(one.blind_spots.length).toBeGreaterThan(0);
      expect(one.questions.length).toBeGreaterThan(0);
    }
  });

  it('have for each of them somebody who covers a blind spot', () => {
    for (const one of shipped.personas)
      expect(shipped.personas.some((other) => other !== one && coveredBlindSpots(one, other).length > 0)).toBe(true);
  });

  it('without a name or a list are problems', () => {
    expect(readPersona('x.md', '## Strengths\n- a\n')).toMatchObject({
      problem: { message: 'no heading with the name of the persona' },
    });
    expect(readPersona('x.md', '# X\n## Strengths\n- a\n')).toMatchObject({
      problem: { message: 'no list under blind_spots, questions' },
    });
  });
});

describe('PersonaStrategy', () => {
  const names = (context: string, task_type: (typeof TASK_TYPES)[number] = 'design') => {
    const { executor_persona: executor, watcher_persona: watcher } = choosePersonas(shipped.personas, {
      task_type,
      context,
    });
    return [executor.name, watcher.name];
  };

  it('gives a design to Kent Beck and Martin Fowler where the request says nothing else', () => {
    expect(names('このAPIの設計方針を決めたい')).toEqual(['Kent Beck', 'Martin Fowler']);
  });

  it('chooses an executor who is strong in what the request is about', () => {
    expect(names('Threat models and trust boundaries of the token service', 'investigate')[0]).toBe('Bruce Schneier');
  });

  it('takes the default pair where nobody can do the task, or nobody covers the executor', () => {
    const lonely = { name: 'Lone', strengths: ['x'], blind_spots: ['zebra'], questions: ['?'], tasks: ['review'] };
    const pairOf = (task_type: 'review' | 'test') => choosePersonas([lonely], { task_type, context: 'x' });
    expect(pairOf('review').watcher_persona.name).toBe('Martin Fowler');
    expect(pairOf('review').executor_persona.name).toBe('Kent Beck');
    expect(choosePersonas([], { task_type: 'investigate', context: '' }).rationale).toContain(
      'no persona has investigate',
    );
  });

  it('always chooses two who are not the same, and a watcher who covers a blind spot', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TASK_TYPES), fc.string(), (task_type, context) => {
        const { executor_persona: executor, watcher_persona: watcher } = choosePersonas(shipped.personas, {
          task_type,
          context,
        });
        expect(executor.name).not.toBe(watcher.name);
        expect(coveredBlindSpots(executor, watcher).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the executor', () => {
  const all = [...EXECUTORS];
  const list = 'Build the shop\n- a cart\n- a till\n- a stock\n- a login';

  it.each([
    ['implement', 'x', all, all, 'fix'],
    ['refactor', 'x', all, all, 'fix'],
    ['test', 'x', all, all, 'fix'],
    ['document', 'x', all, all, 'write'],
    ['review', 'x', all, all, 'review'],
    ['design', 'x', all, all, 'agent'],
    ['investigate', 'x', all, all, 'agent'],
    ['implement', list, all, all, 'build'],
    ['implement', list, ['fix'], all, 'fix'],
    ['implement', list, all, ['fix', 'agent'], 'fix'],
    ['document', 'x', all, ['fix', 'agent'], 'fix'],
    ['document', 'x', ['agent'], all, 'agent'],
    ['review', 'x', all, ['agent'], 'agent'],
    ['implement', 'x', ['agent'], all, null],
    ['design', 'x', ['fix'], all, null],
  ] as const)('of %s (%j), allowed %j, there %j, is %s', (type, request, allowed, there, wanted) => {
    expect(executorFor({ type, request, allowed, available: there })).toBe(wanted);
  });

  it('decomposes a request with four listed items or more', () => {
    expect(needsDecomposition(list)).toBe(true);
    expect(needsDecomposition('Fix it\n- a\n- b')).toBe(false);
    expect(needsDecomposition('1. a\n2. b\n3. c\n4. d')).toBe(true);
  });
});

const record = (
  of: Partial<RunRecord> & { outcome?: NonNullable<RunRecord['end']>['outcome']; says?: string },
): RunRecord => ({
  run: 'task-7-0000000000',
  workflow: 'task',
  version: 1,
  exclusive: true,
  repo: 'ann/shop',
  issue: 7,
  request: {
    event: { kind: 'typed', key: 'k', repo: undefined, issue: undefined, words: [] },
    text: 'x',
    command: { name: 'task', args: {} },
    at: '2026-11-18T12:00:00Z',
  },
  startedAt: '2026-11-18T12:00:00Z',
  signals: [],
  ...(of.outcome ? { end: { outcome: of.outcome, at: '2026-11-18T13:00:00Z', says: of.says } } : {}),
  ...of,
});

describe('debt-monitor', () => {
  it('counts an escalation until a later task of the same subject ended otherwise', () => {
    const open = record({ run: 'a', outcome: 'escalated' });
    expect(openEscalations([open])).toEqual([{ run: 'a', issue: 7 }]);
    expect(openEscalations([record({ run: 'b', outcome: 'done' }), open])).toEqual([]);
    expect(openEscalations([record({ run: 'b' }), open])).toEqual([{ run: 'a', issue: 7 }]);
    expect(openEscalations([record({ run: 'c', issue: 8, outcome: 'done' }), open])).toHaveLength(1);
    expect(openEscalations([record({ run: 'd', workflow: 'fix', outcome: 'escalated' })])).toEqual([]);
  });

  it('finds documents that did not pass their quality gate, with their files', () => {
    const unpassed = record({ run: 'w', workflow: 'write', outcome: 'partial', says: 'docs/guide.md passed by force' });
    expect(unpassedGates([unpassed], filesNamed)).toEqual([{ run: 'w', files: ['docs/guide.md'] }]);
    expect(unpassedGates([record({ workflow: 'write', outcome: 'done' })], filesNamed)).toEqual([]);
  });

  const debt = {
    escalations: [],
    unpassed: [],
    counts: { skippedTests: 0, todos: 0 },
    previousCounts: null,
    files: [],
  };
  const open = (n: number) => Array.from({ length: n }, (_, i) => ({ run: `r${i}`, issue: i }));

  it.each([
    [{ ...debt }, []],
    [
      { ...debt, escalations: open(2) },
      [
        ['open-escalation', false],
        ['open-escalation', false],
      ],
    ],
    [
      { ...debt, escalations: open(3) },
      [
        ['open-escalation', true],
        ['open-escalation', true],
        ['open-escalation', true],
      ],
    ],
    [{ ...debt, unpassed: [{ run: 'w', files: ['a.md'] }] }, [['forced-pass', false]]],
    [{ ...debt, unpassed: [{ run: 'w', files: ['a.md'] }], files: ['a.md'] }, [['forced-pass', true]]],
    [{ ...debt, counts: { skippedTests: 2, todos: 9 } }, [['skipped-tests', false]]],
    [
      { ...debt, counts: { skippedTests: 2, todos: 9 }, previousCounts: { skippedTests: 2, todos: 8 } },
      [['todo-growth', false]],
    ],
    [{ ...debt, counts: { skippedTests: 2, todos: 7 }, previousCounts: { skippedTests: 2, todos: 8 } }, []],
    [{ ...debt, counts: null, previousCounts: { skippedTests: 0, todos: 0 } }, []],
  ])('of %j alerts %j', (given, alerts) => {
    expect(debtAlerts(given, en).map(({ kind, serious }) => [kind, serious])).toEqual(alerts);
  });
});

describe('coverage-check', () => {
  const entry = (n: number, axes: string, run = `r${n}`): LedgerEntry => ({
    entry_id: `LEDGER-20261118-${String(n).padStart(3, '0')}`,
    time: `2026-11-${String(n).padStart(2, '0')}T00:00:00Z`,
    run,
    component: 'SessionInit',
    event_type: 'measure',
    content: `skipped_tests = ${n}, todos = 0, axes = ${axes}`,
    rationale: '',
  });

  it('reads what earlier sessions measured, newest first, without its own', () => {
    const found = measuresIn([entry(1, 'a'), entry(2, 'b | c'), entry(3, 'd', 'me')], 'me');
    expect(found.map(({ axes }) => axes)).toEqual([['b', 'c'], ['a']]);
    expect(found[0]?.counts.skippedTests).toBe(2);
  });

  it('reads back what it writes', () => {
    const counts = fc.record({ skippedTests: fc.nat(), todos: fc.nat() });
    fc.assert(
      fc.property(counts, fc.array(fc.constantFrom('tests', 'long-term structure', 'cost')), (given, axes) => {
        expect(measuresIn([{ ...entry(1, ''), content: measureText(given, axes) }], 'me')).toEqual([
          { counts: given, axes },
        ]);
      }),
    );
  });

  it('names perspectives that the last ten sessions left out, and recommends them first', () => {
    const eleven = Array.from({ length: 11 }, (_, n) => entry(n + 1, n === 0 ? 'old' : 'tests'));
    const coverage = coverageOf(measuresIn(eleven, 'me'), ['tests', 'old', 'cost', 'tests']);
    expect(coverage).toEqual({ sessions: 10, used: ['tests'], unused: ['old', 'cost'] });
    expect(recommendedAxes(['tests', 'cost'], coverage)).toEqual(['cost', 'tests']);
  });
});

describe('whether a session is ready', () => {
  const open = (...issues: number[]) => issues.map((issue) => ({ run: `r${issue}`, issue }));
  const free = { escalations: [], issue: 7, leftUsd: 1, isAnswer: false };

  it.each([
    [free, []],
    [{ ...free, escalations: open(8) }, []],
    [{ ...free, escalations: open(7) }, ['escalated-here']],
    [{ ...free, escalations: open(7), isAnswer: true }, []],
    [{ ...free, escalations: open(1, 2, 3) }, ['many-escalations']],
    [{ ...free, leftUsd: 0 }, ['no-budget']],
    [{ ...free, escalations: open(7, 8, 9), leftUsd: 0 }, ['escalated-here', 'many-escalations', 'no-budget']],
  ])('%j is blocked by %j', (given, blocked) => {
    expect(blockReasons(given)).toEqual(blocked);
  });

  it.each([
    ['no', true],
    ['いいえ', true],
    ['Stop it', true],
    ['yes', false],
    ['はい', false],
    ['now', false],
  ])('the answer %s is a no: %s', (answer, no) => {
    expect(isRefusal(answer)).toBe(no);
  });
});

describe('records of tasks', () => {
  it('name the escalated task that an answer goes on from, while no later one ended', () => {
    const escalated = record({ run: 'a', outcome: 'escalated' });
    expect(lastTask([escalated])?.run).toBe('a');
    expect(lastTask([record({ run: 'b', outcome: 'done' }), escalated])).toBeUndefined();
    expect(lastTask([record({ run: 'f', workflow: 'fix', outcome: 'done' }), escalated])?.run).toBe('a');
    expect(lastTask([])).toBeUndefined();
  });

  it('hold no document where the run left none', () => {
    expect(documentOf(record({ outcome: 'done' }))).toBeUndefined();
  });
});

describe('messages', () => {
  it('say the same things in both languages', () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  });

  it('print the number of iterations', () => {
    expect(ja.escalated(3)).toBe('3回のイテレーションで合意に達しませんでした。判断をお願いします。');
    expect(en.escalated(1)).toBe('No agreement was reached after 1 iteration. Please decide.');
  });
});
