import { describe, expect, it } from '@jest/globals';
import { gistOf } from '../../src/view/verification-lines.js';

const gist = (...lines: readonly string[]) => gistOf(lines.join('\n'));

describe('the gist of a failure', () => {
  it('is what was expected and what was there, without the way there', () => {
    expect(
      gist('expect(received).toBe(expected)', '', 'Expected: 3', 'Received: -1', '    at add.test.js:4:3'),
    ).toEqual(['expect(received).toBe(expected)', 'Expected: 3', 'Received: -1']);
  });

  it('begins behind a traceback of Python', () => {
    expect(
      gist(
        'Traceback (most recent call last):',
        '  File "a.py", line 3, in test_a',
        '    self.fail()',
        'AssertionError: no',
      ),
    ).toEqual(['AssertionError: no']);
  });

  it.each(['self = <test_a.A object>', '    def test_a():', '>   assert x', 'E   assert 1 == 2'])(
    'ends where pytest goes on with "%s"',
    (source) => {
      expect(gist('assert 1 == 2', ' + where 1 = one()', source, 'more')).toEqual([
        'assert 1 == 2',
        ' + where 1 = one()',
      ]);
    },
  );

  it('says something of every message that says anything, in a few lines', () => {
    expect(gist('Traceback (most recent call last):')).toEqual(['Traceback (most recent call last):']);
    expect(gist(...Array.from({ length: 40 }, (_, n) => `line ${n}`))).toHaveLength(6);
    expect(gist('')).toEqual([]);
  });
});
