// Decisions at a terminal: local branches, the person's own memory, and the log of the build that proposed.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { defaults } from '../../../src/config/index.js';
import { processMemory } from '../../../src/memory/store.js';
import type { RunRecord } from '../../../src/ports/run.js';
import type { WorkContext } from '../../../src/ports/workflow.js';
import { openJournal } from '../../../src/runs/journal.js';
import type { DecideOrder } from '../../../src/workflows/retrospect/gate.js';
import { retrospectWith } from '../../../src/workflows/retrospect/index.js';
import { learningIn } from '../../../src/workflows/retrospect/learning.js';
import { withIds } from '../../../src/workflows/retrospect/rules/list.js';
import type { Improvement } from '../../../src/workflows/retrospect/rules/proposals.js';
import { calls, modelOf, type Project, says } from '../build/at-work.js';
import { project } from '../build/place.js';
import { shopOf } from '../build/shop.js';
import { improvement, skill } from './examples.js';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const RUN = 'retrospect-here-0123456789';
const known = { name: 'a:b:c', entityType: 'practice', priority: 'HIGH' as const, observations: ['Read the index'] };

function recordOf(): RunRecord {
  const items = withIds(
    [
      { kind: 'improvement', of: improvement() },
      { kind: 'skill', of: skill() },
      { kind: 'knowledge', of: known },
    ],
    [],
  );
  return {
    ...{ run: 'build-here-0123456789', workflow: 'build', version: 1, exclusive: true, signals: [] },
    ...{ startedAt: '2026-11-19T10:00:00Z', order: { cmd: 'cmd_001' } },
    request: { text: 'build it', at: '2026-11-19T10:00:00Z' } as RunRecord['request'],
    end: { outcome: 'done', at: '2026-11-19T11:00:00Z', result: { approvals: { items, preferences: [] } } },
  };
}

async function decided(
  order: Partial<DecideOrder>,
  { reworded, place: given }: { reworded?: Improvement; place?: Project } = {},
) {
  const place = given ?? (await project({ 'AGENTS.md': '# Rules\n' }));
  const { root, home } = place;
  const subjects = path.join(home, 'subjects/tree');
  const folder = path.join(subjects, RUN);
  const log = path.join(subjects, 'build-here-0123456789/work/cmd_001/execution_log.yaml');
  await mkdir(path.dirname(log), { recursive: true });
  await mkdir(folder, { recursive: true });
  await writeFile(log, 'cmd_id: cmd_001\n\ntasks: []\n');
  const memory = processMemory();
  const model = modelOf(() => says(calls('answer', reworded)));
  const clock = { now: () => NOW, sleep: async () => undefined };
  const journal = await openJournal(path.join(folder, `journal-${Math.random()}.jsonl`), {
    ...clock,
    redact: (text) => text,
  });
  const ctx: WorkContext = {
    ...{ run: RUN, repo: undefined, issue: undefined, place: 'terminal', github: undefined, signals: [] },
    settings: {
      ...{ lang: 'en', configFile: '.github/crew.yml', problems: [] },
      config: { ...defaults, sandbox: { ...defaults.sandbox, required: false } },
    },
    history: { list: async () => [recordOf()], load: async () => null, ofSubject: async () => [] },
    ...{ clock, allowed: { usd: 5 }, environment: () => shopOf({ root, home, model }) },
    ...{ step: journal.step, steps: journal.steps, folder, stop: new AbortController().signal, show: () => undefined },
  };
  const learning = learningIn(memory);
  const workflow = retrospectWith({ inWork: () => learning, inPublish: null });
  const full: DecideOrder = { is: 'decide', decision: 'approve', ids: [], by: 'you', ...order };
  const { outcome } = await workflow.work(ctx, full);
  return { outcome, place, memory, model, log: parse(place.read(path.relative(root, log)) ?? '') };
}

