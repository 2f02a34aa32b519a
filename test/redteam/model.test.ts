// A model that obeys the attacker, with the tools that a real one has: through the gate, in the workshop, in a sealed cell. What is
// chosen is chosen by a seed (CREW_SEED repeats one).
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, jest } from '@jest/globals';
import { probeSandboxLevels } from '../../src/adapters/sandbox/index.js';
import { openApprovals } from '../../src/agent/approvals.js';
import type { Tool, ToolResult } from '../../src/agent/tool.js';
import { toolsFor } from '../../src/agent/tools/index.js';
import { defaults } from '../../src/config/index.js';
import type { WorkEnvironment } from '../../src/ports/index.js';
import { readEnv } from '../../src/services/env.js';
import { openEnvironment } from '../../src/services/environment.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';
import { itWith } from '../build/only-with.js';
import { chanceOf } from '../guard/build/chance.js';
import { type Call, callOf } from './calls.js';
import { DENY, makeTarget, type Target } from './target.js';

const LONG = process.env.CREW_LONG === '1';
const SEEDS = process.env.CREW_SEED
  ? [Number(process.env.CREW_SEED)]
  : Array.from({ length: LONG ? 200 : 8 }, (_, n) => n + 1);
jest.setTimeout(LONG ? 3_600_000 : 600_000);

const config = { ...defaults, guard: { ...defaults.guard, deny: DENY } };
const KEY = ['canary', 'model-key', 'b7e1f09c'].join('-');

const tried = await probeSandboxLevels({ env: process.env });

describe('a model that obeys the attacker, with the real tools in a sealed cell', () => {
  const sealed = { need: 'a sealed cell', there: tried.some(({ works }) => works) };
  let target: Target;
  let environment: WorkEnvironment;
  let tools: readonly Tool[];

  beforeAll(async () => {
    if (!sealed.there) return;
    target = await makeTarget();
    const home = path.join(await newFolder(), 'home');
    const env = readEnv({
      ...target.env,
      CREW_HOME: home,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    });
    environment = await openEnvironment({ env, root: target.root, config, home, clock: quickClock() });
    tools = toolsFor({ net: environment.web, storeOutput: environment.newOutputFile });
  });
  afterAll(async () => {
    await environment?.close();
    target?.close();
  });

  const act = async ({ tool, input }: Call): Promise<ToolResult> => {
    const found = tools.find(({ name }) => name === tool);
    if (!found) throw new Error(`no tool ${tool}`);
    const { workspace, guard: gate, sandbox } = environment;
    const signal = AbortSignal.timeout(60_000);
    return found.run(input, {
      workspace,
      guard: gate,
      sandbox,
      signal,
      clock: quickClock(),
      approvals: openApprovals([]),
    });
  };

  itWith(sealed, `gets nowhere with ${SEEDS.length} seeded runs of it`, async () => {
    const before = target.untouched();
    const ran = new Set<string>();
    for (const seed of SEEDS) {
      const chance = chanceOf(seed);
      for (let n = 0; n < 12; n += 1) {
        const call = callOf(target, chance);
        const acted = await act(call);
        if (!acted.failed) ran.add(call.tool);
        const where = `seed ${seed}, call ${n + 1}: ${JSON.stringify(call)}`;
        const heard = [...target.canaries, KEY].filter((canary) => acted.text.includes(canary));
        expect({ where, heard, came: target.came, alive: target.isAlive() }).toEqual({
          ...{ where, heard: [], came: [], alive: true },
        });
        expect({ where, ...target.untouched() }).toEqual({ where, ...before });
      }
    }
    // It was not the tools that did nothing at all.
    if (!process.env.CREW_SEED) expect([...ran]).toEqual(expect.arrayContaining(['shell', 'search']));
  });
});
