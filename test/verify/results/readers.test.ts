import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanLine, cleanOutput } from '../../../src/text/clean-output.js';
import type { TestRecord } from '../../../src/verify/records.js';
import { readGoJson } from '../../../src/verify/results/go-json.js';
import { readJestJson, readRspecJson } from '../../../src/verify/results/json-reports.js';
import { readLibtest } from '../../../src/verify/results/libtest.js';
import { fileIn, placeIn } from '../../../src/verify/results/places.js';
import { readResults } from '../../../src/verify/results/read-results.js';
import { type OpenReader, type Reader, type Results, recordsOf } from '../../../src/verify/results/reader.js';
import { runners } from '../../../src/verify/results/runners/index.js';
import { readTap } from '../../../src/verify/results/tap.js';
import { readJunit, readTrx } from '../../../src/verify/results/xml-reports.js';
import { nodePackage, pythonProject, testStep } from '../pipeline/projects.js';

const PLACES = { root: '/work/repo', cwd: '.' };
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

function read(open: OpenReader, text: string, cuts: readonly number[] = []): Results {
  const reader = open();
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  for (const [n, from] of [0, ...places].entries()) reader.take(text.slice(from, places[n] ?? text.length));
  return reader.end();
}

const reported = (open: OpenReader, text: string, places = PLACES) =>
  recordsOf(read(open, text).tests, places).map(({ id, status }) => `${status} ${id}`);

const TAP = lines(
  'TAP version 14',
  '# Subtest: dates',
  '    # Subtest: parse',
  '        ok 1 - a day',
  '        not ok 2 - a month',
  '          ---',
  "          error: 'it is 2'",
  '          stack: |-',
  '            at parse (/work/repo/src/parse.js:12:5)',
  '          duration_ms: 1.5',
  '          ...',
  '        1..2',
  '    not ok 1 - parse',
  '    ok 2 - format # SKIP later',
  '    1..2',
  'not ok 1 - dates',
  'ok 2 - alone # TODO think',
  'ok 3 - braces {',
  '    1..1',
  '    ok 1 - inside',
  '}',
  '1..3',
);

describe('TAP', () => {
  it('is read through subtests of both kinds; a group is told by its tests', () => {
    expect(reported(readTap, TAP)).toEqual([
      'passed dates › parse › a day',
      'failed dates › parse › a month',
      'skipped dates › format',
      'skipped alone',
      'passed braces › inside',
    ]);
  });

  it('says where a failure was, and what was said', () => {
    const [, failed] = recordsOf(read(readTap, TAP).tests, PLACES);
    expect(failed).toMatchObject({ at: { file: 'src/parse.js', line: 12 }, ms: 1.5 });
    expect(failed?.message).toContain("error: 'it is 2'");
  });

  it('tells a group that failed by itself', () => {
    const text = lines('# Subtest: s', '    ok 1 - a', '    1..1', 'not ok 1 - s', '1..1');
    expect(reported(readTap, text)).toEqual(['passed s › a', 'failed s']);
  });

  it('of tape takes headings for tests, and their worst line for their status', () => {
    const text = lines(
      'TAP version 13',
      '# adds',
      'ok 1 one',
      'ok 2 two',
      '# subtracts',
      'ok 3 a',
      'not ok 4 b',
      'ok 5 c',
      '',
      '1..5',
      '# tests 5',
      '# pass 4',
      '# fail 1',
    );
    expect(reported(() => readTap({ headings: true, plan: true }), text)).toEqual(['passed adds', 'failed subtracts']);
  });

  it.each([
    ['numbers that do not run', lines('ok 1 - a', 'ok 1 - fake', 'ok 2 - b', '1..2'), 'not adding up'],
    ['a plan that is not kept', lines('1..3', 'ok 1 - a'), 'not adding up'],
    ['an end that never came', lines('TAP version 13', 'ok 1 - a'), 'cut off'],
    ['nothing behind the beginning', lines('TAP version 13'), 'cut off'],
    ['a bail-out', lines('ok 1 - a', 'Bail out! no database', '1..1'), 'bailed out'],
    [
      'a whole report printed in the middle of another',
      lines('TAP version 13', 'ok 1 - a', 'TAP version 13', '1..1', 'ok 1 - fake', 'ok 2 - b', '1..2'),
      'not adding up',
    ],
  ])('does not trust %s', (_, text, flaw) => {
    expect(read(() => readTap({ plan: true }), text).flaw).toBe(flaw);
  });

  it('of node-tap ends with a plan or with its time; a test prints neither at that depth', () => {
    const tap = runners.find(({ name }) => name === 'tap');
    const flawOf = (...more: readonly string[]) =>
      tap &&
      read(tap.read, lines('# Subtest: a.js', '    ok 1 - a', '    1..1', 'ok 1 - a.js # time=5ms', ...more)).flaw;
    expect(flawOf('', '# { total: 1, pass: 1 }', '# time=12.5ms')).toBeUndefined();
    expect(flawOf('1..1')).toBeUndefined();
    expect(flawOf('    # time=12.5ms', '# time=soon')).toBe('cut off');
  });

  it('takes nothing for a result that stands in a block of details', () => {
    const text = lines('not ok 1 - a', '  ---', '  expected: |-', '    ok 2 - fake', '  ...', '1..1');
    expect(read(readTap, text)).toMatchObject({ tests: [{ path: ['a'], status: 'failed' }], flaw: undefined });
  });

  it('takes several processes one behind the other', () => {
    const one = lines('TAP version 13', 'ok 1 - a', '1..1');
    const two = lines('TAP version 13', 'ok 1 - b', '1..1');
    expect(read(() => readTap({ plan: true }), one + two)).toMatchObject({ tests: [{}, {}], flaw: undefined });
  });
});

