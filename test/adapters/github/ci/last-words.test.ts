import { describe, expect, it } from '@jest/globals';
import { failedLines } from '../../../../src/adapters/github/ci/failures.js';

describe('the last words of a job', () => {
  it('are the end of a log that does not say where it failed', () => {
    expect(failedLines('one\ntwo\nthree\n')).toBe('one\ntwo\nthree');
    expect(failedLines('')).toBe('');
  });

  it('are those of the last step that failed', () => {
    const log = '##[group]Run a\n##[error]no a\n##[group]Run b\nb says so\n##[error]no b\nafter it';
    expect(failedLines(log)).toBe('b says so\n##[error]no b');
  });

  it('are no more than somebody reads', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n}`);
    expect(failedLines(lines.join('\n')).split('\n')).toEqual(lines.slice(-80));
    const long = failedLines('x'.repeat(100_000));
    expect(long).toHaveLength(8001);
    expect(long.startsWith('…')).toBe(true);
  });
});
