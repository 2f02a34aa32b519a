import { describe, expect, it } from '@jest/globals';
import { linesOf } from '../../src/page/parts/diff.js';

describe('a line of a difference', () => {
  it('has the number it had before, and the one it has now', () => {
    const lines = linesOf('@@ -3,2 +3,3 @@ about\n same\n-old\n+new\n+more\n\\ No newline at end of file');
    expect(lines.map(({ kind, old, new: now, text }) => [kind, old, now, text])).toEqual([
      ['hunk', 3, 3, '@@ -3,2 +3,3 @@ about'],
      ['same', 3, 3, 'same'],
      ['removed', 4, 4, 'old'],
      ['added', 5, 4, 'new'],
      ['added', 5, 5, 'more'],
    ]);
  });
});
