import { describe, expect, it } from '@jest/globals';
import { fitsGlobs } from '../../../src/adapters/workspace/glob.js';

const fits = (glob: string, path: string) => fitsGlobs([glob])(path);

describe('a glob', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'deep/er/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**', 'src/deep/a.ts', true],
    ['**/test/**', 'a/test/b/c', true],
    ['**/test/**', 'a/testing/b', false],
    ['/a.ts', 'a.ts', true],
    ['/a.ts', 'src/a.ts', false],
    ['./src/a.ts', 'src/a.ts', true],
    ['src', 'src/a.ts', true],
    ['src/', 'lib/src/a.ts', true],
    ['*.{ts,js}', 'a.js', true],
    ['{src,lib}/*.{ts,js}', 'lib/a.ts', true],
    ['{src,lib}/*.{ts,js}', 'bin/a.ts', false],
    ['[a-c]?.md', 'bx.md', true],
    ['[!a-c]?.md', 'bx.md', false],
    ['[^a-c]?.md', 'dx.md', true],
    ['\\*.md', '*.md', true],
    ['\\*.md', 'a.md', false],
    ['\\{a,b\\}', '{a,b}', true],
    ['[.md', '[.md', true],
    ['*', '.hidden', true],
    ['カ*.txt', 'カート.txt', true],
  ])('%s and %s: %s', (glob, path, expected) => {
    expect(fits(glob, path)).toBe(expected);
  });

  it('is decided by the last that fits', () => {
    const wanted = fitsGlobs(['*.ts', '!*.test.ts', 'keep.test.ts']);
    expect(['a.ts', 'a.test.ts', 'keep.test.ts', 'a.md'].filter(wanted)).toEqual(['a.ts', 'keep.test.ts']);
    expect(['a.ts', 'a.md'].filter(fitsGlobs(['!*.ts']))).toEqual(['a.md']);
    expect(['a.ts'].filter(fitsGlobs([]))).toEqual(['a.ts']);
  });

  it('is never slow, however it is built', () => {
    const path = `${'a'.repeat(2_000)}b`;
    for (const glob of [
      `${'a*'.repeat(200)}c`,
      `${'**/'.repeat(200)}c`,
      `${'{a,b}'.repeat(200)}`,
      `${'['.repeat(2_000)}`,
    ])
      expect(fits(glob, path)).toBe(false);
  });
});