describe('a decision at a terminal', () => {
  it('makes local branches, and leaves the tree and its branch as they are', async () => {
    const { outcome, place, log } = await decided({ ids: ['IMP-001', 'SKILL-001'] });
    expect(outcome).toMatchObject({ name: 'done' });
    const [one, other] = ['crew/improve-0123456789', 'crew/skill-release-notes-0123456789'];
    expect(place.git('log', '--format=%s', `main..${one}`)).toBe('feat(docs): say where fixtures are\n');
    expect(place.git('log', '-1', '--format=%b', one)).toContain('Co-Authored-By: Claude <noreply@anthropic.com>');
    expect(place.git('show', `${one}:AGENTS.md`)).toContain('Fixtures are in test/fixtures.');
    expect(place.git('merge-base', one, 'main')).toBe(place.git('rev-parse', 'main'));
    expect(place.git('diff', '--name-only', 'main', other)).toBe('docs/skills/release-notes.md\n');
    expect([place.git('branch', '--show-current'), place.read('AGENTS.md')]).toEqual(['main\n', '# Rules\n']);
    expect(outcome.says).toContain('The repository has no CHANGELOG.md, so crew added no entry.');
    expect(outcome.says).toContain(`${place.git('rev-parse', one).slice(0, 7)} feat(docs): say where fixtures are`);
    expect(log).toMatchObject({
      cmd_id: 'cmd_001',
      approvals: [
        { id: 'IMP-001', decision: 'approved', by: 'you', at: '2026-11-19T12:00:00Z' },
        { id: 'SKILL-001', decision: 'approved' },
      ],
    });
  });

  it('puts approved knowledge into the memory, once', async () => {
    const { outcome, memory, log } = await decided({
      ids: ['KNOW-001', 'KNOW-1'],
      how: 'as Read the index of docs first',
    });
    expect(outcome.says).toContain('KNOW-001: saved to the memory.');
    const { entities } = await memory.openNodes(['a:b:c']);
    expect(entities).toEqual([
      { name: 'a:b:c', entityType: 'practice', observations: ['Read the index of docs first'] },
    ]);
    expect(log.approvals).toMatchObject([{ id: 'KNOW-001', outcome: 'entity a:b:c' }]);
  });

  it('words an improvement anew where the person says how', async () => {
    const edits = [{ path: 'AGENTS.md', find: '# Rules\n', replace: '# Rules\n\nFixtures: fixtures/.\n' }];
    const { place, model } = await decided(
      { ids: ['IMP-001'], how: 'as they are in fixtures/' },
      { reworded: improvement({ edits, title: 'Name the folder of fixtures' }) },
    );
    expect(model.askings[0]?.prompt).toContain('The maintainer: they are in fixtures/');
    expect(place.git('show', 'crew/improve-0123456789:AGENTS.md')).toContain('Fixtures: fixtures/.');
  });

  it('changes nothing where the text to be replaced is not there any more, and leaves the proposal open', async () => {
    const place = await project({ 'AGENTS.md': '# Other rules\n' });
    const { outcome } = await decided({ ids: ['IMP-001'] }, { place });
    expect(outcome).toMatchObject({ name: 'refused', result: { decided: [] } });
    expect(outcome.says).toContain(
      '`IMP-001` was not applied: the file no longer contains the text to replace (`AGENTS.md`).',
    );
    expect(place.git('branch', '--list', 'crew/*')).toBe('');
  });

  it('records a rejection, and the rejected category only where the person names one', async () => {
    const one = await decided({ decision: 'reject', ids: ['IMP-001'], why: 'too small' });
    expect(one.outcome.result).toMatchObject({ applied: [{ outcome: 'rejected: too small' }] });
    expect((await one.memory.readGraph()).entities).toEqual([]);
    const all = await decided({ decision: 'reject', category: 'skill', why: 'we keep our own' });
    expect((await all.memory.readGraph()).entities).toEqual([
      {
        ...{ name: 'workflow:rejected_proposal:skill', entityType: 'rejection_memory' },
        observations: [
          ...['Rejected on 2026-11-19 in build-here-0123456789', 'Proposal type: release-notes'],
          'Reason: we keep our own',
        ],
      },
    ]);
  });
});
