import { describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../../src/ports/index.js';
import { startedRunners } from '../../../src/verify/detect/runner-starts.js';
import { requestResults } from '../../../src/verify/pipeline/request-results.js';
import { resultsFolderIn } from '../../../src/verify/pipeline/results-folder.js';
import type { SelectedTest } from '../../../src/verify/records.js';
import { readResults } from '../../../src/verify/results/read-results.js';
import { runners } from '../../../src/verify/results/runners/index.js';
import { stepsToRerun } from '../../../src/verify/verifier.js';
import { type Files, nodePackage, projectOf, pythonProject, recordOf, stepsOf } from './projects.js';

const test = (name: string, file?: string): SelectedTest => ({ id: name, name, ...(file ? { file } : {}) });
const A = test('adds', 'test/a.test.js');

/** The last line of what is asked: the command itself, with all that was added to it. */
const asked = (command: string, only: readonly SelectedTest[], cwd = '.') => {
  const step = { command, cwd, testRunners: startedRunners(command), only };
  return (
    requestResults({ step, root: '/work', resultsFolder: '/home/tray' })
      ?.line.split('\n')
      .at(-1)
      ?.replace(/^.*?; /, '') ?? ''
  );
};

const chooses = (runner: string, words: readonly string[], one: SelectedTest) =>
  runners.find(({ name }) => name === runner)?.select?.({ words, tests: [one], cwd: '.' });

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

const two: Files = nodePackage("test('a', () => {});", {
  'test/other.test.js': "import test from 'node:test'; test('b', () => { throw new Error('no'); });",
});

/** The step of a project's tests, run for some of them. */
async function chosen(files: Files, tests: readonly SelectedTest[]) {
  const root = await projectOf(files);
  const steps = stepsToRerun(await stepsOf(root), [{ step: 'test', cwd: '.', tests }]);
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

/** A cell whose home is known, and from which things are taken as it is told to. */
const cellThat = (take: Sandbox['takeFiles']): Sandbox => ({
  strength: 'sealed',
  name: 'a cell',
  home: '/home/crew',
  run: () => Promise.reject(new Error('nothing is to be run')),
  takeFiles: take,
  close: async () => {},
});

async function read(take: Sandbox['takeFiles']) {
  const resultsFolder = resultsFolderIn(cellThat(take));
  const runner = runners.find(({ name }) => name === 'pytest');
  if (!resultsFolder || !runner) throw new Error('no tray');
  const copied: Uint8Array[] = [];
  const left = resultsFolder.fetch((chunk) => void copied.push(chunk));
  const results = await readResults(left, { runners: [runner], expects: [[0]] }, { root: '/work', cwd: '.' });
  return { ...results, copy: Buffer.concat(copied).toString() };
}

const XML = Buffer.from(
  '<testsuites><testsuite name="s" tests="1" failures="0" errors="0" skipped="0"><testcase classname="test_a" name="für alle"/></testsuite></testsuites>',
);

describe('what a runner left', () => {
  it('is lost where it could not be taken: that is nobody’s mistake', async () => {
    const half: Sandbox['takeFiles'] = async ({ open }) => {
      open(9, 'own.0.xml')(Buffer.from('half'));
      throw new Error('became shorter');
    };
    expect(await read(half)).toMatchObject({ files: 0, tests: [], lost: true });
  });

  it.each(['too large', 'no files'] as const)('is a flaw where the cell says that it is %s', async (how) => {
    expect(await read(async () => how)).toMatchObject({ flaw: how });
  });

  it('is read whole however it is cut, and copied with the size of each file before it', async () => {
    const bits: Sandbox['takeFiles'] = async ({ open }) => {
      const onOutput = open(XML.length, 'own.0.xml');
      for (const byte of XML) onOutput(Uint8Array.of(byte));
      return 'taken';
    };
    const { tests, copy } = await read(bits);
    expect(tests.map(({ name }) => name)).toEqual(['test_a › für alle']);
    expect(copy).toBe(`${XML.length}\n${XML}`);
  });

  it('lies in the home of the cell, under a name that nobody guesses', () => {
    const names = [1, 2].map(() => resultsFolderIn(cellThat(async () => 'taken'))?.folder);
    expect(names[0]).toMatch(/^\/home\/crew\/\.crew-results-[0-9a-f]{24}$/);
    expect(names[0]).not.toBe(names[1]);
    expect(resultsFolderIn({ ...cellThat(async () => 'taken'), home: "/tmp/it's" })).toBeNull();
  });
});