const JUNIT = `<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite name="pytest" tests="4">
<testcase classname="tests.test_a.Group" name="test_one" file="tests/test_a.py" line="3" time="0.25"/>
<testcase classname="tests.test_a" name="test_two[caf&#233;-&lt;x&gt;]" file="tests/test_a.py" line="9" time="0.1"><failure message="assert 1 == 2"><![CDATA[def test_two():
>   assert 1 == 2

tests/test_a.py:11: AssertionError]]></failure><system-out>ok 1 - fake</system-out></testcase>
<testcase classname="tests.test_a" name="test_three" file="tests/test_a.py" line="14" time="0"><skipped type="pytest.skip" message="later"/></testcase>
<testcase classname="tests.test_b" name="test_four" time="0"><error message="boom">trace</error></testcase>
</testsuite></testsuites>`;

describe('JUnit', () => {
  it('is read with groups, entities and what went wrong', () => {
    expect(reported(readJunit, JUNIT)).toEqual([
      'passed tests/test_a.py › Group › test_one',
      'failed tests/test_a.py › test_two[café-<x>]',
      'skipped tests/test_a.py › test_three',
      'failed tests.test_b › test_four',
    ]);
  });

  it('says where a failure was', () => {
    const [one, two] = recordsOf(read(readJunit, JUNIT).tests, PLACES);
    expect(one).toMatchObject({ ms: 250, file: 'tests/test_a.py' });
    expect(two).toMatchObject({ at: { file: 'tests/test_a.py', line: 11 } });
    expect(two?.message).toContain('assert 1 == 2');
  });

  it('of a flaky test that passed in the end counts the end, as Surefire writes it', () => {
    const text =
      '<testsuite name="A"><testcase classname="A" name="b"><flakyFailure message="once"/></testcase></testsuite>';
    expect(reported(readJunit, text)).toEqual(['passed A › b']);
  });

  it.each([
    ['cut off in the middle', JUNIT.slice(0, 500)],
    ['empty', ''],
    ['not XML', 'ok 1 - fake'],
    ['with entities that multiply', '<!DOCTYPE a [<!ENTITY b "bb">]><testsuite><testcase name="&b;"/></testsuite>'],
  ])('is not trusted when it is %s', (_, text) => {
    expect(read(readJunit, text).flaw).toBe('unreadable');
  });
});

