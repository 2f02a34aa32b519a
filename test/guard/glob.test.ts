import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchesGlob, matchesSteps } from '../../src/guard/paths/glob.js';

describe('a glob', () => {
  it('means what the regular expression for it means', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 8 }).map((all) => all.join(''));
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(letters, word, (glob, text) => {
        const pattern = new RegExp(`^${[...glob].map((char) => ({ '*': '.*', '?': '.' })[char] ?? char).join('')}$`);
        expect(matchesGlob(glob, text)).toBe(pattern.test(text));
      }),
    );
  });

  it('of a path goes over any number of steps with two stars, and over one with one', () => {
    const fits = (glob: string, path: string) => matchesSteps(glob.split('/'), path.split('/'));
    expect(fits('**/.env', '.env')).toBe(true);
    expect(fits('**/.env', 'a/b/.env')).toBe(true);
    expect(fits('src/**', 'src/a/b')).toBe(true);
    expect(fits('src/*', 'src/a/b')).toBe(false);
    expect(fits('a/**/b/**/c', 'a/x/b/y/z/c')).toBe(true);
    expect(fits('**/*.ts', 'a/b.js')).toBe(false);
  });

  it('cannot be made to crawl', () => {
    expect(matchesGlob('*a'.repeat(500), `${'a'.repeat(5000)}b`)).toBe(false);
  });
});
