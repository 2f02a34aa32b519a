import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openRunRepository } from '../../../src/adapters/run-repository.js';
import { applyDiff, openWorkspace } from '../../../src/adapters/workspace/index.js';
import {
  openWorktree,
  pruneWorktrees,
  shareInstalls,
  type WorktreePlace,
} from '../../../src/adapters/worktrees/index.js';
import type { RunRepository } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], { cwd, encoding: 'utf8' }).trim();

let repository = '';
let place: WorktreePlace;

/** A process that made trees and is no more. */
const ghost = (of: WorktreePlace): WorktreePlace => ({ ...of, owner: { ...of.owner, name: 'gone:1' } });

beforeEach(async () => {
  repository = await newFolder();
  git(repository, 'init', '--quiet', '-b', 'main');
  await writeFile(path.join(repository, 'a.txt'), 'one\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '-m', 'one');
  const folder = path.join(await newFolder(), 'trees');
  place = { repository, folder, owner: { name: 'here:2', isGone: (name) => name.startsWith('gone:') } };
});

const registered = (): number => git(repository, 'worktree', 'list', '--porcelain').split('\n\n').length - 1;

describe('a worktree', () => {
  it('holds the commit, whatever the working tree holds', async () => {
    await writeFile(path.join(repository, 'a.txt'), 'two\n');
    const tree = await openWorktree(place, 'HEAD');
    expect(await readFile(path.join(tree.root, 'a.txt'), 'utf8')).toBe('one\n');
    expect(tree.commit).toBe(git(repository, 'rev-parse', 'HEAD'));
    expect(git(tree.root, 'status', '--porcelain')).toBe('');
    await tree.remove();
  });

  it('leaves nothing behind, and may be removed twice', async () => {
    const tree = await openWorktree(place, 'main');
    await tree.remove();
    await tree.remove();
    expect([existsSync(tree.root), registered(), git(repository, 'status', '--porcelain')]).toEqual([false, 0, '']);
  });

  it('is removed although a build made its folders read-only', async () => {
    const tree = await openWorktree(place, 'main');
    const folder = path.join(tree.root, 'module');
    await mkdir(folder);
    await writeFile(path.join(folder, 'x'), '');
    await chmod(folder, 0o500);
    await tree.remove();
    expect(existsSync(tree.root)).toBe(false);
  });

  it('runs no hook and no filter of the clone', async () => {
    const trace = path.join(place.folder, 'trace');
    const hook = path.join(repository, '.git/hooks/post-checkout');
    await mkdir(path.dirname(hook), { recursive: true });
    await writeFile(hook, `#!/bin/sh\necho hook >> ${trace}\n`, { mode: 0o755 });
    await writeFile(path.join(repository, '.gitattributes'), '* filter=evil\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '--quiet', '-m', 'filter');
    git(repository, 'config', 'filter.evil.smudge', `sh -c 'echo filter >> ${trace}; cat'`);
    git(repository, 'config', 'filter.evil.required', 'true');
    const tree = await openWorktree(place, 'main');
    expect([await readFile(path.join(tree.root, 'a.txt'), 'utf8'), existsSync(trace)]).toEqual(['one\n', false]);
    await tree.remove();
  });

  it('of so many files that several write them is the commit all the same, and none of them runs a filter', async () => {
    const trace = path.join(repository, '.git/trace');
    const names = Array.from({ length: 300 }, (_, n) => `${n % 7}/${n}.txt`);
    for (const folder of new Set(names.map((name) => path.dirname(name)))) await mkdir(path.join(repository, folder));
    for (const name of names) await writeFile(path.join(repository, name), `${name}\n`, { mode: 0o755 });
    await symlink('../a.txt', path.join(repository, '0/link'));
    await writeFile(path.join(repository, '.gitattributes'), '*.txt filter=evil\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '--quiet', '-m', 'many');
    git(repository, 'config', 'filter.evil.smudge', `sh -c 'echo filter >> ${trace}; cat'`);
    const tree = await openWorktree(place, 'main');
    const laid = await Promise.all(names.map((name) => readFile(path.join(tree.root, name), 'utf8')));
    expect(laid).toEqual(names.map((name) => `${name}\n`));
    expect((await stat(path.join(tree.root, '6/6.txt'))).mode & 0o111).toBe(0o111);
    expect(await readlink(path.join(tree.root, '0/link'))).toBe('../a.txt');
    expect(existsSync(trace)).toBe(false);
    await tree.remove();
  });

  it.each(['nothing-of-that-name', '--help', 'HEAD:a.txt'])('of %s is refused', async (ref) => {
    await expect(openWorktree(place, ref)).rejects.toThrow(`${ref} names no commit`);
    expect(registered()).toBe(0);
  });
});

describe('what a crash left', () => {
  it('is removed by the next one, wherever it broke off', async () => {
    const whole = await openWorktree(ghost(place), 'main');
    const withoutFiles = await openWorktree(ghost(place), 'main');
    await rm(withoutFiles.root, { recursive: true });
    await writeFile(path.join(place.folder, 'never-made.owner'), 'gone:1');
    const mine = await openWorktree(place, 'main');
    expect([existsSync(whole.root), registered(), existsSync(mine.root)]).toEqual([false, 1, true]);
    expect(existsSync(path.join(place.folder, 'never-made.owner'))).toBe(false);
  });

  it('is left alone while its maker lives, and so is what somebody else put there', async () => {
    const theirs = await openWorktree(place, 'main');
    git(repository, 'worktree', 'add', '--quiet', '--detach', path.join(place.folder, 'a-persons-own'), 'main');
    expect(await pruneWorktrees(place)).toEqual([]);
    expect([existsSync(theirs.root), registered()]).toEqual([true, 2]);
  });
});

describe('what is installed', () => {
  async function project(lock: string, manifest = '{}'): Promise<string> {
    const root = await newFolder();
    await writeFile(path.join(root, 'package-lock.json'), lock);
    await writeFile(path.join(root, 'package.json'), manifest);
    return root;
  }

  async function install(root: string): Promise<void> {
    await mkdir(path.join(root, 'node_modules/left'), { recursive: true });
    await mkdir(path.join(root, 'node_modules/.cache'), { recursive: true });
    await mkdir(path.join(root, 'packages/app/node_modules'), { recursive: true });
    await writeFile(path.join(root, 'node_modules/left/index.js'), 'module.exports = 1;\n');
    await symlink('../packages/app', path.join(root, 'node_modules/app'));
    await symlink(path.join(root, 'packages/app'), path.join(root, 'node_modules/absolute'));
  }

  it('is shared where both ask for the same; links lead into the own tree, and tools keep their folders', async () => {
    const [from, to] = [await project('{"a":1}'), await project('{"a":1}')];
    await install(from);
    expect((await shareInstalls({ from, to })).folders).toEqual(['node_modules', 'packages/app/node_modules']);
    expect(await readFile(path.join(to, 'node_modules/left/index.js'), 'utf8')).toContain('exports');
    expect(await readlink(path.join(to, 'node_modules/app'))).toBe('../packages/app');
    expect(await readlink(path.join(to, 'node_modules/absolute'))).toBe(path.join(to, 'packages/app'));
    expect(existsSync(path.join(to, 'node_modules/.cache'))).toBe(false);
    expect((await stat(path.join(to, 'node_modules'))).isDirectory()).toBe(true);
  });

  it('is nobody else’s to write to: what one tree does to a package does not show in the other', async () => {
    const [from, to] = [await project('{"a":1}'), await project('{"a":1}')];
    await install(from);
    await shareInstalls({ from, to });
    await appendFile(path.join(to, 'node_modules/left/index.js'), 'process.exit(0);\n');
    expect(await readFile(path.join(from, 'node_modules/left/index.js'), 'utf8')).toBe('module.exports = 1;\n');
  });

  it.each([
    ['a commit holds', true],
    ['is about to be committed', false],
  ])('is not shared where it %s some of it: that is a part of the change', async (_, isCommitted) => {
    const [from, to] = [await project('{"a":1}'), await project('{"a":1}')];
    await install(from);
    git(from, 'init', '--quiet', '-b', 'main');
    git(from, 'add', '--force', 'package.json', 'packages', ...(isCommitted ? ['node_modules/left'] : []));
    git(from, 'commit', '--quiet', '--allow-empty', '-m', 'one');
    git(from, 'add', '--force', 'node_modules/left');
    expect(await shareInstalls({ from, to })).toEqual({
      folders: [],
      why: 'git tracks installed packages',
    });
    expect(existsSync(path.join(to, 'node_modules'))).toBe(false);
  });

  it('is shared in a clone that only ignores it', async () => {
    const [from, to] = [await project('{"a":1}'), await project('{"a":1}')];
    await install(from);
    git(from, 'init', '--quiet', '-b', 'main');
    await writeFile(path.join(from, '.gitignore'), 'node_modules\n');
    git(from, 'add', '.');
    git(from, 'commit', '--quiet', '-m', 'one');
    expect((await shareInstalls({ from, to })).folders).toContain('node_modules');
  });

  it.each([
    ['{"a":2}', '{}', 'the lock files or settings differ'],
    ['{"a":1}', '{"scripts":{"prepare":"tsc"}}', 'an install script builds in the tree'],
    ['{"a":1}', 'broken', 'an install script builds in the tree'],
  ])('is not shared with a lock of %s and a manifest of %s', async (lock, manifest, why) => {
    const [from, to] = [await project('{"a":1}'), await project(lock, manifest)];
    await install(from);
    expect(await shareInstalls({ from, to })).toEqual({ folders: [], why });
  });

  const needs = (version: string, more: object = {}) =>
    JSON.stringify({ name: 'a', dependencies: { left: version, right: '1' }, ...more });

  async function without(manifest: string): Promise<string> {
    const root = await newFolder();
    await writeFile(path.join(root, 'package.json'), manifest);
    return root;
  }

  it('is shared without a lock file where both ask for the same packages, in whichever order', async () => {
    const other = JSON.stringify({ scripts: { test: 'x' }, version: '2', dependencies: { right: '1', left: '^1' } });
    const [from, to] = [await without(needs('^1')), await without(other)];
    await install(from);
    expect((await shareInstalls({ from, to })).folders).toEqual(['node_modules', 'packages/app/node_modules']);
    expect(existsSync(path.join(to, 'node_modules/left/index.js'))).toBe(true);
  });

  it('is shared although the tree in work alone has a lock file, as where git ignores it', async () => {
    const [from, to] = [await without(needs('^1')), await without(needs('^1'))];
    await install(from);
    await writeFile(path.join(from, 'package-lock.json'), '{"a":1}');
    expect((await shareInstalls({ from, to })).folders).toContain('node_modules');
  });

  it.each([
    ['another version', needs('^2')],
    ['one package more', needs('^1', { devDependencies: { new: '1' } })],
    ['another override', needs('^1', { overrides: { left: '3' } })],
  ])('is not shared without a lock file where the other asks for %s', async (_, manifest) => {
    const [from, to] = [await without(needs('^1')), await without(manifest)];
    await install(from);
    expect(await shareInstalls({ from, to })).toEqual({
      folders: [],
      why: 'there is no lock file, and the declared dependencies differ',
    });
  });

  it('is not shared where a package within asks for something else', async () => {
    const [from, to] = [await without(needs('^1')), await without(needs('^1'))];
    await install(from);
    await writeFile(path.join(from, 'packages/app/package.json'), '{"dependencies":{"up":"1"}}');
    expect((await shareInstalls({ from, to })).folders).toEqual([]);
  });
});

async function clone(files: Readonly<Record<string, string>>) {
  const root = realpathSync(await newFolder());
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '-q', '-b', 'main');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  git('add', '.');
  git('commit', '-qm', 'first');
  const place = { folder: path.join(await newFolder(), 'trees'), owner: { name: 'one', isGone: () => false } };
  return { root, git, place, base: git('rev-parse', 'HEAD').trim() };
}

/** A commit that sets files, made in a worktree as an agent would. */
async function changed(repository: RunRepository, on: string, files: Readonly<Record<string, string | null>>) {
  const { tree, changes: since, close } = await repository.checkOut(on);
  for (const [file, text] of Object.entries(files))
    await (text === null ? tree.remove(file) : tree.write(file, Buffer.from(text)));
  const { diff } = await since();
  await close();
  return { diff, commit: await repository.commit(on, diff, 'a task') };
}

const lines = (...marked: readonly (readonly [number, string])[]) =>
  Array.from({ length: 20 }, (_, n) => `${new Map(marked).get(n) ?? `line ${n}`}\n`).join('');

describe('the repository of a run', () => {
  it('makes the same commit of the same change, also on another machine', async () => {
    const { root, place, base } = await clone({ 'a.txt': lines() });
    const one = await openRunRepository({ root, base, place });
    const other = await openRunRepository({ root, base, place });
    const { diff, commit } = await changed(one, one.base, { 'a.txt': lines([3, 'three']), 'new/b.bin': 'a\u0000b' });
    expect(await other.commit(other.base, diff, 'a task')).toBe(commit);
    expect(one.base).toBe(other.base);
    expect(await one.diff(one.base, commit)).toMatchObject({ files: ['a.txt', 'new/b.bin'], text: diff.text });
    await Promise.all([one.close(), other.close()]);
  });

  it('merges changes of the same file three-way, and its diff applies to the tree', async () => {
    const { root, place, base } = await clone({ 'a.txt': lines(), 'gone.txt': 'x\n' });
    const repository = await openRunRepository({ root, base, place });
    const first = await changed(repository, repository.base, { 'a.txt': lines([1, 'one']), 'gone.txt': null });
    const second = await changed(repository, repository.base, { 'a.txt': lines([18, 'eighteen']) });
    const merged = await repository.merge(first.commit, second.commit, 'second');
    if (merged.is !== 'merged') throw new Error('they do not conflict');
    await applyDiff(openWorkspace(root), await repository.diff(repository.base, merged.commit));
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe(lines([1, 'one'], [18, 'eighteen']));
    expect(existsSync(path.join(root, 'gone.txt'))).toBe(false);
    await repository.close();
  });

  it('names the files that two changes cannot share', async () => {
    const { root, place, base } = await clone({ 'a.txt': lines(), 'b.txt': lines() });
    const repository = await openRunRepository({ root, base, place });
    const first = await changed(repository, repository.base, { 'a.txt': lines([1, 'one']) });
    const second = await changed(repository, repository.base, { 'a.txt': lines([1, 'uno']), 'b.txt': 'b\n' });
    expect(await repository.merge(first.commit, second.commit, 'second')).toEqual({ is: 'conflict', files: ['a.txt'] });
    await repository.close();
  });

  it('works in a folder of a larger repository', async () => {
    const { root, place, base } = await clone({ 'pkg/a.txt': lines(), 'other/b.txt': 'b\n' });
    const repository = await openRunRepository({ root: path.join(root, 'pkg'), base, place });
    const { diff, commit } = await changed(repository, repository.base, { 'a.txt': lines([1, 'one']), 'c.txt': 'c\n' });
    expect(diff.files).toEqual(['a.txt', 'c.txt']);
    expect((await repository.diff(repository.base, commit)).text).toBe(diff.text);
    await repository.close();
  });

  it('runs nothing that the clone configures, writes nothing to it, and leaves nothing behind', async () => {
    const { root, git, place, base } = await clone({
      'a.txt': lines(),
      '.gitattributes': '* merge=evil filter=evil\n',
    });
    const trace = path.join(place.folder, '..', 'ran');
    git('config', 'merge.evil.driver', `touch ${trace}`);
    git('config', 'filter.evil.smudge', `touch ${trace}; cat`);
    git('config', 'filter.evil.clean', `touch ${trace}; cat`);
    const before = git('count-objects', '-v');
    const repository = await openRunRepository({ root, base, place });
    const first = await changed(repository, repository.base, { 'a.txt': lines([1, 'one']) });
    const second = await changed(repository, repository.base, { 'a.txt': lines([18, 'x']) });
    expect((await repository.merge(first.commit, second.commit, 'm')).is).toBe('merged');
    await repository.close();
    expect(existsSync(trace)).toBe(false);
    expect(git('count-objects', '-v')).toBe(before);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(readdirSync(place.folder)).toEqual([]);
    rmSync(trace, { force: true });
  });
});
