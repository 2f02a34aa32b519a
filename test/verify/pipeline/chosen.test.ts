import { describe, expect, it } from '@jest/globals';
import type { Chosen } from '../../../src/verify/records.js';
import { chosenOf } from '../../../src/verify/verifier.js';
import { type Files, nodePackage, projectOf, pythonProject, recordOf, stepsOf } from './projects.js';

const two: Files = nodePackage("test('a', () => {});", {
  'test/other.test.js': "import test from 'node:test'; test('b', () => { throw new Error('no'); });",
});

/** The step of a project's tests, run for some of them. */
async function chosen(files: Files, tests: readonly Chosen[]) {
  const root = await projectOf(files);
  const steps = chosenOf(await stepsOf(root), [{ step: 'test', cwd: '.', tests }]);
  const { steps: records } = await recordOf(root, { steps });
  const [step] = records;
  return { log: step?.log, status: step?.status, ran: step?.tests?.map(({ id }) => id) };
}

describe('tests that are to be run again', () => {
  const a = { id: 'test/little.test.js › a', name: 'a', file: 'test/little.test.js' };

  it('run without the files that hold none of them', async () => {
    expect(await chosen(two, [a])).toEqual({ log: '01-test.chosen.log', status: 'PASS', ran: [a.id] });
  });

  it('run with all others where the runner did not tell of each', async () => {
    const gone = { id: 'test/little.test.js › gone', name: 'gone', file: 'test/little.test.js' };
    const { log, ran } = await chosen(two, [gone]);
    expect(log).toBe('01-test.log');
    expect(ran).toHaveLength(2);
  });

  it('run with all others where the command names its files', async () => {
    const scripts = { test: 'node --test test/little.test.js test/other.test.js' };
    const named = { ...two, 'package.json': JSON.stringify({ type: 'module', scripts }) };
    expect((await chosen(named, [a])).ran).toHaveLength(2);
  });

  it('run with all others where they are more than a command can name', async () => {
    const many = Array.from({ length: 101 }, (_, n) => ({ ...a, id: `${a.id} (${n})` }));
    expect((await chosen(two, [a, ...many])).log).toBe('01-test.log');
  });

  it('run alone in Python, too', async () => {
    const method = (name: string) => `    def test_${name}(self):\n        pass\n`;
    const tests = `import unittest\n\n\nclass Little(unittest.TestCase):\n${method('one')}${method('two')}`;
    const one = {
      id: 'tests/test_little.py › Little › test_one',
      name: 'Little › test_one',
      file: 'tests/test_little.py',
    };
    expect((await chosen(pythonProject(tests), [one])).ran).toEqual([one.id]);
  });
});