const JEST = JSON.stringify({
  numTotalTests: 3,
  testResults: [
    {
      name: '/work/repo/test/a.test.js',
      status: 'failed',
      message: 'all of it',
      assertionResults: [
        {
          ancestorTitles: ['sum'],
          title: 'adds',
          status: 'passed',
          duration: 3,
          failureMessages: [],
          location: { line: 2, column: 1 },
        },
        {
          ancestorTitles: ['sum'],
          title: 'carries',
          status: 'failed',
          duration: null,
          failureMessages: [
            'Error: no\n    at Object.<anonymous> (/work/repo/node_modules/x/a.js:1:1)\n    at Object.<anonymous> (/work/repo/test/a.test.js:7:9)',
          ],
        },
        { ancestorTitles: [], title: 'later', status: 'todo' },
        { ancestorTitles: [], title: 'adds', status: 'pending' },
      ],
    },
    { name: '/work/repo/test/broken.test.js', status: 'failed', message: 'SyntaxError: x', assertionResults: [] },
  ],
});

describe("Jest's and Vitest's JSON", () => {
  it('is read with groups, and a file that broke before its first test is a failure of its own', () => {
    expect(reported(readJestJson, JEST)).toEqual([
      'passed test/a.test.js › sum › adds',
      'failed test/a.test.js › sum › carries',
      'skipped test/a.test.js › later',
      'skipped test/a.test.js › adds',
      'failed test/broken.test.js',
    ]);
  });

  it("looks for the place of a failure in the repository, not in others' code", () => {
    const carries = recordsOf(read(readJestJson, JEST).tests, PLACES)[1];
    expect(carries?.at).toEqual({ file: 'test/a.test.js', line: 7 });
  });

  it.each(['', '[]', '{"testResults": 5}', JEST.slice(0, -5)])('is not trusted as %j', (text) => {
    expect(read(readJestJson, text).flaw).toBe('unreadable');
  });
});

const event = (of: Readonly<Record<string, unknown>>) => JSON.stringify({ Package: 'example.com/m/date', ...of });
const GO = lines(
  event({ Action: 'run', Test: 'TestParse' }),
  event({ Action: 'output', Test: 'TestParse/month', Output: '    parse_test.go:9: it is 2\n' }),
  event({ Action: 'fail', Test: 'TestParse/month', Elapsed: 0.5 }),
  event({ Action: 'pass', Test: 'TestParse/day', Elapsed: 0 }),
  event({ Action: 'fail', Test: 'TestParse', Elapsed: 0.5 }),
  event({ Action: 'skip', Test: 'TestLater', Elapsed: 0 }),
  event({ Action: 'fail', Elapsed: 0.6 }),
  JSON.stringify({ Action: 'output', Package: 'example.com/m/other', Output: './other.go:3:1: undefined: x\n' }),
  JSON.stringify({ Action: 'fail', Package: 'example.com/m/other', Elapsed: 0 }),
);

describe('`go test -json`', () => {
  const places = { ...PLACES, module: 'example.com/m' };

  it('is read by its subtests, and a package that did not build is a failure of its own', () => {
    expect(reported(readGoJson, GO)).toEqual([
      'failed example.com/m/date › TestParse › month',
      'passed example.com/m/date › TestParse › day',
      'skipped example.com/m/date › TestLater',
      'failed example.com/m/other',
    ]);
  });

  it('keeps a test that failed although all its subtests passed', () => {
    const events = [
      { Action: 'pass', Package: 'm', Test: 'TestAll/one', Elapsed: 0 },
      { Action: 'fail', Package: 'm', Test: 'TestAll', Elapsed: 0 },
      { Action: 'fail', Package: 'm', Elapsed: 0 },
    ];
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(reported(readGoJson, text)).toEqual(['passed m › TestAll › one', 'failed m › TestAll']);
  });

  it('collects what `go test` prints: packages, and the output of failed tests', () => {
    const text = lines(
      event({ Action: 'output', Test: 'TestParse', Output: '=== RUN   TestParse\n' }),
      event({ Action: 'pass', Test: 'TestParse' }),
      event({ Action: 'output', Test: 'TestDay', Output: '    day_test.go:9: it is 2\n' }),
      event({ Action: 'fail', Test: 'TestDay' }),
      event({ Action: 'output', Output: 'FAIL\texample.com/m/date\t0.01s\n' }),
      event({ Action: 'fail' }),
    );
    expect(read(readGoJson, text).printed).toBe('    day_test.go:9: it is 2\nFAIL\texample.com/m/date\t0.01s\n');
  });

  it('names places by the folder of their package', () => {
    const records = recordsOf(read(readGoJson, GO).tests, places);
    expect(records[0]?.at).toEqual({ file: 'date/parse_test.go', line: 9 });
    expect(records[3]?.at).toEqual({ file: 'other/other.go', line: 3 });
  });
});

