import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import type { Request, RunRecord } from '../../../src/ports/run.js';
import type { GateContext } from '../../../src/ports/workflow.js';
import { gate, nextNumber, numberText } from '../../../src/workflows/build/gate.js';
import { quickClock } from '../../build/clock.js';

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
