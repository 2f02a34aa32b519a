import { describe, expect, it } from '@jest/globals';
import type { BaseCommit, Workspace } from '../../src/ports/index.js';
import { comparerOf } from '../../src/verify/prove/compare-with.js';
import { failedBy } from '../../src/verify/prove/failed-by.js';
import { fixedByCode, hasHardCodedResults, withoutUnrunTests } from '../../src/verify/prove/proof.js';
import { findTest } from '../../src/verify/prove/reproduce.js';
import type { StepRecord, TestRecord, VerificationRecord } from '../../src/verify/records.js';

describe('a failing test', () => {
  it.each([
    [
      'node',
      "failureType: 'testCodeFailure'\nerror: 'Expected values to be strictly equal:\\n\\n-1 !== 3\\n'\ncode: 'ERR_ASSERTION'",
    ],
    ['jest', 'expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: -1'],
    ['vitest', 'AssertionError: expected -1 to be 3 // Object.is equality'],
    ['pytest', 'assert -1 == 3\n +  where -1 = add(1, 2)'],
    ['unittest', 'AssertionError: -1 != 3'],
    ['rust', "thread 'adds' panicked at src/lib.rs:9:9:\nassertion `left == right` failed\n  left: -1\n right: 3"],
    ['junit', 'org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>'],
    ['go', '=== RUN   TestSum\n    sum_test.go:8: Sum(1,2) = 4; want 3\n--- FAIL: TestSum (0.00s)\n'],
    ['go with testify', '    /tree/sum_test.go:8: \n        \tError:      \tNot equal: \n        \texpected: 3\n'],
    ['phpunit', 'Failed asserting that -1 is identical to 3.'],
    ['rspec', 'Failure/Error: expect(sum(1, 2)).to eq(3)\n\n  expected: 3\n       got: -1'],
    ['xunit', 'Assert.Equal() Failure: Values differ\nExpected: 3\nActual:   -1'],
    ['jest without its matcher', 'Expected: 3\nReceived: -1'],
  ])('of %s failed by its assertion', (_runner, message) => {
    expect(failedBy(message)).toBe('assertion');
  });

  it.each([
    ['jest', 'expect(received).toBe(expected)\n\nExpected: "No such file or directory"\nReceived: ""'],
    ['jest without its matcher', 'Expected: "No such file or directory"\nReceived: "ENOENT"'],
    ['unittest', "AssertionError: 'foo is not defined' != ''"],
    ['pytest', "E   AssertionError: assert 'x is not a function' == ''\nE     + x is not a function"],
    ['vitest', "AssertionError: expected 'Cannot find module' to be '' // Object.is equality"],
    ['go', '    read_test.go:12: Read("x") = "no such file or directory"; want "no file x"\n'],
    ['node', "error: 'Expected values to be strictly equal:'\ncode: 'ERR_ASSERTION'\nactual: 'x is not defined'"],
  ])('of %s that looks at the words of an error failed by its assertion', (_runner, message) => {
    expect(failedBy(message)).toBe('assertion');
  });

  it.each([
    ['a module of a test that asserts', 'Test suite failed to run\n\nAssertionError: expected 1 to be 2'],
    [
      'a name, which it hides behind "does not throw"',
      'expect(received).not.toThrow()\n\nError name: "ReferenceError"',
    ],
    [
      'a name, hidden so in node',
      "Got unwanted exception.\nActual message: 'twice is not defined'\ncode: 'ERR_ASSERTION'",
    ],
    ['a build in Go', '# sums [sums.test]\n./sum_test.go:5:7: undefined: Twice\nFAIL\tsums [build failed]\n'],
    [
      'a module',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/tree/sum.js' imported from /tree/test/sum.test.js",
    ],
    ['an export', "SyntaxError: The requested module '../add.js' does not provide an export named 'twice'"],
    ['a function', 'TypeError: all.twice is not a function'],
    ['a name', 'ReferenceError: twice is not defined'],
    ['a module of Python', "ModuleNotFoundError: No module named 'sums'"],
    ['a name of Python', "ImportError: cannot import name 'twice' from 'sums'"],
    ['an attribute', "AttributeError: module 'sums' has no attribute 'twice'"],
    ['a name of Go', './sum_test.go:5:7: undefined: Twice'],
    ['a name of Rust', 'error[E0425]: cannot find function `twice` in this scope'],
    ['a whole suite', 'Test suite failed to run\n\nCannot find module'],
  ])('did not come so far without %s', (_what, message) => {
    expect(failedBy(message)).toBe('load');
  });

  it.each([
    "TypeError: Cannot read properties of undefined (reading 'length')",
    'ZeroDivisionError: division by zero',
    'TypeError: Expected a string',
    'Error: Received null from server',
    'ValueError: expected 3, received 4',
    'Error: the left side is not the right side',
    'RangeError: assertion is no number',
    '    def test_shares():\n        assert share(4, 2) == 2\n>       assert share(4, 0) == 0\n\nE   ZeroDivisionError: division by zero',
    '--- FAIL: TestSum (0.00s)\npanic: runtime error: index out of range [recovered]\n\t/tree/sum_test.go:8: +0x1d',
    '    sum_test.go:8: first\npanic: runtime error: index out of range [3] with length 2\n',
    '',
  ])('failed otherwise: %s', (message) => {
    expect(failedBy(message)).toBe('error');
  });
});

