// What crew has learned reaches the Editor of a fix and the writer of a text, at a terminal.
import path from 'node:path';
import { expect, it } from '@jest/globals';
import type { MemoryStore } from '../../../src/memory/store.js';
import type { Services } from '../../../src/runs/services.js';
import { work } from '../../../src/workflows/write/work.js';
import { writeFiles } from '../../verify/pipeline/projects.js';
import { deskOf, modelOf, ORDER, story } from '../write/context.js';
import { answer, edit, sumBench, TASK, turn } from './at-work.js';

const GOOD = [turn(edit('add.js', 'a - b', 'a + b')), turn(answer())];
const lesson = {
  name: 'js:sum:style',
  entityType: 'lesson',
  observations: ['When a sum is mended, keep `add.js` in one line.'],
};
const preference = {
  ...{ name: 'lp:defaults:indent_style', entityType: 'learned_preference' },
  observations: ['[what] Indent with tabs.', '[weight] 3', '[approved] 2026-11-18T00:00:00.000Z by maya'],
};

const memoryOf = ({ memory }: Services): MemoryStore => {
  if (!memory) throw new Error('no memory');
  return memory.store;
};

it('a fix searches once, and its page names what it found', async () => {
  const bench = await sumBench(GOOD);
  let store: MemoryStore | undefined;
  const services = (here: Services): Services => {
    store = memoryOf(here);
    return here;
  };
  await bench.ask(['status'], { services });
  await store?.createEntities([lesson, preference]);
  const { run, outcome } = await bench.ask(['fix', TASK]);
  expect(outcome.name).toBe('done');
  const prompts = JSON.stringify(bench.model.requests);
  expect(prompts).toContain('- Indent with tabs. [lp:defaults:indent_style]');
  expect(prompts).toContain('- js:sum:style: When a sum is mended');
  const { memory } = await bench.view(run);
  expect(memory?.entries).toHaveLength(2);
  expect(memory?.entries[0]?.origin).toContain(path.join('home', 'memory'));
});

it('`reset_all` of the configuration is obeyed when the next run begins, and once', async () => {
  const bench = await sumBench([...GOOD, ...GOOD]);
  let store: MemoryStore | undefined;
  const services = (here: Services): Services => {
    store = memoryOf(here);
    return here;
  };
  await writeFiles(bench.root, { '.github/crew.yml': 'build: { lp_system: { reset_all: true } }\n' });
  await bench.ask(['status'], { services });
  await store?.createEntities([lesson, preference]);
  await bench.ask(['fix', '--dry-run', TASK]);
  const names = async () => (await store?.readGraph())?.entities.map(({ name }) => name).sort();
  expect(await names()).toEqual(['js:sum:style', 'lp:_internal:metadata']);
  expect(JSON.stringify(bench.model.requests)).not.toContain('tabs');
  await store?.createEntities([preference]);
  await bench.ask(['fix', '--dry-run', `${TASK} again`]);
  expect(await names()).toContain(preference.name);
});

it('the writer of a text gets it, the reviewers do not', async () => {
  const model = modelOf(story());
  const { ctx } = await deskOf({ model });
  const asked: string[] = [];
  const recall = async ({ who }: { readonly who: string }) => {
    asked.push(who);
    return { section: '## What crew has learned\n- Indent with tabs.', entries: [] };
  };
  await work({ ...ctx, recall }, ORDER);
  expect(asked[0]).toBe('intake');
  expect(new Set(asked).size).toBe(asked.length);
  const told = model.requests.filter(({ text }) => text.includes('Indent with tabs.')).map(({ who }) => who);
  expect(told).toContain('intake');
  expect(told).not.toContain('review');
});