describe('names', () => {
  it('are the same wherever the repository lies, and unique', () => {
    const tests = ['/a/repo', '/b/elsewhere'].map((root) =>
      recordsOf(
        [
          { path: [`${root}/x.js`, 'same'], file: `${root}/x.js`, status: 'passed' },
          {
            path: [`${root}/x.js`, 'same'],
            file: `${root}/x.js`,
            status: 'failed',
            message: `at f (${root}/x.js:3:1)`,
          },
        ],
        { root, cwd: '.' },
      ),
    );
    expect(tests[0]).toEqual(tests[1]);
    expect(tests[0]?.map(({ id }) => id)).toEqual(['x.js › x.js › same', 'x.js › x.js › same (2)']);
  });

  it('hold nothing that would steer a terminal', () => {
    const [record] = recordsOf([{ path: ['\u001b[31mred\u001b[0m\u0007 \u202enwod\nup\r'], status: 'passed' }], PLACES);
    expect(record?.name).toBe('red nwod up');
  });
});

const WHOLE: readonly (readonly [string, OpenReader, string])[] = [
  ['TAP', () => readTap({ plan: true }), TAP],
  ['JUnit', readJunit, JUNIT],
  ['JSON of Jest', readJestJson, JEST],
  ['JSON of Go', readGoJson, GO],
];

describe.each(WHOLE)('%s', (_, open, text) => {
  it('is read the same, wherever the stream is cut', () => {
    const whole = read(open, text);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => expect(read(open, text, cuts)).toEqual(whole)),
    );
  });

  it('is never the reason for a fault, whatever it holds', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(...text.split('\n')));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const results = read(open, pieces.join('\n'));
        expect(recordsOf(results.tests, PLACES)).toHaveLength(results.tests.length);
      }),
    );
  });

  it('does not crawl over a line that has no end', () => {
    for (const part of ['ok ', '    ', '# ', '<', '{', '[', '"', '1..'])
      expect(Array.isArray(read(open, part.repeat(300_000)).tests)).toBe(true);
  });
});

