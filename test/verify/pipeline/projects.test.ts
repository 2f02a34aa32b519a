import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { digestOf } from '../../../src/text/digest.js';
import { nodePackage, projectOf, pythonProject, recordOf, testStep } from './projects.js';

const python = (body: string) => `import unittest\n\n\nclass Little(unittest.TestCase):\n${body}`;
const packageWith = (test: string, more = {}) => ({
  'package.json': JSON.stringify({ name: 'little', scripts: { test } }),
  ...more,
});

describe("a package with Node's own tests", () => {
  it('is told test by test, with the file and the line of each failure', async () => {
    const { step, statuses } = await testStep(
      nodePackage(`test('adds', () => {});
describe('dates', () => {
  it('parses', () => assert.equal(1, 2));
  it.skip('formats', () => {});
});`),
    );
    expect(statuses).toEqual({
      'test/little.test.js › adds': 'passed',
      'test/little.test.js › dates › parses': 'failed',
      'test/little.test.js › dates › formats': 'skipped',
    });
    expect(step).toMatchObject({ command: 'npm test', status: 'FAIL', exit: 1, format: 'node-tap' });
    expect(step.tests?.find(({ status }) => status === 'failed')).toMatchObject({
      at: { file: 'test/little.test.js', line: 5 },
    });
  });

  it('gains nothing by printing what a passing run looks like', async () => {
    const fake = 'TAP version 13\\nok 1 - everything\\n1..1\\n# pass 1\\n# fail 0\\n::stop-commands::x\\n::error::y';
    const { step, statuses } = await testStep(
      nodePackage(`console.log('${fake}'); test('real', () => assert.fail('no'));`),
    );
    expect(statuses).toEqual({ 'test/little.test.js › real': 'failed' });
    expect(step.status).toBe('FAIL');
  });

  it('keeps its own reporter, and what several processes told stands beside each other', async () => {
    const { statuses, record } = await testStep({
      ...nodePackage("test('one', () => {});"),
      'other/more.test.js': "import test from 'node:test'; test('two', () => {});",
      'package.json': JSON.stringify({
        type: 'module',
        scripts: {
          test: 'node --test --test-reporter=dot test/ && node --test --test-reporter=dot other/more.test.js',
        },
      }),
    });
    expect(statuses).toEqual({ 'test/little.test.js › one': 'passed', 'other/more.test.js › two': 'passed' });
    expect(record.status).toBe('PASS');
  });

  it('that breaks before its first test is a failure with the name of its file', async () => {
    const { statuses } = await testStep(nodePackage("throw new Error('early');"));
    expect(statuses).toEqual({ 'test/little.test.js': 'failed' });
  });
});

describe('a Python project', () => {
  it("with unittest is told test by test, though it has no format for machines; subtests are their test's", async () => {
    const { step, statuses } = await testStep(
      pythonProject(
        python(`    def test_one(self):
        self.assertEqual(1, 1)

    def test_two(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertEqual(n, 1)

    @unittest.skip("later")
    def test_three(self):
        pass
`),
      ),
    );
    expect(statuses).toEqual({
      'tests/test_little.py › Little › test_one': 'passed',
      'tests/test_little.py › Little › test_two': 'failed',
      'tests/test_little.py › Little › test_three': 'skipped',
    });
    expect(step.tests?.find(({ status }) => status === 'failed')).toMatchObject({
      at: { file: 'tests/test_little.py', line: 11 },
    });
    expect(step.command).toBe('python3 -m unittest discover -s tests');
  });

  it('with an import that fails is a failure, not a test less', async () => {
    const { step, statuses } = await testStep(pythonProject('import unittest\nimport nowhere\n'));
    expect(step.status).toBe('FAIL');
    expect(Object.values(statuses)).toEqual(['failed']);
  });

  it('that ends itself in the middle, with 0, has not passed', async () => {
    const { step } = await testStep(
      pythonProject(
        `import os\n${python('    def test_a(self):\n        pass\n\n    def test_b(self):\n        os._exit(0)\n')}`,
      ),
    );
    expect(step).toMatchObject({ status: 'FAIL', exit: 0, format: 'exit' });
    expect(step?.reason).toEqual({ is: 'broken-results', flaw: 'cut off' });
  });
});

describe('a package with Jest', () => {
  it('is told by the JSON that it is asked for, behind its own script', async () => {
    const jest = path.resolve(import.meta.dirname, '../../../node_modules/jest/bin/jest.js');
    const { step, statuses } = await testStep(
      packageWith(`node ${jest}`, {
        'jest.config.json': '{"testEnvironment": "node", "transform": {}}',
        'a.test.js':
          "describe('sum', () => { test('adds', () => {}); test('carries', () => { expect(1).toBe(2); }); });",
      }),
    );
    expect(statuses).toEqual({ 'a.test.js › sum › adds': 'passed', 'a.test.js › sum › carries': 'failed' });
    expect(step.tests?.[1]?.at).toEqual({ file: 'a.test.js', line: 1 });
  });
});