const test = (id: string, name: string, file?: string): TestRecord => ({
  ...{ id, name, status: 'passed' },
  ...(file === undefined ? {} : { file }),
});

/** A record of one step with these tests. */
const recordOf = (tests: readonly TestRecord[], cwd = '.'): VerificationRecord => ({
  ...{ run_id: 'r', status: 'PASS', ref: 'loop-1', commit: null, dirty: true, startedAt: '', ms: 1, artifacts: '/a' },
  steps: [
    {
      ...{ name: 'test', command: 'npm test', cwd, status: 'PASS', exit: 0, ended: 'itself', ms: 1 },
      ...{ log: '01-test.log', sha256: '', format: 'tap', tests },
    },
  ],
});

describe('a proving test that did not run on the base’s sources', () => {
  const known = recordOf([test('doc', 'src/lib.rs -'), test('edited', 'edited')]);
  const asProof = (id: string, by: 'assertion' | 'load') => ({ id, name: id, by });
  const idsAfter = (...proving: readonly ReturnType<typeof asProof>[]) =>
    withoutUnrunTests(proving, known).map(({ id }) => id);

  it('proves nothing if the base reports it and another test fails there', () => {
    expect(idsAfter(asProof('new', 'assertion'), asProof('doc', 'load'))).toEqual(['new']);
  });

  it('proves nothing if the base reports it and a new test cannot be loaded there', () => {
    expect(idsAfter(asProof('new', 'load'), asProof('edited', 'load'))).toEqual(['new']);
  });

  it('counts if nothing else proves the change', () => {
    expect(idsAfter(asProof('edited', 'load'))).toEqual(['edited']);
  });
});

const idsOf = (record: VerificationRecord, file: string, name: string): readonly string[] =>
  findTest(record, { file, test: name }).map(({ test: { id } }) => id);

