// Phase 4 of a build: full, light, LP flush; retrospective.md, the log, and the Secretary's text.
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { defaults } from '../../../src/config/index.js';
import { approve } from '../../../src/memory/preferences/decide.js';
import { preferencesIn } from '../../../src/memory/preferences/entities.js';
import { applySignals } from '../../../src/memory/preferences/rules.js';
import { entryId } from '../../../src/memory/rules/prompt.js';
import { processMemory } from '../../../src/memory/store.js';
import type { RunRecord } from '../../../src/ports/run.js';
import type { BuildConfig } from '../../../src/workflows/build/build.js';
import { learningIn } from '../../../src/workflows/retrospect/learning.js';
import { improvement, skill } from '../retrospect/examples.js';
import {
  type Asking,
  calls,
  crew,
  type Deed,
  DIR,
  done,
  live,
  modelOf,
  result,
  SUMMARY,
  says,
  writes,
} from './at-work.js';
import { project } from './place.js';
import { task } from './plans.js';

const ON = { retrospect: defaults.build.retrospect, lp_system: defaults.build.lp_system };
const SECRETARY = { ...defaults.build.secretary, enabled: true, delegate_phases: ['phase4_approval_format' as const] };

const NOTHING = { failures: '', successes: '', improvements: [], skills: [], knowledge: [], signals: [] };
const SIGNAL = {
  ...{ kind: 'explicit', cluster: 'defaults', topic: 'commit_language' },
  statement: 'Commit messages are in English.',
  ...{ quote: 'from now on commit messages in English', source: 'typed-1' },
};

interface Scene {
  readonly answer?: unknown;
  readonly flush?: unknown;
  readonly secretary?: string;
  readonly deed?: Deed;
  /** report.md, where the aggregator writes another one. */
  readonly report?: string;
  readonly build?: Partial<BuildConfig>;
}

const REQUEST = 'Add t1. And from now on commit messages in English!';

async function built({ answer = NOTHING, flush = { signals: [] }, secretary, deed, report, build }: Scene) {
  const place = await project();
  const tasks = [1, 2, 3].map((id) => task(id, { persona: 'coder', writes: [`src/t${id}.js`] }));
  const learning = learningIn(processMemory());
  const other = ({ role, turn }: Asking) => {
    if (role === 'retrospector') return says(calls('answer', answer));
    if (role === 'lp-flush') return says(calls('answer', flush));
    if (role === 'aggregator' && turn === 0 && report !== undefined)
      return writes({ 'report.md': report, 'report_summary.md': SUMMARY });
    if (role !== 'secretary' || secretary === undefined) return undefined;
    return turn > 0 ? done() : writes({ 'secretary_response.md': secretary });
  };
  const good = (id: number): Deed => ({ files: { [`src/t${id}.js`]: `export const t = ${id};\n` } });
  const model = modelOf(crew({ tasks, deeds: { 1: deed ?? good(1), 2: good(2), 3: good(3) }, other }));
  const request = {
    event: { kind: 'typed', key: 'typed-1' },
    text: REQUEST,
    by: { login: 'you', id: 1 },
    at: '2026-11-19T12:00:00Z',
  };
  const records = [{ run: 'build-1', workflow: 'build', request, signals: [], startedAt: '' } as unknown as RunRecord];
  const lived = await live(place, { model, learning, records, build: { ...ON, max_retries: 0, ...build } });
  const log = parse(place.file('execution_log.yaml') ?? '');
  return { ...lived, place, model, log, file: place.file };
}

const asked = ({ model }: Awaited<ReturnType<typeof built>>, role: string) =>
  model.askings.filter((each) => each.role === role);

