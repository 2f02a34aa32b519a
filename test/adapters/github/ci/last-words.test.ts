import { describe, expect, it } from '@jest/globals';
import { lastWords } from '../../../../src/adapters/github/ci/failures.js';

describe('the last words of a job', () => {
  it('are the end of a log that does not say where it failed', () => {
    expect(lastWords('one\ntwo\nthree\n')).toBe('one\ntwo\nthree');
    expect(lastWords('')).toBe('');
  });

  it('are those of the last step that failed', () => {
    const log = '##[group]Run a\n##[error]no a\n##[group]Run b\nb says so\n##[error]no b\nafter it';
    expect(lastWords(log)).toBe('b says so\n##[error]no b');
  });

  it('are no more than somebody reads', () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n}`);
    expect(lastWords(lines.join('\n')).split('\n')).toEqual(lines.slice(-80));
    const long = lastWords('x'.repeat(100_000));
    expect(long).toHaveLength(8001);
    expect(long.startsWith('…')).toBe(true);
  });
});