describe('a test that is named', () => {
  const two = recordOf([
    test('test/a.test.js › sums › adds', 'adds', 'test/a.test.js'),
    test('test/b.test.js › adds', 'adds', 'test/b.test.js'),
  ]);

  it('is the one of its file', () => {
    expect(idsOf(two, 'test/b.test.js', 'adds')).toEqual(['test/b.test.js › adds']);
    expect(idsOf(two, 'test/a.test.js', 'sums › adds')).toEqual(['test/a.test.js › sums › adds']);
  });

  it('is none where another file has one of its name', () => {
    expect(idsOf(two, 'test/c.test.js', 'adds')).toEqual([]);
    expect(idsOf(two, 'test/a.test.js', 'add')).toEqual([]);
    expect(idsOf(two, 'test/a.test.js', '')).toEqual([]);
  });

  it('is found in a package by its path from the root', () => {
    const inPackage = recordOf([test('test/a.test.js › adds', 'adds', 'test/a.test.js')], 'packages/sum');
    expect(idsOf(inPackage, 'packages/sum/test/a.test.js', 'adds')).toEqual(['test/a.test.js › adds']);
  });

  it('is found by its name where the runner tells of no files', () => {
    expect(idsOf(recordOf([test('sums::adds', 'sums::adds')]), 'src/lib.rs', 'adds')).toEqual(['sums::adds']);
  });
});

it.each<[string, string, readonly string[], readonly string[]]>([
  ['counts a test whose file is as it was', 'test/a.test.js › adds', ['src/a.js'], ['test/a.test.js › adds']],
  [
    'counts it beside a new test of another file',
    'test/a.test.js › adds',
    ['a.js', 'test/b.test.js'],
    ['test/a.test.js › adds'],
  ],
  ['does not count a test in a file that the change touches', 'test/a.test.js › adds', ['test/a.test.js'], []],
  ['does not count a test when a snapshot changes', 'test/a.test.js › adds', ['test/__snapshots__/a.test.js.snap'], []],
  [
    'does not count a test when the configuration of the runner changes',
    'test/a.test.js › adds',
    ['jest.config.js'],
    [],
  ],
  ['counts a test without a file where no test file changes', 'TestAdd', ['add.go'], ['TestAdd']],
  ['does not count a test without a file where one changes', 'TestAdd', ['add_test.go'], []],
])('%s', (_, id, files, counted) => {
  expect(fixedByCode([id], files)).toEqual(counted);
});

it('counts no test where the change edits tests in its source files', () => {
  expect(fixedByCode(['tests::adds'], ['src/lib.rs'], { editsOwnTests: true })).toEqual([]);
  expect(fixedByCode(['tests::adds'], ['src/lib.rs'], {})).toEqual(['tests::adds']);
});

it('knows a change whose code contains the answers of tests', () => {
  expect(hasHardCodedResults([{ kind: 'expectation-changed' }, { kind: 'special-case' }])).toBe(true);
  expect(hasHardCodedResults([{ kind: 'expectation-changed' }])).toBe(false);
  expect(hasHardCodedResults(undefined)).toBe(false);
});

const step = (name: string, of: Partial<StepRecord> = {}): StepRecord => ({
  ...{ name, command: name, cwd: '.', status: 'PASS', exit: 0, ended: 'itself', ms: 1, log: `${name}.log`, sha256: '' },
  format: 'exit',
  ...of,
});
const record = (...steps: readonly StepRecord[]): VerificationRecord => ({
  ...{ run_id: 'r', status: 'PASS', ref: 'loop-1', commit: null, dirty: true, startedAt: '', ms: 1, artifacts: '/a' },
  steps,
});

const compare = (baseline: VerificationRecord, head: VerificationRecord) =>
  comparerOf({
    ...{ tree: { root: '/tree' } as Workspace, baseCommit: {} as BaseCommit, base: 'a'.repeat(40), reruns: 0 },
    verifier: () => Promise.reject(new Error('nothing is run again')),
    baseline: async () => baseline,
  })(head);

it('an installation that only the first verification needs is no difference', async () => {
  const tests = [{ id: 'adds', name: 'adds', status: 'passed' } as const];
  const test = step('test', { testing: true, tests });
  const { verdict, removed } = await compare(record(step('install', { preparing: true }), test), record(test));
  expect({ verdict, removed }).toEqual({ verdict: 'same', removed: [] });
  // Any other step that is missing stays one.
  expect((await compare(record(step('lint'), test), record(test))).verdict).toBe('unknown');
});
