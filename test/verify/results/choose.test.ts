import { describe, expect, it } from '@jest/globals';
import { runners } from '../../../src/verify/results/runners/index.js';
import type { Choosing } from '../../../src/verify/results/runners/runner.js';

const asked = (runner: string, of: Partial<Choosing> & Pick<Choosing, 'line' | 'tests'>) => {
  const words = of.line.split(' ');
  return runners
    .find(({ name }) => name === runner)
    ?.choose?.({ words, pass: '', tray: '/home/tray', cwd: '.', ...of });
};
const test = (name: string, file?: string) => ({ id: name, name, ...(file ? { file } : {}) });
const A = test('adds', 'test/a.test.js');

describe('a runner that is asked for some of its tests', () => {
  it.each([
    ['node --test', 'node --test', [A], 'node --test test/a.test.js'],
    ['jest', 'jest', [A, { ...A, id: 'b' }], 'jest --runTestsByPath test/a.test.js --json'],
    ['vitest', 'vitest run', [A], 'vitest run test/a.test.js --reporter=default'],
  ])('runs their files alone: %s', (runner, line, tests, begins) => {
    expect(asked(runner, { line, tests })?.line.startsWith(begins)).toBe(true);
  });

  it.each([
    ['jest', 'jest src', `jest src '--testNamePattern=^(?:outer adds \\(1\\))$' --json`],
    ['mocha', 'mocha spec', `mocha spec --grep '^(?:outer adds \\(1\\))$' --reporter=xunit`],
  ])('runs them by their names, where its command names files itself: %s', (runner, line, begins) => {
    const told = asked(runner, { line, tests: [test('outer › adds (1)', 'src/a.test.js')] });
    expect(told?.line.slice(0, begins.length)).toBe(begins);
  });

  it('reaches it through a script, as arguments do', () => {
    const told = asked('jest', { line: 'npm test', words: ['jest'], pass: ' --', tests: [A] });
    expect(told?.line).toMatch(/^npm test -- --runTestsByPath test\/a\.test\.js --json /);
  });

  it('names files as its folder sees them', () => {
    const inner = { line: 'node --test', cwd: 'packages/a' };
    expect(asked('node --test', { ...inner, tests: [test('adds', 'packages/a/a.test.js')] })?.line).toBe(
      'node --test a.test.js',
    );
    expect(asked('node --test', { ...inner, tests: [test('adds', 'packages/b/b.test.js')] })).toBeNull();
  });

  it('pytest hears it through the environment, whatever calls it', () => {
    const tests = [test('TestA › test_a[1-2]', 'tests/a.py'), test('test_b', 'tests/b.py')];
    expect(asked('pytest', { line: 'make test', words: ['pytest', 'tests'], tests })?.env?.PYTEST_ADDOPTS).toMatch(
      / -k 'test_a or test_b'$/,
    );
  });

  it.each([
    ['python3 -m unittest', `python3 -c 'import os; exec(os.environ["CREW_UNITTEST"])' -k test_a`],
    [
      'python3 -m unittest discover -s t',
      `python3 -c 'import os; exec(os.environ["CREW_UNITTEST"])' discover -k test_a -s t`,
    ],
  ])('unittest takes names: %s', (line, wanted) => {
    expect(asked('unittest', { line, tests: [test('A › test_a', 't/a.py')] })?.line).toBe(wanted);
  });

  it('go runs the functions around them', () => {
    const tests = [test('example.com/m › TestA › case_1'), test('example.com/m › TestA › case_2')];
    expect(asked('go test', { line: 'go test ./...', tests })?.line).toMatch(
      /^go test -json -run '\^\(\?:TestA\)\$' \.\/\.\.\. > /,
    );
  });

  it.each([
    ['node --test', 'node --test test/*.js', A],
    ['node --test', 'node --test', test('a test without a file')],
    ['pytest', 'pytest -k slow', test('test_a')],
    ['pytest', 'pytest', test('a text file::line 3')],
    ['go test', 'go test -run TestB ./...', test('example.com/m › TestA')],
    ['go test', 'go test ./...', test('example.com/m')],
    ['jest', 'jest -t adds', A],
    ['mocha', 'mocha -g adds', A],
  ])('says that it cannot, rather than run others: %s as "%s"', (runner, line, one) => {
    expect(asked(runner, { line, tests: [one] })).toBeNull();
  });
});
