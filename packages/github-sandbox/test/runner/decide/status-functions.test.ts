import { describe, expect, it } from '@jest/globals';
import {
  jobStatusFunctions,
  mergedConclusion,
  stepStatusFunctions,
} from '../../../src/runner/decide/status-functions.js';
import type { Conclusion } from '../../../src/runner/model.js';

const received = (before: Record<string, Conclusion>, cancelled = false): Record<string, unknown> =>
  Object.fromEntries(Object.entries(jobStatusFunctions({ before, cancelled })).map(([name, call]) => [name, call()]));

describe('the status of jobs', () => {
  it.each([
    [{}, { success: true, failure: false, cancelled: false, always: true }],
    [
      { a: 'success', b: 'success' },
      { success: true, failure: false },
    ],
    [
      { a: 'success', b: 'failure' },
      { success: false, failure: true },
    ],
    [{ a: 'skipped' }, { success: false, failure: false }],
  ] as [Record<string, Conclusion>, Record<string, boolean>][])('after %j', (before, expected) => {
    expect(received(before)).toMatchObject(expected);
  });

  it('after a cancellation is neither success nor failure', () => {
    expect(received({ a: 'failure' }, true)).toEqual({ always: true, cancelled: true, failure: false, success: false });
  });

  it('can be asked of single jobs', () => {
    const { success } = jobStatusFunctions({ before: { a: 'success', b: 'failure' }, cancelled: false });
    expect([success?.('a'), success?.('b')]).toEqual([true, false]);
  });
});

describe('the status of steps', () => {
  it.each(['success', 'failure', 'cancelled'] as const)('is the job as it stands: %s', (status) => {
    const functions = stepStatusFunctions(status);
    expect(['success', 'failure', 'cancelled'].filter((name) => functions[name]?.())).toEqual([status]);
  });
});

describe('the result of several jobs', () => {
  it.each([
    [['success', 'skipped'], 'success'],
    [['success', 'cancelled'], 'cancelled'],
    [['cancelled', 'failure'], 'failure'],
    [['skipped'], 'skipped'],
  ] as [Conclusion[], Conclusion][])('%j is %s', (conclusions, expected) => {
    expect(mergedConclusion(conclusions)).toBe(expected);
  });
});