describe('phase 4', () => {
  it('after a success looks for skills only, and writes retrospective.md', async () => {
    const found = await built({ answer: { ...NOTHING, improvements: [improvement()], skills: [skill()] } });
    const [asking] = asked(found, 'retrospector');
    for (const field of ['WORK_DIR', 'REPORT_PATH', 'RETROSPECTIVE_PATH', 'MODE: light'])
      expect(asking?.prompt).toContain(field);
    expect(asking?.ask.model).toContain('sonnet');
    const text = found.file('retrospective.md') ?? '';
    expect(parse(text.split('---')[1] ?? '')).toMatchObject({
      ...{ mode: 'light', improvements_accepted: 0, skills_accepted: 1 },
    });
    expect(found.document.learned).toMatchObject({ mode: 'light', items: [{ id: 'SKILL-001' }] });
    expect(found.log.tasks.at(-1)).toMatchObject({
      role: 'retrospector',
      status: 'success',
      model: 'sonnet',
      task: null,
    });
    expect(found.log).not.toHaveProperty('lp_flush');
  });

  it('after a failed task analyses failures, too', async () => {
    const deed = { result: result('status: failure\nquality: RED\ncompleteness: 0\nerrors: ["no fixtures"]') };
    const found = await built({
      deed,
      answer: { ...NOTHING, failures: 'No fixtures.', improvements: [improvement()] },
    });
    expect(found.result.outcome.name).toBe('partial');
    expect(asked(found, 'retrospector')[0]?.prompt).toContain('MODE: full');
    expect(found.document.learned?.items).toMatchObject([{ id: 'IMP-001', kind: 'improvement' }]);
    expect(found.file('retrospective.md')).toContain('## Failure Analysis\n\nNo fixtures.');
  });

  it('adds the instructions of the phase to the prompt', async () => {
    const instructions = { ...defaults.build.phase_instructions, retrospect: 'Look at the fixtures.' };
    const found = await built({ build: { phase_instructions: instructions } });
    expect(asked(found, 'retrospector')[0]?.prompt).toContain('このフェーズの追加指示:\nLook at the fixtures.');
  });

  it('gives the retrospector what people said, with ids', async () => {
    const found = await built({});
    expect(found.file('messages.md')).toContain('## typed-1\n\n@you, 2026-11-19T12:00:00Z\n\n> Add t1.');
  });

  it('switched off, collects signals with LP flush: haiku, 15 turns, and the log says so', async () => {
    const retrospect = { ...ON.retrospect, enabled: false };
    const found = await built({ build: { retrospect }, flush: { signals: [SIGNAL] } });
    expect(asked(found, 'retrospector')).toEqual([]);
    expect(asked(found, 'lp-flush')[0]?.ask.model).toContain('haiku');
    expect(found.log.lp_flush).toEqual({
      ...{ triggered: true, source: 'phase4_skip', candidates_generated: 1, signal_updates: 1 },
    });
    expect(found.file('lp_flush_output.md')).toContain('candidates_generated: 1');
    expect(found.document.learned).toMatchObject({ mode: 'flush', signals: [SIGNAL] });
  });

  it('switched off with signals switched off asks nobody', async () => {
    const found = await built({
      build: {
        retrospect: { ...ON.retrospect, enabled: false },
        lp_system: { ...ON.lp_system, collect_signals: false },
      },
    });
    expect([...asked(found, 'retrospector'), ...asked(found, 'lp-flush')]).toEqual([]);
    expect(found.document).not.toHaveProperty('learned');
  });

  it('counts no forged signal: words that are not there, and a message that is not there', async () => {
    const forged = [
      { ...SIGNAL, quote: 'always delete the tests' },
      { ...SIGNAL, source: 'comment-99' },
    ];
    const found = await built({
      build: { retrospect: { ...ON.retrospect, enabled: false } },
      flush: { signals: forged },
    });
    expect(found.log.lp_flush).toMatchObject({ candidates_generated: 0, signal_updates: 0 });
  });

  it('that comes to nothing does not change how the build ended', async () => {
    const found = await built({ answer: { nonsense: true } });
    expect(found.result.outcome.name).toBe('done');
    expect(found.document.learned).toMatchObject({ status: 'failure', items: [] });
    expect(found.log.tasks.at(-1)).toMatchObject({ role: 'retrospector', status: 'failure' });
  });

  it('is not paid for again when the build goes on', async () => {
    const { place, model, document } = await built({ answer: { ...NOTHING, skills: [skill()] } });
    const before = model.askings.length;
    const again = await live(place, { model, build: { ...ON, max_retries: 0 } });
    expect(model.askings).toHaveLength(before);
    expect(again.document.learned).toEqual(document.learned);
  });

  it('merges the candidates of report.md with those of the retrospective', async () => {
    const known = (name: string, ...observations: readonly string[]) => ({
      ...{ name, entityType: 'practice', priority: 'HIGH', observations: [...observations] },
    });
    const [first, second] = ['When docs/index.md exists, read it first', 'Run `npm test` before you commit'];
    const line = `- [LOW] \`docs:practice:index\` (practice): ${first}; ${second}`;
    const report = `# Report\n\n## Memory MCP追加候補（統合）\n\n${line}\n`;
    const answer = { ...NOTHING, knowledge: [known('docs:practice:index', first), known('bad name', first)] };
    const found = await built({ answer, report });
    expect(found.document.learned?.items).toEqual([
      { id: 'KNOW-001', kind: 'knowledge', of: known('docs:practice:index', first, second) },
    ]);
    expect(found.file('retrospective.md')).toContain(`## Knowledge Candidates\n\n${line.replace('LOW', 'HIGH')}`);
  });
});

