import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { judgeLines, linesOf } from '../../src/cli/commands/guard.js';
import { guardContextOf } from '../../src/services/guard-context.js';
import { newPlace, newProject } from '../guard/build/project.js';

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

describe('crew guard, line by line', () => {
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
