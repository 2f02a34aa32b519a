import { describe, expect, it } from '@jest/globals';
import { findTest } from '../../../src/verify/prove/reproduce.js';
import type { TestRecord, VerificationRecord } from '../../../src/verify/records.js';

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
