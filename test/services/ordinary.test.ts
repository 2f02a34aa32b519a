// An ordinary day of an agent, with the real gate and real walls: nobody may have to be asked for any of it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { probeSandboxLevels } from '../../src/adapters/sandbox/index.js';
import { openApprovals } from '../../src/agent/approvals.js';
import type { ToolResult } from '../../src/agent/tool.js';
import { toolsFor } from '../../src/agent/tools/index.js';
import { judgeLines, linesOf } from '../../src/cli/commands/guard.js';
import { defaults } from '../../src/config/index.js';
import type { WorkEnvironment } from '../../src/ports/index.js';
import { readEnv } from '../../src/services/env.js';
import { openEnvironment } from '../../src/services/environment.js';
import { guardContextOf } from '../../src/services/guard-context.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';
import { itWith } from '../build/only-with.js';
import { newPlace, newProject } from '../guard/build/project.js';

jest.setTimeout(120_000);

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'dates',
    version: '1.0.0',
    scripts: { build: 'node scripts/build.mjs', test: 'node test.mjs' },
  }),
  'src/day.mjs': 'export const day = (date) => date.getDay();\n',
  'test.mjs':
    "import { day } from './src/day.mjs';\nif (day(new Date(0)) !== 4) throw new Error('not a Thursday');\nconsole.log('1 passed');\n",
  'scripts/build.mjs':
    "import { cpSync } from 'node:fs';\ncpSync('src', 'dist', { recursive: true });\nconsole.log('built');\n",
};

/** What is called, in order, and what its answer must hold. */
const DAY: readonly (readonly [tool: string, input: object, says: string])[] = [
  ['list', { path: '.' }, 'package.json'],
  ['read', { path: 'src/day.mjs' }, 'getDay()'],
  ['shell', { command: 'npm install --offline --no-audit --no-fund' }, 'up to date'],
  ['shell', { command: 'npm run build' }, 'built'],
  ['edit', { path: 'src/day.mjs', edits: [{ old: 'getDay()', new: 'getUTCDay()' }] }, ''],
  ['shell', { command: 'npm test 2>&1 | tail -50' }, '1 passed'],
  ['shell', { command: 'npm test' }, '1 passed'],
  ['shell', { command: 'grep -rn getUTCDay src' }, 'src/day.mjs:1'],
  ['search', { pattern: 'getUTCDay' }, 'src/day.mjs'],
  ['shell', { command: 'git status --short' }, 'src/day.mjs'],
  ['shell', { command: 'git diff' }, '+export const day = (date) => date.getUTCDay();'],
  ['shell', { command: 'git log --oneline -5' }, 'first'],
];

const tried = await probeSandboxLevels({ env: process.env });

describe('an ordinary day, in a sealed cell', () => {
  const sealed = { need: 'a sealed cell', there: tried.some(({ works }) => works) };
  let environment: WorkEnvironment;
  beforeAll(async () => {
    if (!sealed.there) return;
    const root = realpathSync(await newFolder());
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
    const home = path.join(await newFolder(), 'home');
    const env = readEnv({ ...process.env, CREW_HOME: home, ANTHROPIC_API_KEY: undefined });
    environment = await openEnvironment({ env, root, config: defaults, home, clock: quickClock() });
  });
  afterAll(() => environment?.close());

  itWith(sealed, 'needs nobody’s answer', async () => {
    const { workspace, guard: gate, sandbox, web, newOutputFile: keep } = environment;
    const tools = toolsFor({ net: web, storeOutput: keep });
    // The same approvals for all calls: none of them is refused.
    const approvals = openApprovals([]);
    const at = {
      workspace,
      guard: gate,
      sandbox,
      approvals,
      clock: quickClock(),
      signal: AbortSignal.timeout(100_000),
    };
    for (const [name, input, says] of DAY) {
      const acted: ToolResult | undefined = await tools.find((tool) => tool.name === name)?.run(input, at);
      expect({ input, ...acted }).toMatchObject({ input, text: expect.stringContaining(says) });
      expect({ input, failed: acted?.failed ?? false, question: acted?.question }).toEqual({
        ...{ input, failed: false, question: undefined },
      });
    }
    expect(approvals.refusedCalls).toBe(0);
  });
});

describe('crew guard, line by line', () => {
  const place = newPlace();
  const project = newProject(place);
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const surroundings = { ...guardContextOf({ root: project.root }), home: project.home, rules: {} };

  async function* pieces(...all: readonly string[]) {
    yield* all;
  }

  async function answers(...all: readonly string[]) {
    const found: unknown[] = [];
    for await (const line of judgeLines(linesOf(pieces(...all)), surroundings)) found.push(JSON.parse(line));
    return found;
  }

  const line = (request: Record<string, unknown>) => `${JSON.stringify(request)}\n`;

  it('answers each line in order, however the text comes in', async () => {
    const text =
      line({ tool: 'Bash', command: 'ls' }) +
      line({ tool: 'Bash', command: 'curl x' }) +
      line({ tool: 'Bash', command: 'rm -rf /' });
    const whole = await answers(text);
    expect(whole).toMatchObject([{ verdict: 'allow' }, { verdict: 'ask' }, { verdict: 'deny' }]);
    expect(await answers(...text)).toEqual(whole);
    expect(await answers(text.trimEnd())).toEqual(whole);
  });

  it.each([
    '{',
    'null',
    '[]',
    '"ls"',
    '{"tool":"Bash"}',
    '{"tool":1,"command":"ls"}',
    '{"tool":"Bash","command":"ls","rules":{"deny":["nonsense"]}}',
    '{"tool":"Bash","command":"ls","rules":7}',
    '\u0000',
  ])('denies a broken line (%j), says why, and goes on', async (broken) => {
    expect(await answers(`${broken}\n`, line({ tool: 'Bash', command: 'ls' }))).toMatchObject([
      { verdict: 'deny', phase: '1', why: expect.stringMatching(/^This line cannot be judged: .+/) },
      { verdict: 'allow' },
    ]);
  });

  it('takes rules and folder of a line for that line alone', async () => {
    const command = 'npm test';
    expect(
      await answers(
        line({ tool: 'Bash', command, rules: { allow: ['argv:npm test'] } }),
        line({ tool: 'Bash', command }),
        line({ tool: 'Bash', command: 'cat ../README.md', cwd: `${project.root}/src` }),
      ),
    ).toMatchObject([{ verdict: 'allow', phase: 'rules' }, { verdict: 'ask' }, { verdict: 'allow' }]);
  });

  it('answers before the next line is there', async () => {
    let told = 0;
    async function* waiting() {
      yield line({ tool: 'Bash', command: 'ls' });
      expect(told).toBe(1);
      yield line({ tool: 'Bash', command: 'ls' });
    }
    for await (const _ of judgeLines(linesOf(waiting()), surroundings)) told += 1;
    expect(told).toBe(2);
  });

  it('does not take a line separator within a text for the end of a line', async () => {
    expect(await answers(`{"tool":"Bash","command":"ls \u2028"}\n`)).toMatchObject([{ verdict: 'ask', phase: '1' }]);
  });
});
