import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { agentView, copyOf, openWorkspace, storeOutputs } from '../../../src/adapters/workspace/index.js';
import type { Workspace } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';
import { type Files, git, putPipe, repositoryOf, treeOf } from './tree.js';

const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());
const bytes = (words: string) => Buffer.from(words);

const KINDS: readonly (readonly [string, (root: string) => Promise<Workspace>])[] = [
  ['a tree', async (root) => openWorkspace(root)],
  ['a copy of a tree', async (root) => copyOf(openWorkspace(root))],
];

const FILES: Files = { 'README.md': '# shop\n', 'src/cart.ts': 'export const cart = 1;\n', 'src/deep/er/x.ts': '' };

describe.each(KINDS)('%s', (_, open) => {
  it('reads what is there, whole or a range, and says null of what is not', async () => {
    const tree = await open(await treeOf(FILES));
    expect(text(await tree.read('README.md'))).toBe('# shop\n');
    expect(text(await tree.read('README.md', { from: 2, to: 6 }))).toBe('shop');
    expect(text(await tree.read('README.md', { from: 5, to: 99_999 }))).toBe('p\n');
    expect(await tree.read('README.md', { from: 50, to: 60 })).toHaveLength(0);
    expect(await tree.read('nothing.md')).toBeNull();
    expect(await tree.read('README.md/below')).toBeNull();
  });

  it('takes absolute paths and detours inside the tree', async () => {
    const root = await treeOf(FILES);
    const tree = await open(root);
    expect(text(await tree.read(path.join(root, 'README.md')))).toBe('# shop\n');
    expect(text(await tree.read('src/../README.md'))).toBe('# shop\n');
  });

  it('gives back what was written, makes the folders on the way, and lists them', async () => {
    const tree = await open(await treeOf(FILES));
    await tree.write('new/folder/file.txt', bytes('one'));
    await tree.write('README.md', bytes('two'));
    expect(text(await tree.read('new/folder/file.txt'))).toBe('one');
    expect(text(await tree.read('README.md'))).toBe('two');
    expect(await tree.entryAt('new/folder')).toMatchObject({ kind: 'folder' });
    expect(await tree.list('new')).toEqual([{ name: 'folder', kind: 'folder' }]);
    expect(await tree.list('.')).toEqual([
      { name: 'README.md', kind: 'file' },
      { name: 'new', kind: 'folder' },
      { name: 'src', kind: 'folder' },
    ]);
  });

  it('keeps the mode of what it writes over, and sets the one it is given', async () => {
    const root = await treeOf({ 'run.sh': 'echo', 'other.sh': 'echo' });
    chmodSync(path.join(root, 'run.sh'), 0o755);
    const tree = await open(root);
    await tree.write('run.sh', bytes('echo 2'));
    await tree.write('other.sh', bytes('echo 2'), 0o700);
    expect((await tree.entryAt('run.sh'))?.mode).toBe(0o755);
    expect((await tree.entryAt('other.sh'))?.mode).toBe(0o700);
  });

  it('removes files, quietly those that are not there, and folders never', async () => {
    const tree = await open(await treeOf(FILES));
    await tree.remove('README.md');
    await tree.remove('README.md');
    await tree.remove('never/was');
    expect(await tree.read('README.md')).toBeNull();
    expect(await tree.entryAt('README.md')).toBeNull();
    await expect(tree.remove('src')).rejects.toThrow('which is a folder');
    expect(await tree.files({})).toEqual(['src/cart.ts', 'src/deep/er/x.ts']);
  });

  it('takes any name that a disk takes', async () => {
    const tree = await open(await treeOf({ 'a.txt': '' }));
    const names = [
      'with space.txt',
      'new\nline.txt',
      'カート/品.txt',
      'cafe\u0301.txt',
      'quote\'".txt',
      '-rf',
      ':(top)x',
      '*.txt',
    ];
    for (const name of names) await tree.write(name, bytes(name));
    for (const name of names) expect(text(await tree.read(name))).toBe(name);
    expect(await tree.files({})).toEqual(['a.txt', ...names].sort());
  });

  it('refuses every path that names something outside, or nothing', async () => {
    const tree = await open(await treeOf(FILES));
    for (const wrong of ['../x', '/etc/passwd', 'src/../../x', '', 'a\0b', '..', '/', `${'x/'.repeat(3_000)}y`]) {
      await expect(tree.read(wrong)).rejects.toMatchObject({ name: 'UserError', ends: 'refused' });
      await expect(tree.write(wrong, bytes('x'))).rejects.toMatchObject({ name: 'UserError', ends: 'refused' });
      await expect(tree.remove(wrong)).rejects.toMatchObject({ name: 'UserError', ends: 'refused' });
      await expect(tree.entryAt(wrong)).rejects.toMatchObject({ name: 'UserError', ends: 'refused' });
    }
  });

  it("never touches git's own files, however they are spelled", async () => {
    const root = await repositoryOf(FILES);
    const before = readFileSync(path.join(root, '.git/config'), 'utf8');
    const tree = await open(root);
    const spellings = [
      '.git/config',
      '.GIT/config',
      'src/.git/hooks/x',
      '.git./config',
      '.git /x',
      '.g\u200cit/config',
      'git~1/x',
      '.git::$INDEX_ALLOCATION/x',
    ];
    for (const spelling of spellings) {
      await expect(tree.write(spelling, bytes('x'))).rejects.toThrow('of git itself');
      await expect(tree.read(spelling)).rejects.toThrow('of git itself');
    }
    expect(readFileSync(path.join(root, '.git/config'), 'utf8')).toBe(before);
    await tree.write('.github/CODEOWNERS', bytes('x'));
    await tree.write('.gitignore', bytes('x'));
    await tree.write('.gitattributes', bytes('x'));
  });

  it('follows links that stay inside when it reads, and none when it writes', async () => {
    const root = await treeOf(FILES);
    symlinkSync('README.md', path.join(root, 'READ.link'));
    symlinkSync('src', path.join(root, 'folder.link'));
    const tree = await open(root);
    expect(text(await tree.read('READ.link'))).toBe('# shop\n');
    expect(text(await tree.read('folder.link/cart.ts'))).toBe('export const cart = 1;\n');
    expect(await tree.entryAt('READ.link')).toMatchObject({ kind: 'link' });
    expect(await tree.read('folder.link/nothing')).toBeNull();
    await expect(tree.write('READ.link', bytes('x'))).rejects.toThrow('is a link');
    await expect(tree.write('folder.link/new.ts', bytes('x'))).rejects.toThrow('is a link');
    await expect(tree.remove('folder.link/cart.ts')).rejects.toThrow('is a link');
    expect(existsSync(path.join(root, 'src/new.ts'))).toBe(false);
  });

  it('refuses links that lead out, dangling ones too, and into .git', async () => {
    const outside = await newFolder();
    writeFileSync(path.join(outside, 'secret'), 'canary');
    const root = await repositoryOf(FILES);
    symlinkSync(path.join(outside, 'secret'), path.join(root, 'out'));
    symlinkSync(outside, path.join(root, 'outside'));
    symlinkSync(path.join(outside, 'later'), path.join(root, 'dangling'));
    symlinkSync('outside/secret', path.join(root, 'twice'));
    symlinkSync('.git', path.join(root, 'dotgit'));
    symlinkSync('round', path.join(root, 'round'));
    const tree = await open(root);
    for (const way of [
      'out',
      'outside/secret',
      'outside/nothing',
      'dangling',
      'twice',
      'outside/new/file',
      'dotgit/config',
      'round',
    ]) {
      await expect(tree.read(way)).rejects.toMatchObject({ ends: 'refused' });
      await expect(tree.write(way, bytes('x'))).rejects.toMatchObject({ ends: 'refused' });
    }
    await expect(tree.list('outside')).rejects.toMatchObject({ ends: 'refused' });
    expect(readdirSync(outside)).toEqual(['secret']);
    expect(readFileSync(path.join(outside, 'secret'), 'utf8')).toBe('canary');
  });

  it('does not wait for a pipe, nor open a device', async () => {
    const root = await treeOf(FILES);
    putPipe(path.join(root, 'pipe'));
    symlinkSync('/dev/zero', path.join(root, 'zero'));
    const tree = await open(root);
    await expect(tree.read('pipe')).rejects.toThrow('a device, a pipe or a socket');
    await expect(tree.write('pipe', bytes('x'))).rejects.toMatchObject({ ends: 'refused' });
    await expect(tree.read('zero')).rejects.toMatchObject({ ends: 'refused' });
    await expect(tree.search({ pattern: 'x', under: 'pipe', limit: 5 })).rejects.toMatchObject({ ends: 'refused' });
    expect((await tree.search({ pattern: 'cart', limit: 5 })).found).toHaveLength(1);
    expect(await tree.entryAt('pipe')).toMatchObject({ kind: 'other' });
  });

  it('reads a range of a file that is too long to be read whole', async () => {
    const root = await treeOf({ huge: 'begin' });
    truncateSync(path.join(root, 'huge'), 3 * 1024 ** 3);
    const tree = await open(root);
    await expect(tree.read('huge')).rejects.toThrow('Read a range of it');
    expect(text(await tree.read('huge', { from: 0, to: 5 }))).toBe('begin');
    expect(await tree.read('huge', { from: 3 * 1024 ** 3 - 2, to: 3 * 1024 ** 3 + 9 })).toHaveLength(2);
  });

  it('knows the files that git would not ignore: new ones, not deleted ones', async () => {
    const root = await repositoryOf({ ...FILES, '.gitignore': '*.log\nbuild/\n', 'old.txt': '' });
    for (const name of ['debug.log', 'new.txt']) writeFileSync(path.join(root, name), '');
    mkdirSync(path.join(root, 'build'));
    writeFileSync(path.join(root, 'build/out.js'), '');
    git(root, ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`]);
    writeFileSync(path.join(root, '.gitmodules'), '[submodule "sub"]\n\tpath = sub\n\turl = x\n');
    execFileSync('rm', [path.join(root, 'old.txt')]);
    const tree = await open(root);
    expect(await tree.files({})).toEqual([
      '.gitignore',
      '.gitmodules',
      'README.md',
      'new.txt',
      'src/cart.ts',
      'src/deep/er/x.ts',
    ]);
    expect(await tree.files({ under: 'src' })).toEqual(['src/cart.ts', 'src/deep/er/x.ts']);
    expect(await tree.files({ globs: ['*.ts', '!deep'] })).toEqual(['src/cart.ts']);
    await expect(tree.files({ under: 'nowhere' })).rejects.toMatchObject({ ends: 'refused' });
  });

  it('respects .gitignore also where there is no repository', async () => {
    const tree = await open(await treeOf({ ...FILES, '.gitignore': 'src/\n', '.ignore': 'README.md' }));
    expect(await tree.files({})).toEqual(['.gitignore', '.ignore', 'README.md']);
  });
});

describe('a tree that is written to', () => {
  it('holds the old file or the new one, never half of it, and nothing else', async () => {
    const root = await treeOf({ 'a.txt': 'old' });
    const tree = openWorkspace(root);
    const before = statSync(path.join(root, 'a.txt')).ino;
    await tree.write('a.txt', bytes('new'));
    expect(statSync(path.join(root, 'a.txt')).ino).not.toBe(before);
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('does not write through a hard link to a file outside', async () => {
    const outside = path.join(await newFolder(), 'secret');
    writeFileSync(outside, 'canary');
    const root = await treeOf({});
    linkSync(outside, path.join(root, 'inside'));
    await openWorkspace(root).write('inside', bytes('changed'));
    expect(readFileSync(outside, 'utf8')).toBe('canary');
  });

  it('leaves nothing behind when it cannot write', async () => {
    const root = await treeOf({ 'folder/x': '' });
    await expect(openWorkspace(root).write(`folder/${'x'.repeat(300)}`, bytes('x'))).rejects.toThrow(
      'that the disk takes',
    );
    expect(readdirSync(path.join(root, 'folder'))).toEqual(['x']);
  });

  it('is not there when its root is not', () => {
    expect(() => openWorkspace('/nowhere/at/all')).toThrow('crew needs a folder');
  });
});

describe('a copy', () => {
  it('leaves the tree as it was', async () => {
    const root = await repositoryOf(FILES);
    const copy = await copyOf(openWorkspace(root));
    await copy.write('README.md', bytes('changed'));
    await copy.write('new.txt', bytes('new'));
    await copy.remove('src/cart.ts');
    expect(git(root, ['status', '--porcelain'])).toBe('');
    expect(lstatSync(path.join(root, 'README.md')).size).toBe(7);
    await copy.close();
  });

  it('shows one file under each of its names', async () => {
    const root = await treeOf(FILES);
    symlinkSync('src', path.join(root, 'folder.link'));
    const copy = await copyOf(openWorkspace(root));
    await copy.write('src/cart.ts', bytes('changed'));
    await copy.write('src/new.ts', bytes('new'));
    expect(text(await copy.read('folder.link/cart.ts'))).toBe('changed');
    expect(text(await copy.read('folder.link/new.ts'))).toBe('new');
    await copy.remove('src/cart.ts');
    expect(await copy.read('folder.link/cart.ts')).toBeNull();
    expect(await copy.entryAt('folder.link/cart.ts')).toBeNull();
    await copy.write('src/deep/er.ts', bytes('deep'));
    expect(text(await copy.read('folder.link/deep/er.ts'))).toBe('deep');
  });

  it('does not follow a link that it removed or replaced', async () => {
    const root = await treeOf(FILES);
    symlinkSync('src', path.join(root, 'folder.link'));
    symlinkSync('README.md', path.join(root, 'READ.link'));
    const copy = await copyOf(openWorkspace(root));
    await copy.remove('READ.link');
    await copy.remove('folder.link');
    expect(await copy.read('READ.link')).toBeNull();
    expect(await copy.entryAt('folder.link/cart.ts')).toBeNull();
    expect(await copy.read('folder.link/cart.ts')).toBeNull();
    await expect(copy.list('folder.link')).rejects.toThrow('where nothing is');
    await copy.write('READ.link', bytes('a file'));
    await copy.write('folder.link/new.ts', bytes('new'));
    expect(await copy.entryAt('READ.link')).toMatchObject({ kind: 'file' });
    expect(text(await copy.read('READ.link'))).toBe('a file');
    expect(text(await copy.read('folder.link/new.ts'))).toBe('new');
    expect(await copy.list('folder.link')).toEqual([{ name: 'new.ts', kind: 'file' }]);
  });

  it('finds in what was written, no longer in what it replaced', async () => {
    const root = await repositoryOf({ 'a.txt': 'needle one', 'b.txt': 'needle two', 'c{x}[y]*.txt': 'needle three' });
    const copy = await copyOf(openWorkspace(root));
    await copy.write('a.txt', bytes('hay\nneedle four'));
    await copy.write('new/d.txt', bytes('needle five'));
    await copy.remove('c{x}[y]*.txt');
    const { found } = await copy.search({ pattern: 'needle', limit: 10 });
    expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual(['a.txt:2', 'b.txt:1', 'new/d.txt:1']);
    expect((await copy.search({ pattern: 'needle', under: 'new', limit: 10 })).found).toHaveLength(1);
    expect((await copy.search({ pattern: 'needle', globs: ['b*'], limit: 10 })).found).toHaveLength(1);
  });
});

const OUTPUT = 'output-0123abcd.log';

const VIEWED_FILES = {
  'a.ts': 'needle\n',
  'src/.crew/b.ts': 'needle\n',
  '.crew/runs/r': 'needle\n',
  [`.crew/outputs/${OUTPUT}`]: 'needle\n',
};

describe('a tree without what is crew’s own', () => {
  const open = async () => {
    const root = await treeOf(VIEWED_FILES);
    const home = path.join(root, '.crew');
    const own = { home, outputs: path.join(home, 'outputs'), open: openWorkspace };
    return { root, tree: agentView(openWorkspace(root), own) };
  };

  it.each(['in a repository', 'in a mere folder'])('lists, finds and searches all but that, %s', async (where) => {
    const { root, tree } = await open();
    if (where === 'in a repository') git(root, ['init', '-q']);
    expect(await tree.files({})).toEqual(['a.ts', 'src/.crew/b.ts']);
    expect(await tree.files({ globs: ['runs/**', '.crew/**'] })).toEqual([]);
    const names = (await tree.list('.')).map(({ name }) => name);
    expect(names.filter((name) => name !== '.git')).toEqual(['a.ts', 'src']);
    expect((await tree.list('src')).map(({ name }) => name)).toEqual(['.crew']);
    const { found } = await tree.search({ pattern: 'needle', limit: 10, globs: ['**'] });
    expect(found.map(({ file }) => file)).toEqual(['a.ts', 'src/.crew/b.ts']);
    expect((await tree.search({ pattern: 'needle', limit: 10, under: '.crew' })).found).toEqual([]);
  });

  it('lets an output be read, in the tree or outside of it', async () => {
    const { root, tree } = await open();
    const text = async (from: typeof tree, at: string) => Buffer.from((await from.read(at)) ?? '').toString();
    expect(await text(tree, `.crew/outputs/${OUTPUT}`)).toBe('needle\n');
    const home = await newFolder();
    const outputs = path.join(home, 'outputs');
    const beside = agentView(openWorkspace(root), { home, outputs, open: openWorkspace });
    const kept = storeOutputs(outputs)();
    kept.add(Buffer.from('long'));
    const at = (await kept.close(true)) ?? '';
    expect(await text(beside, at)).toBe('long');
    expect(await beside.entryAt(at)).toMatchObject({ kind: 'file', size: 4 });
  });

  it('lets nothing else be read outside of the tree', async () => {
    const { root } = await open();
    const home = await newFolder();
    const outputs = path.join(home, 'outputs');
    mkdirSync(outputs);
    writeFileSync(path.join(outputs, 'secret'), 'x');
    writeFileSync(path.join(home, OUTPUT), 'x');
    const tree = agentView(openWorkspace(root), { home, outputs, open: openWorkspace });
    for (const at of [path.join(outputs, 'secret'), path.join(home, OUTPUT), `${outputs}/../${OUTPUT}`])
      await expect(tree.read(at)).rejects.toThrow('leads outside');
  });
});

/** Names one thing, then the other, as fast as it can. */
const SWAPPER = `
const fs = require('node:fs');
const [folder, outside] = process.argv.slice(1);
process.stdout.write('begun');
for (;;) {
  fs.renameSync(folder + '/real', folder + '/aside');
  fs.symlinkSync(outside, folder + '/real');
  fs.unlinkSync(folder + '/real');
  fs.renameSync(folder + '/aside', folder + '/real');
  // The folder stands as it should for as long as it does not.
  const until = performance.now() + 0.1;
  while (performance.now() < until);
}
`;

it('never reads nor writes outside, however often a folder is swapped for a link', async () => {
  const outside = await newFolder();
  writeFileSync(path.join(outside, 'file'), 'canary');
  writeFileSync(path.join(outside, 'only-outside'), '');
  const root = await treeOf({ 'real/file': 'inside' });
  mkdirSync(path.join(root, 'other'));
  const swapper = spawn(process.execPath, ['-e', SWAPPER, root, outside]);
  await new Promise((resolve) => swapper.stdout.once('data', resolve));
  const tree = openWorkspace(root);
  const outcomes = { read: 0, refused: 0, gone: 0 };
  const tries = process.env.CREW_LONG ? 100_000 : 1_500;
  for (let n = 0; n < tries; n += 1) {
    const bytes = await tree.read('real/file').catch(() => 'refused' as const);
    if (bytes === null) outcomes.gone += 1;
    else if (bytes === 'refused') outcomes.refused += 1;
    else {
      expect(Buffer.from(bytes).toString()).not.toBe('canary');
      outcomes.read += 1;
    }
    await tree.write('real/written', Buffer.from(String(n))).catch(() => undefined);
    const names = await tree.list('real').catch(() => []);
    expect(names.map(({ name }) => name)).not.toContain('only-outside');
  }
  swapper.kill('SIGKILL');
  expect(outcomes.read).toBeGreaterThan(0);
  expect(readdirSync(outside)).toEqual(['file', 'only-outside']);
  expect(readFileSync(path.join(outside, 'file'), 'utf8')).toBe('canary');
});
