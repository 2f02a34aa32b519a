import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expandMatrix, legName } from '../../../src/runner/decide/matrix.js';

describe('a matrix', () => {
  it("follows the example of GitHub's documentation", () => {
    const legs = expandMatrix({
      fruit: ['apple', 'pear'],
      animal: ['cat', 'dog'],
      include: [
        { color: 'green' },
        { color: 'pink', animal: 'cat' },
        { fruit: 'apple', shape: 'circle' },
        { fruit: 'banana' },
        { fruit: 'banana', animal: 'cat' },
      ],
    });
    expect(legs).toEqual([
      { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
      { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
      { fruit: 'pear', animal: 'cat', color: 'pink' },
      { fruit: 'pear', animal: 'dog', color: 'green' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ]);
  });

  it('may consist of include alone', () => {
    expect(expandMatrix({ include: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('has as many legs as its axes multiply to, all different', () => {
    const axis = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(axis, axis, axis, (a, b, c) => {
        const legs = expandMatrix({ a, b, c });
        expect(new Set(legs.map((leg) => JSON.stringify(leg))).size).toBe(a.length * b.length * c.length);
      }),
    );
  });

  it.each([
    [{ a: [] }, 'the matrix is empty'],
    [{ a: 'x' }, "the matrix axis 'a' must be a list"],
    [{ a: Array.from({ length: 257 }, (_, index) => index) }, 'the matrix makes 257 jobs, more than 256'],
    ['x', 'the matrix must be a mapping'],
  ])('is refused when it cannot be one (%#)', (matrix, sentence) => {
    expect(() => expandMatrix(matrix)).toThrow(sentence);
  });

  it('names its legs by their values', () => {
    expect(legName('test', { node: 20, os: { name: 'linux', arch: 'arm' } })).toBe('test (20, linux, arm)');
    expect(legName('test', {})).toBe('test');
  });
});
