import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isForbiddenEnv, maySetEnv, parseFileCommands } from '../../../src/runner/run/command-files.js';

describe('what a step writes into its files', () => {
  it('reads lines and blocks, and whichever of = and << comes first decides', () => {
    expect(parseFileCommands('a=1\nb<<END\none\n\ntwo=2\nEND\nc=x<<y\n')).toEqual([
      ['a', '1'],
      ['b', 'one\n\ntwo=2'],
      ['c', 'x<<y'],
    ]);
  });

  it('gives back every value that was written as a block', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,10}$/);
    const value = fc.string({ unit: fc.constantFrom('a', '=', '<', '\n', ' ', 'é', '%') });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const written = pairs.map(([key, text]) => `${key}<<ghadelimiter_1\n${text}\nghadelimiter_1\n`).join('');
        expect(parseFileCommands(written)).toEqual(pairs);
      }),
    );
  });

  it.each([
    ['no sign at all', "Invalid format 'no sign at all'"],
    ['=x', "Invalid format '=x'"],
    ['a<<END\nx', "Matching delimiter not found 'END'"],
    ['a<<\nx', 'Name and delimiter must not be empty'],
  ])('refuses %j', (content, sentence) => {
    expect(() => parseFileCommands(content)).toThrow(sentence);
  });

  it("keeps the runner's own variables", () => {
    expect(['GITHUB_SHA', 'runner_temp', 'CI', 'MINE'].map(maySetEnv)).toEqual([false, false, false, true]);
    expect(isForbiddenEnv('node_options')).toBe(true);
  });
});