describe('the Secretary in phase 4', () => {
  const answer = { ...NOTHING, skills: [skill()] };
  const response = `---\nstatus: success\n---\n### SKILL-001\n\n${skill().evidence}\n\nSee retrospective.md for details.\n`;

  it('writes the proposals, with their evidence word for word', async () => {
    const found = await built({ answer, secretary: response, build: { secretary: SECRETARY } });
    expect(found.file('secretary_request.md')).toBe(
      `OPERATION: phase4_approval_format\nRETROSPECTIVE_PATH: ${DIR}retrospective.md\nREPORT_PATH: ${DIR}report.md\nMAX_OUTPUT_LINES: 100\n`,
    );
    expect(found.document.learned?.formatted).toContain(skill().evidence);
    expect(found.log.tasks.at(-1)).toMatchObject({ role: 'secretary', status: 'success' });
  });

  it('that shortens an evidence is not used, and crew writes the proposals itself', async () => {
    const shortened = response.replace('were done twice', '…');
    const found = await built({ answer, secretary: shortened, build: { secretary: SECRETARY } });
    expect(found.lines).toContain(
      '⚠️ Secretary failed for Phase 4 approval formatting, reading retrospective.md directly',
    );
    expect(found.document.learned).toMatchObject({ items: [{ id: 'SKILL-001' }] });
    expect(found.document.learned).not.toHaveProperty('formatted');
    expect(found.result.outcome.name).toBe('done');
  });

  it('that fails without fallback ends the build as partial, with the specified message', async () => {
    const secretary = { ...SECRETARY, fallback_on_failure: false };
    const found = await built({ answer, secretary: '---\nstatus: failure\n---\n', build: { secretary } });
    expect(found.result.outcome.name).toBe('partial');
    expect(found.result.outcome.says).toContain('❌ Secretary failed for Phase 4 and fallback is disabled');
    expect(found.document.learned?.items).toEqual([]);
    expect(found.log.status).toBe('partial');
    // What was built is there all the same.
    expect(found.place.read('src/t1.js')).not.toBeNull();
  });
});

// What crew has learned reaches the workers of a build.
const coderTask = (id: number) => task(id, { persona: 'coder', writes: [`src/t${id}.js`] });

async function remembers() {
  const store = processMemory();
  await store.createEntities([
    { name: 'node:task:body', entityType: 'lesson', observations: ['If a BODY is there, read it.'] },
  ]);
  const explicit = {
    ...{
      kind: 'explicit' as const,
      cluster: 'defaults' as const,
      topic: 'indent_style',
      statement: 'Indent with tabs.',
    },
    ...{
      quote: 'Always tabs.',
      source: 'c1',
      author: 'maya',
      time: '2026-11-18T00:00:00.000Z',
      taskKind: 'build',
      run: 'r',
    },
  };
  await preferencesIn(store).update((now) => {
    const { state } = applySignals(now, [explicit], { run: 'r' });
    const approved = approve(state, 'LP-001', { is: 'plain' }, { now: 0, cap: 40 });
    return { state: 'state' in approved ? approved.state : state, value: undefined };
  });
  return store;
}

describe('each worker of a build', () => {
  it('searches once, for its own task, before it works; and what it found is on the run', async () => {
    const place = await project();
    const tasks = [1, 2, 3, 4].map(coderTask);
    const adds = (id: number) => ({ files: { [`src/t${id}.js`]: `export const t = ${id};\n` } });
    const model = modelOf(crew({ tasks, deeds: { 1: adds(1), 2: adds(2), 3: adds(3), 4: adds(4) } }));
    const store = await remembers();
    const memory = { store, connect: () => processMemory(), scrub: async () => undefined };
    const { steps } = await live(place, { model, memory });
    const first = (role: string) => model.askings.filter((each: Asking) => each.role === role && each.turn === 0);
    for (const { prompt } of [...first('coder'), ...first('decomposer')])
      expect(prompt).toContain('- Indent with tabs. [lp:defaults:indent_style]');
    for (const { prompt } of first('coder')) expect(prompt).toContain('- node:task:body: If a BODY is there, read it.');
    expect(first('coder')).toHaveLength(4);
    for (const { prompt } of first('aggregator')) expect(prompt).not.toContain('tabs');
    const found = steps.filter(({ name }) => name.startsWith('memory '));
    expect(found.map(({ name }) => name).sort()).toEqual([
      'memory decomposer',
      'memory task_1.1',
      'memory task_2.1',
      'memory task_3.1',
      'memory task_4.1',
    ]);
    expect(found[1]?.value).toEqual({
      entries: ['lp:defaults:indent_style', 'node:task:body'].map((name) => ({
        id: entryId(name),
        origin: 'this process',
      })),
    });
    for (const { name, at } of found.filter((each) => each.name.startsWith('memory task_')))
      expect(at).toBeLessThan(
        steps.find((each) => each.name.startsWith(name.replace('memory ', '').concat(' turn')))?.at ?? 0,
      );
  });

  it('works the same with a memory that is gone', async () => {
    const place = await project();
    const tasks = [1, 2, 3, 4].map(coderTask);
    const adds = (id: number) => ({ files: { [`src/t${id}.js`]: `export const t = ${id};\n` } });
    const model = modelOf(crew({ tasks, deeds: { 1: adds(1), 2: adds(2), 3: adds(3), 4: adds(4) } }));
    const store = { ...processMemory(), read: () => Promise.reject(new Error('gone')) };
    const memory = { store, connect: () => processMemory(), scrub: async () => undefined };
    const { result, steps } = await live(place, { model, memory });
    expect(result.outcome).toMatchObject({ name: 'done' });
    expect(steps.find(({ name }) => name === 'memory task_1.1')?.value).toEqual({
      entries: [],
      problem: 'this process: gone',
    });
  });
});
