import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import { fitsGlobs } from '../../../src/adapters/workspace/glob.js';
import { treeOf } from './tree.js';

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

  it('picks the files that ripgrep picks', async () => {
    const files = [
      'a.ts',
      'b.ts',
      'src/a.ts',
      'src/b.js',
      'src/deep/a.ts',
      'src/deep/src/c.md',
      'test/a.test.ts',
      'a b/x.ts',
    ];
    const root = await treeOf(Object.fromEntries(files.map((file) => [file, ''])));
    const piece = fc.constantFrom(
      'a',
      'b',
      'src',
      'deep',
      'test',
      '*',
      '**',
      '?',
      '.ts',
      '.js',
      '{a,b}',
      '[ab]',
      '*.ts',
      '*.md',
    );
    const glob = fc
      .tuple(fc.constantFrom('', '!', '/'), fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom('/', ''))
      .map(([lead, pieces, join]) => lead + pieces.join(join))
      // Here ripgrep takes three stars in a row, or stars beside letters, otherwise than git does.
      .filter((text) => !/\*\*\*|[^/!]\*\*|\*\*[^/]|^!?\/?\*\*$/.test(text));
    fc.assert(
      fc.property(fc.array(glob, { minLength: 1, maxLength: 3 }), (globs) => {
        const inside = globs.flatMap((one) => ['-g', one, '-g', below(one)]);
        const theirs = rg(root, ['--files', ...inside]);
        expect(files.filter(fitsGlobs(globs)).sort()).toEqual(theirs);
      }),
      { numRuns: 60 },
    );
  });
});

/** What a folder that fits holds: ripgrep needs to be told. */
function below(glob: string): string {
  const bare = glob.replace(/^!/, '');
  return `${glob.startsWith('!') ? '!' : ''}${bare.includes('/') ? bare : `**/${bare}`}/**`;
}

function rg(cwd: string, args: readonly string[]): readonly string[] {
  try {
    return execFileSync(rgPath, args, { cwd, encoding: 'utf8' }).split('\n').filter(Boolean).sort();
  } catch {
    return [];
  }
}