describe('results of other runners', () => {
  const read = (reader: Reader, text: string) => {
    for (const part of text.match(/[\s\S]{1,7}/g) ?? []) reader.take(part);
    return reader.end();
  };

  it('cargo test: names, what failed and why, one binary after the other', () => {
    const said = `
running 3 tests
test tests::adds ... ok
test tests::slow ... ignored
test tests::divides ... FAILED

failures:

---- tests::divides stdout ----
thread 'tests::divides' panicked at src/lib.rs:12:9:
attempt to divide by zero

failures:
    tests::divides

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s


running 1 test
test src/lib.rs - half (line 3) ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s
`;
    const { tests, flaw } = read(readLibtest(), said);
    expect(flaw).toBeUndefined();
    expect(tests.map(({ path, status }) => [path.join('::'), status])).toEqual([
      ['tests::adds', 'passed'],
      ['tests::slow', 'skipped'],
      ['tests::divides', 'failed'],
      ['src/lib.rs - half', 'passed'],
    ]);
    expect(tests[2]?.message).toContain('attempt to divide by zero');
  });

  it('cargo test: documentation tests keep their names when lines above them change, in the order of their lines', () => {
    const run = (...tests: readonly string[]) => {
      const failed = tests.filter((test) => test.endsWith('FAILED')).length;
      const end = `test result: ok. ${tests.length - failed} passed; ${failed} failed; 0 ignored; 0 measured`;
      const { tests: found } = read(readLibtest(), lines(`running ${tests.length} tests`, ...tests, '', end));
      return recordsOf(found, PLACES).map(({ id, status }) => `${id} ${status}`);
    };
    const before = run('test src/a.rs - half (line 20) ... FAILED', 'test src/a.rs - half (line 3) ... ok');
    const after = run('test src/a.rs - half (line 5) ... ok', 'test src/a.rs - half (line 22) ... FAILED');
    expect(after).toEqual(before);
    expect(new Set(before).size).toBe(2);
  });

  it('cargo test: a line too many, or an end that is missing, is a flaw', () => {
    const one = 'running 1 test\ntest a ... ok\n';
    const end = 'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n';
    expect(read(readLibtest(), `${one}test b ... ok\n${end}`).flaw).toBe('not adding up');
    expect(read(readLibtest(), one).flaw).toBe('cut off');
  });

  it('RSpec: its examples, with the exception of each that failed', () => {
    const examples = [
      {
        description: 'adds',
        full_description: 'Sum adds',
        status: 'passed',
        file_path: './spec/sum_spec.rb',
        line_number: 3,
        run_time: 0.1,
      },
      {
        description: 'ends',
        full_description: 'Sum ends',
        status: 'pending',
        file_path: './spec/sum_spec.rb',
        line_number: 6,
      },
      {
        description: 'fails',
        full_description: 'Sum fails',
        status: 'failed',
        file_path: './spec/sum_spec.rb',
        line_number: 9,
        exception: {
          class: 'RSpec::Expectations::ExpectationNotMetError',
          message: 'expected: 3',
          backtrace: ['./spec/sum_spec.rb:10'],
        },
      },
    ];
    const { tests } = read(readRspecJson(), JSON.stringify({ examples }));
    expect(tests.map(({ path, status }) => [path[0], status])).toEqual([
      ['Sum adds', 'passed'],
      ['Sum ends', 'skipped'],
      ['Sum fails', 'failed'],
    ]);
    expect(tests[2]?.message).toContain('expected: 3');
    expect(read(readRspecJson(), '{"examples":').flaw).toBe('unreadable');
  });

  it('dotnet test: its results', () => {
    const { tests, flaw } = read(
      readTrx(),
      `<TestRun><Results><UnitTestResult testName="A.B.Adds" outcome="Passed"/><UnitTestResult testName="A.B.Fails" outcome="Failed"><Output><ErrorInfo><Message>Expected 3</Message><StackTrace>at A.B.Fails() in /work/A.cs:line 4</StackTrace></ErrorInfo></Output></UnitTestResult></Results></TestRun>`,
    );
    expect(flaw).toBeUndefined();
    expect(tests.map(({ path, status }) => [path[0], status])).toEqual([
      ['A.B.Adds', 'passed'],
      ['A.B.Fails', 'failed'],
    ]);
    expect(tests[1]?.message).toContain('Expected 3');
  });
});

