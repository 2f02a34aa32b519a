import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openRunRepository } from '../../../src/adapters/run-repository.js';
import { applyDiff, openWorkspace } from '../../../src/adapters/workspace/index.js';
import type { RunRepository } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';

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
