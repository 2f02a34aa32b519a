import { describe, expect, it } from '@jest/globals';
import { leadsTo } from '../../../src/verify/detect/runner-starts.js';
import { requestResults } from '../../../src/verify/pipeline/request-results.js';
import type { Chosen } from '../../../src/verify/records.js';
import { runners } from '../../../src/verify/results/runners/index.js';

const test = (name: string, file?: string): Chosen => ({ id: name, name, ...(file ? { file } : {}) });
const A = test('adds', 'test/a.test.js');

/** The last line of what is asked: the command itself, with all that was added to it. */
const asked = (command: string, only: readonly Chosen[], cwd = '.') => {
  const step = { command, cwd, leads: leadsTo(command), only };
  return (
    requestResults({ step, root: '/work', resultsFolder: '/home/tray' })
      ?.line.split('\n')
      .at(-1)
      ?.replace(/^.*?; /, '') ?? ''
  );
};

const chooses = (runner: string, words: readonly string[], one: Chosen) =>
  runners.find(({ name }) => name === runner)?.choose?.({ words, tests: [one], cwd: '.' });

describe('a runner that is asked for some of its tests', () => {
  it.each([
    ['jest', [A, { ...A, id: 'b' }], 'jest --runTestsByPath test/a.test.js --json'],
    ['vitest run', [A], 'vitest run test/a.test.js --reporter=default'],
    [
      'jest src',
      [test('outer › adds (1)', 'src/a.test.js')],
      `jest src '--testNamePattern=^(?:outer adds \\(1\\))$' --json`,
    ],
    ['mocha spec', [test('outer › adds (1)')], `mocha spec --grep '^(?:outer adds \\(1\\))$' --reporter=xunit`],
  ])('runs their files, or them by their names: %s', (line, tests, begins) => {
    expect(asked(line, tests)).toContain(begins);
  });

  it('runs the files of node’s runner, as its folder sees them', () => {
    expect(asked('node --test', [A])).toMatch(/ node --test test\/a\.test\.js$/);
    expect(asked('node --test', [test('adds', 'packages/a/a.test.js')], 'packages/a')).toMatch(
      / node --test a\.test\.js$/,
    );
    expect(asked('node --test', [test('adds', 'packages/b/a.test.js')], 'packages/a')).toMatch(/ node --test$/);
  });

  it('pytest hears it through the environment', () => {
    const tests = [test('TestA › test_a[1-2]', 'tests/a.py'), test('test_b', 'tests/b.py')];
    expect(asked('pytest tests', tests)).toMatch(/ -k 'test_a or test_b'" pytest tests$/);
  });

  it.each([
    ['python3 -m unittest', `python3 -c 'import os; exec(os.environ["CREW_UNITTEST"])' -k test_a`],
    [
      'python3 -m unittest discover -s t',
      `python3 -c 'import os; exec(os.environ["CREW_UNITTEST"])' discover -k test_a -s t`,
    ],
  ])('unittest takes names: %s', (line, wanted) => {
    const [, command] = asked(line, [test('A › test_a', 't/a.py')]).split('" python3');
    expect(`python3${command}`).toBe(wanted);
  });

  it('go runs the functions around them', () => {
    const tests = [test('example.com/m › TestA › case_1'), test('example.com/m › TestA › case_2')];
    expect(asked('go test ./...', tests)).toMatch(/go test -json -run '\^\(\?:TestA\)\$' \.\/\.\.\.$/);
  });

  it.each([
    ['node --test', ['node', '--test', 'test/*.js'], A],
    ['node --test', ['node', '--test'], test('a test without a file')],
    ['pytest', ['pytest', '-k', 'slow'], test('test_a')],
    ['pytest', ['pytest'], test('a text file::line 3')],
    ['go test', ['go', 'test', '-run', 'TestB', './...'], test('example.com/m › TestA')],
    ['go test', ['go', 'test', './...'], test('example.com/m')],
    ['jest', ['jest', '-t', 'adds'], A],
    ['mocha', ['mocha', '-g', 'adds'], A],
  ])('says that it cannot, rather than run others: %s as %j', (runner, words, one) => {
    expect(chooses(runner, words, one) ?? null).toBeNull();
  });
});