describe('forged results', () => {
  const TAP = 'TAP version 13\\nok 1 - everything\\n1..1\\n';
  const statusesIn = (tests: readonly TestRecord[] = []) => tests.map(({ name, status }) => `${status} ${name}`);

  describe('code under test', () => {
    it("with node's tests is not told where results lie, whichever way it is started", async () => {
      const product = 'export const told = JSON.stringify(process.env).match(/crew-results|test-reporter/)?.[0];';
      const { step } = await testStep(
        nodePackage(
          `import { told } from '../product.mjs';
import { execFileSync } from 'node:child_process';
test('here', () => assert.equal(told, undefined));
test('below', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', "import { told } from './product.mjs'; console.log(told)"]);
  assert.equal(String(said).trim(), 'undefined');
});`,
          { 'product.mjs': product },
        ),
      );
      expect(statusesIn(step.tests)).toEqual(['passed here', 'passed below']);
    });

    it("with node's tests cannot add a file of its own that counts, wherever it found the place", async () => {
      const forge = `import fs from 'node:fs';
for (const name of fs.readdirSync(process.env.HOME).filter((each) => each.startsWith('.crew-results'))) {
  const tray = \`\${process.env.HOME}/\${name}\`;
  for (const invocation of fs.readdirSync(tray).filter((each) => /^\\w+$/.test(each)))
    fs.writeFileSync(\`\${tray}/\${invocation}.0.1-1.tap\`, '${TAP}');
}
process.exit(0);
`;
      const { step } = await testStep(
        nodePackage("import '../product.mjs';\ntest('real', () => assert.fail('no'));", { 'product.mjs': forge }),
      );
      expect(step).toMatchObject({ status: 'FAIL', reason: { is: 'broken-results', flaw: 'not adding up' } });
      expect(step.tests).toBeUndefined();
    });

    it("with Python's unittest is not told where results lie", async () => {
      const { step } = await testStep(
        pythonProject(`import os, unittest


class Little(unittest.TestCase):
    def test_told(self):
        self.assertEqual([name for name in os.environ if "crew-results" in os.environ[name]], [])
`),
      );
      expect(statusesIn(step.tests)).toEqual(['passed Little › test_told']);
    });
  });

  describe('a results file too many', () => {
    const readBy = (name: string, files: readonly string[]) => {
      const runner = runners.find((each) => each.name === name);
      if (!runner) throw new Error(`no runner is called ${name}`);
      const left = {
        read: async (open: (name: string) => (text: string) => void) => {
          for (const [n, text] of files.entries()) open(`own.0.${n}.xml`)(text);
          return 'read' as const;
        },
      };
      return readResults(left, { runners: [runner], expects: [[0]] }, { root: '/work/repo', cwd: '.' });
    };
    const suite = '<testsuite name="a"><testcase name="b" classname="a"/></testsuite>';

    it.each(['pytest', 'mocha', 'bun test', 'deno test'])('of %s proves nothing', async (name) => {
      expect(await readBy(name, [suite])).not.toHaveProperty('flaw');
      expect(await readBy(name, [suite, suite])).toMatchObject({ files: 2, flaw: 'not adding up' });
    });

    it.each(['maven', 'gradle'])('is none with %s, which leaves one a class', async (name) => {
      expect((await readBy(name, [suite, suite])).flaw).toBeUndefined();
    });
  });
});

const at = { root: '/work/repo', cwd: 'packages/a' };

describe('the place of a failure', () => {
  it.each([
    ['Node', '    at f (/work/repo/src/a.js:3:14)', 'src/a.js', 3],
    ['Node, a module', '    at file:///work/repo/src/a%20b.mjs:7:1', 'src/a b.mjs', 7],
    ['Python', '  File "/work/repo/x/y.py", line 12, in f', 'x/y.py', 12],
    ['pytest', 'tests/test_a.py:5: AssertionError', 'packages/a/tests/test_a.py', 5],
    ['Go', '        parse_test.go:9: it is 2', 'packages/a/parse_test.go', 9],
    ['Rust', "thread 'main' panicked at src/lib.rs:4:5:", 'packages/a/src/lib.rs', 4],
    ['TypeScript', '../b/src/i.ts:2:3 - error TS1', 'packages/b/src/i.ts', 2],
  ])('is found as %s writes it', (_, text, file, line) => {
    expect(placeIn(at, text)).toEqual({ file, line });
  });

  it.each([
    'at f (node:internal/test:1:2)',
    'at f (/work/repo/node_modules/x/a.js:1:2)',
    '  File "/work/repo/.venv/lib/python3/site-packages/a.py", line 1',
    'at f (/etc/passwd:1:1)',
    'at f (/work/repository/a.js:1:1)',
    '../../../etc/passwd.txt:3',
    'it was 12:30',
  ])('is never outside of the repository, or in code of others: %s', (text) => {
    expect(placeIn(at, text)).toBeUndefined();
  });

  it('is always inside, whatever a path looks like', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'b', 'file://', '%2e%2e', '/work/repo');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const file = fileIn(at, parts.join('/'));
        expect(file === undefined || (!file.startsWith('/') && !file.split('/').includes('..'))).toBe(true);
      }),
    );
  });
});

describe('what a program said', () => {
  it('has no colours, no bells, and of a line that was drawn over what was drawn last', () => {
    expect(
      cleanOutput('\u001b[1;31mred\u001b[0m\u001b]0;title\u0007 \u001b[2K10 %\r\u001b[2K100 %\r\ndone\u0008'),
    ).toBe('100 %\ndone');
  });

  it('keeps what people read', () => {
    expect(cleanLine('日本語 › été ✓ 🎉')).toBe('日本語 › été ✓ 🎉');
  });
});
