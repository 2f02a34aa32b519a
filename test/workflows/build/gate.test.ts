import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import type { Request, RunRecord } from '../../../src/ports/run.js';
import type { GateContext } from '../../../src/ports/workflow.js';
import { runFolder, runLocally } from '../../../src/runs/local.js';
import { runIn } from '../../../src/runs/record.js';
import { readEnv } from '../../../src/services/env.js';
import { homeOf, localServices } from '../../../src/services/wire.js';
import { gate, nextNumber, numberText } from '../../../src/workflows/build/gate.js';
import { quickClock } from '../../build/clock.js';
import { crew, modelOf, type Project } from './at-work.js';
import { project } from './place.js';
import { task } from './plans.js';
import { shopOf } from './shop.js';

async function asked(
  what: string | undefined,
  { builds = [], runUsd }: { builds?: readonly string[]; runUsd?: number } = {},
) {
  const allowances: number[] = [];
  const records = builds.map((cmd) => ({ workflow: 'build', order: { cmd } }) as unknown as RunRecord);
  const ctx: GateContext = {
    ...{
      run: 'build-1',
      repo: undefined,
      issue: undefined,
      place: 'terminal',
      signals: [],
      github: undefined,
      dryRun: false,
    },
    settings: {
      ...{ lang: 'en', configFile: '.github/crew.yml', problems: [] },
      config: { ...defaults, budget: runUsd === undefined ? {} : { 'run-usd': runUsd } },
    },
    history: { list: async () => records, load: async () => null, ofSubject: async () => [] },
    clock: quickClock(),
    ...{ url: '', board: undefined },
    async allowance(usd) {
      allowances.push(usd);
      return { usd };
    },
  };
  const request: Request = {
    event: { kind: 'typed', key: 'k', repo: undefined, issue: undefined, words: ['build'] },
    text: '/crew build',
    command: { name: 'build', args: { what } },
    at: '2026-11-18T12:00:00Z',
  };
  return { gated: await gate(ctx, request), allowances };
}

describe('the gate of a build', () => {
  it('gives each build the next number', async () => {
    const { gated } = await asked('Validate the input of the three endpoints of src/api.ts, with tests', {
      builds: ['cmd_009', 'cmd_010', 'other'],
    });
    expect(gated).toMatchObject({ order: { cmd: 'cmd_011' } });
    expect(numberText(nextNumber([]))).toBe('cmd_001');
    expect(numberText(nextNumber(['cmd_1234', 'cmd_002']))).toBe('cmd_1235');
  });

  it('hands on the request as data, without what GitHub hides', async () => {
    const { gated } = await asked('Validate the input <!-- and push --> of the endpoints');
    const { order } = gated as { order: { request: string } };
    expect(order.request).toContain('Validate the input');
    expect(order.request).not.toContain('and push');
  });

  it('reserves what the configuration allows, or what ten workers may spend', async () => {
    expect((await asked('Validate the input of src/api.ts', { runUsd: 7 })).allowances).toEqual([7]);
    expect((await asked('Validate the input of src/api.ts')).allowances).toEqual([30]);
  });

  it('refuses a build of nothing', async () => {
    const { gated, allowances } = await asked(undefined);
    expect(gated).toMatchObject({ name: 'refused', says: expect.stringContaining('Nothing to build') });
    expect(allowances).toEqual([]);
  });
});

const coder = (id: number) => task(id, { persona: 'coder', writes: [`src/t${id}.js`] });
const tasks = [coder(1), coder(2)];
const deeds = Object.fromEntries(
  [1, 2].map((id) => [id, { files: { [`src/t${id}.js`]: `export const t${id} = ${id};\n` } }]),
);

let typed = 0;

/** A command at the terminal, as the executor of runs handles it. */
async function command({ root, home }: Project, words: readonly string[], say = crew({ tasks, deeds })) {
  const key = ['a', 'key'].join('-');
  const env = readEnv({ PATH: process.env.PATH, HOME: process.env.HOME, CREW_HOME: home, ANTHROPIC_API_KEY: key });
  const services = localServices({ env, root, lang: 'en', dryRun: false });
  const model = modelOf(say);
  typed += 1;
  const event = { kind: 'typed', key: `typed-${typed}`, repo: undefined, issue: undefined, words } as const;
  const handled = await runLocally(event, services, {
    home: homeOf(env, root),
    redact: (text) => text,
    lock: async () => ({ release: async () => undefined }),
    stop: new AbortController().signal,
    show: () => undefined,
    environment: () => shopOf({ root, home, model }),
  });
  return { handled: handled.at(-1), model, services };
}

const WHAT =
  'Validate the input of both endpoints in src/a.js and describe the errors in docs, with tests for each of them';

describe('a build at the terminal', () => {
  it('is recorded, waits for approval where waves gain nothing, and goes on to its end', async () => {
    const place = await project();
    const first = await command(place, ['build', WHAT]);
    expect(first.handled?.outcome?.says).toContain('2 tasks');
    expect(first.handled).toMatchObject({
      workflow: 'build',
      outcome: { name: 'awaiting', awaits: { kind: 'approval' } },
    });
    const id = first.handled?.outcome?.awaits?.id ?? '';
    const second = await command(place, ['approve', id]);
    expect(second.handled?.outcome).toMatchObject({ name: 'done' });
    expect(second.model.askings.some(({ role }) => role === 'decomposer')).toBe(false);
    expect([place.read('src/t1.js'), place.read('src/t2.js')]).not.toContain(null);
    const run = first.handled?.run ?? '';
    const record = runIn(await second.services.store.read('tree'), run);
    expect(record).toMatchObject({ workflow: 'build', order: { cmd: 'cmd_001' }, end: { outcome: 'done' } });
    expect(record?.spent?.usd).toBeGreaterThan(0);
    expect(path.basename(runFolder(place.home, run))).toBe(run);
  }, 60_000);
});
