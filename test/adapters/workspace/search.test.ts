import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fitsGlobs } from '../../../src/adapters/workspace/glob.js';
import { searchIn } from '../../../src/adapters/workspace/search.js';
import type { SearchOptions } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';
import { repositoryOf, treeOf } from './tree.js';

describe.each([
  ['in a repository', repositoryOf],
  ['in a folder without git', treeOf],
] as const)('searching %s', (_, made) => {
  let root = '';
  beforeAll(async () => {
    root = await made({
      'a.ts': 'one\nNeedle two\nthree\n',
      'src/b.ts': 'const needle = (1);\nconst other = 2;\n',
      'src/c.js': 'needle\r\nneedle again\r\n',
      'src/カート.md': '針 needle\n',
      'bin.dat': Buffer.from('needle\0needle'),
      '.hidden/x': 'needle',
      '.gitignore': 'ignored/\n',
      '.ignore': 'src/\n',
    });
    writeFileSync(path.join(root, 'new.txt'), 'a new needle');
    const outside = await newFolder();
    writeFileSync(path.join(outside, 'secret'), 'needle');
    symlinkSync(path.join(outside, 'secret'), path.join(root, 'out'));
    symlinkSync(outside, path.join(root, 'outside'));
  });
  const search = (ask: Partial<SearchOptions>) => searchIn(root, { pattern: 'needle', limit: 50, ...ask });
  const places = async (ask: Partial<SearchOptions>) =>
    (await search(ask)).found.map(({ file, line }) => `${file}:${line}`);

  it('finds lines in every text file that git would not ignore, sorted, links not followed', async () => {
    expect(await places({})).toEqual([
      '.hidden/x:1',
      'new.txt:1',
      'src/b.ts:1',
      'src/c.js:1',
      'src/c.js:2',
      'src/カート.md:1',
    ]);
  });

  it('gives the line without its ending', async () => {
    expect((await search({ under: 'src/c.js' })).found[1]).toEqual({
      file: 'src/c.js',
      line: 2,
      text: 'needle again',
      matched: true,
    });
  });

  it('takes a pattern word for word, or without regard to case', async () => {
    expect(await places({ pattern: '= (1)', literal: true })).toEqual(['src/b.ts:1']);
    expect(await places({ pattern: '= \\(\\d\\);$' })).toEqual(['src/b.ts:1']);
    expect(await places({ ignoreCase: true, globs: ['a.ts'] })).toEqual(['a.ts:2']);
    expect(await places({ pattern: '-e' })).toEqual([]);
  });

  it('keeps to a folder, a file, and globs', async () => {
    expect(await places({ under: 'src' })).toHaveLength(4);
    expect(await places({ under: 'src', globs: ['*.ts', '*.md'] })).toEqual(['src/b.ts:1', 'src/カート.md:1']);
    expect(await places({ globs: ['!src', '!.hidden'] })).toEqual(['new.txt:1']);
    expect(await places({ globs: ['src'] })).toHaveLength(4);
  });

  it('shows the lines around, and says which of them fit', async () => {
    const { found } = await search({ pattern: 'two', context: 1 });
    expect(found.map(({ line, text, matched }) => [line, text, matched])).toEqual([
      [1, 'one', false],
      [2, 'Needle two', true],
      [3, 'three', false],
    ]);
  });

  it('says that there is more, and only then', async () => {
    expect(await search({ limit: 2 })).toMatchObject({
      found: [{ file: '.hidden/x' }, { file: 'new.txt' }],
      more: true,
    });
    expect(await search({ limit: 6 })).toMatchObject({ more: false });
  });

  it('refuses a pattern that is none, or holds what no line holds', async () => {
    await expect(search({ pattern: '(' })).rejects.toMatchObject({
      name: 'UserError',
      expected: 'a regular expression',
    });
    await expect(search({ pattern: 'a\nb' })).rejects.toThrow('of one line');
    await expect(search({ pattern: 'a\0b' })).rejects.toThrow('of one line');
    await expect(search({ pattern: 'a'.repeat(5_000_000) })).rejects.toThrow('of one line');
    await expect(search({ under: '../' })).rejects.toMatchObject({ ends: 'refused' });
    await expect(search({ under: 'out' })).rejects.toMatchObject({ ends: 'refused' });
    await expect(search({ under: '.git' })).rejects.toMatchObject({ ends: 'refused' });
  });

  it('keeps of a very long line what is around the match', async () => {
    const long = await made({ 'min.js': `${'é'.repeat(100_000)}needle${'y'.repeat(100_000)}` });
    const { found } = await searchIn(long, { pattern: 'needle', limit: 5 });
    expect(found[0]?.text.length).toBeLessThan(450);
    expect(found[0]?.text).toContain('needle');
  });

  it('ends when it is told to', async () => {
    await expect(search({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('a pattern that could backtrack for ever gives up', async () => {
  const root = await repositoryOf({ 'a.txt': `${'a'.repeat(50_000)}\n` });
  const outcome = searchIn(root, { pattern: '(a+)+b', limit: 5 }).then(
    ({ found }) => found.length,
    (error: Error) => error.name,
  );
  expect([0, 'UserError']).toContain(await outcome);
});

it('a folder that the repository around it ignores is searched all the same', async () => {
  const root = await repositoryOf({ '.gitignore': 'inner/\n', 'inner/a.txt': 'needle', 'inner/b/.gitignore': 'x\n' });
  expect((await searchIn(path.join(root, 'inner'), { pattern: 'needle', limit: 5 })).found).toMatchObject([
    { file: 'a.txt', line: 1 },
  ]);
});

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