describe('a step', () => {
  it('whose results say less than its exit code is believed by its exit code', async () => {
    const { step } = await testStep({
      ...nodePackage("test('fine', () => {});"),
      'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test; exit 7' } }),
    });
    expect(step).toMatchObject({ status: 'FAIL', exit: 7 });
    expect(step?.reason).toEqual({ is: 'passed-but-failed', tests: 1, exit: 7 });
  });

  it('whose tests failed has failed, even where its command says 0', async () => {
    const { step } = await testStep({
      ...nodePackage("test('bad', () => assert.fail('x'));"),
      'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test || true' } }),
    });
    expect(step).toMatchObject({ status: 'FAIL', exit: 0 });
    expect(step?.reason).toEqual({ is: 'failed-but-passed', failed: 1 });
  });

  it('in which no test ran says so', async () => {
    const { step, record } = await testStep({
      'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test nothing/' } }),
      'nothing/readme.txt': '',
    });
    expect(step.tests ?? []).toEqual([]);
    expect([record.status, step?.reason?.is]).not.toEqual(['PASS', undefined]);
  });

  it('that takes too long has failed, and nothing of it goes on', async () => {
    const root = await projectOf(packageWith("sh -c 'sleep 2; echo late > late.txt' & wait"));
    const record = await recordOf(root, { configured: [{ name: 'test', run: 'npm test', timeout: 1 }] });
    expect(record.steps[0]).toMatchObject({ status: 'FAIL', ended: 'time-out', exit: null });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(() => readFileSync(path.join(root, 'late.txt'))).toThrow('ENOENT');
  });

  it('whose tool is not here could not run, which is tried three times and then said', async () => {
    const { step, record } = await testStep(
      { 'go.mod': 'module example.com/m\n' },
      { configured: [{ name: 'test', run: 'no-such-tool-here test' }] },
    );
    expect(record.status).toBe('INFRA_ERROR');
    expect(step).toMatchObject({
      status: 'INFRA_ERROR',
      log: '01-test.again-2.log',
      why: '`no-such-tool-here` is not installed.',
    });
  });

  it('that only looks as if its tool were not here has failed', async () => {
    const { step } = await testStep(
      packageWith('node -e "console.error(\'sh: 1: node: not found\'); process.exit(127)"'),
    );
    expect(step).toMatchObject({ status: 'FAIL', exit: 127 });
  });

  it('that kills itself for want of memory has failed', async () => {
    const { step } = await testStep(
      { Makefile: 'test:\n\t:\n' },
      { configured: [{ name: 'test', run: 'kill -9 $$' }] },
    );
    expect(step.status).toBe('FAIL');
  });

  it('leaves a log whose digest is that of what is on the disk', async () => {
    const { record, step } = await testStep(packageWith('printf "日本語\\n\\033[31mred\\n"'));
    const log = readFileSync(path.join(record.artifacts, step.log), 'utf8');
    expect(log).toContain('日本語\n\u001b[31mred\n');
    expect(step.sha256).toBe(digestOf(log));
  });

  it('that failed shows at most its last 200 lines, without anything that steers a terminal', async () => {
    const { step } = await testStep(
      packageWith(
        'node -e "for (let n = 0; n < 5000; n += 1) console.log(\'\\u001b[31mline\', n); process.exitCode = 1"',
      ),
    );
    const lines = step.tail?.split('\n') ?? [];
    expect(lines).toHaveLength(200);
    expect(lines.at(-1)).toBe('line 4999');
  });
});

describe('a pipeline', () => {
  it('runs every step, also behind one that failed', async () => {
    const scripts = { lint: 'exit 1', build: 'exit 2', test: 'node --test' };
    const files = {
      ...nodePackage("test('a', () => {});"),
      'package.json': JSON.stringify({ type: 'module', scripts }),
    };
    const record = await recordOf(await projectOf(files));
    expect(record.steps.map(({ name, status }) => [name, status])).toEqual([
      ['lint', 'FAIL'],
      ['build', 'FAIL'],
      ['test', 'PASS'],
    ]);
    expect(record.status).toBe('FAIL');
  });

  it('whose setup fails proves nothing, whatever else failed', async () => {
    const record = await recordOf(await projectOf(nodePackage("test('a', () => assert.fail('no database'));")), {
      setup: ['exit 1'],
    });
    expect(record.status).toBe('INFRA_ERROR');
    expect(record.steps[0]?.why).toBe('The setup step failed.');
  });

  it('with nothing to run proves nothing', async () => {
    expect((await recordOf(await projectOf({ 'README.md': '' }))).status).toBe('INFRA_ERROR');
  });

  it('leaves the tree as it was', async () => {
    const root = await projectOf({
      ...nodePackage("test('a', () => {});"),
      'tests/test_a.py': 'def test_a(): pass\n',
      'conftest.py': '',
    });
    const { steps } = await recordOf(root, {
      configured: [
        { name: 'js', run: 'npm test' },
        { name: 'list', run: 'ls -A' },
      ],
    });
    expect(steps.every(({ status }) => status === 'PASS')).toBe(true);
    const { readdirSync } = await import('node:fs');
    expect(readdirSync(root).sort()).toEqual(['conftest.py', 'package.json', 'test', 'tests']);
  });
});
