import { expect, it } from '@jest/globals';
import { fixedByCode, holdsAnswers } from '../../../src/verify/prove/proof.js';

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
  expect(holdsAnswers([{ kind: 'expectation-changed' }, { kind: 'special-case' }])).toBe(true);
  expect(holdsAnswers([{ kind: 'expectation-changed' }])).toBe(false);
  expect(holdsAnswers(undefined)).toBe(false);
});
