// What crew has learned reaches the workers of a build.
import { describe, expect, it } from '@jest/globals';
import { approve } from '../../../src/memory/preferences/decide.js';
import { preferencesIn } from '../../../src/memory/preferences/entities.js';
import { applySignals } from '../../../src/memory/preferences/rules.js';
import { entryId } from '../../../src/memory/rules/prompt.js';
import { processMemory } from '../../../src/memory/store.js';
import { type Asking, crew, live, modelOf } from './at-work.js';
import { project } from './place.js';
import { task } from './plans.js';

const coder = (id: number) => task(id, { persona: 'coder', writes: [`src/t${id}.js`] });

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
    const tasks = [1, 2, 3, 4].map(coder);
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
    const tasks = [1, 2, 3, 4].map(coder);
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
