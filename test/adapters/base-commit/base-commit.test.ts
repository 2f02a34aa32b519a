// What is not as the commit has it, byte by byte, whatever index, filters and names say.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { baseCommitOf } from '../../../src/adapters/base-commit/index.js';
import { applyDiff, openWorkspace } from '../../../src/adapters/workspace/index.js';
import type { BaseCommit } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=maya', '-c', 'user.email=maya@example.org', ...args], {
    cwd: root,
    stdio: 'pipe',
    encoding: 'utf8',
  });

async function treeOf(
  files: Readonly<Record<string, string | Buffer>>,
  settings: Readonly<Record<string, string>> = {},
) {
  const { root } = openWorkspace(await newFolder());
  git(root, 'init', '--quiet', '--initial-branch=main');
  for (const [key, value] of Object.entries(settings)) git(root, 'config', key, value);
  for (const [file, text] of Object.entries(files)) put(root, file, text);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  const place = { folder: await newFolder(), owner: { name: 'me', isGone: () => false } };
  const baseCommit = baseCommitOf({ root, place, hidden: [] });
  return { root, baseCommit, base: git(root, 'rev-parse', 'HEAD').trim() };
}

function put(root: string, file: string, text: string | Buffer): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

describe('the commit as a tree of its own', () => {
  const files = { 'package.json': '{"dependencies":{"left":"1"}}', '.gitignore': 'node_modules\n' };
  const there = async (baseCommit: BaseCommit, base: string) => {
    const { tree, close } = await baseCommit.checkOut(base);
    const { kind } = (await tree.entryAt('node_modules/left')) ?? { kind: 'nothing' };
    await close();
    return kind;
  };

  it('has what is installed here, unless nothing of this tree may reach it', async () => {
    const { root, baseCommit, base } = await treeOf(files);
    put(root, 'node_modules/left/index.js', 'module.exports = 1;\n');
    const place = { folder: await newFolder(), owner: { name: 'me', isGone: () => false } };
    const apart = baseCommitOf({ root, place, hidden: [], sharesInstalls: false });
    expect([await there(baseCommit, base), await there(apart, base)]).toEqual(['folder', 'nothing']);
  });
});

describe('the merge of two commits', () => {
  const forked = async () => {
    const { root, baseCommit } = await treeOf({ 'sum.js': 'a - b\n', 'old.js': 'old\n' });
    git(root, 'checkout', '--quiet', '-b', 'work');
    put(root, 'sum.js', 'a + b\n');
    put(root, 'work.js', 'work\n');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message=work');
    git(root, 'checkout', '--quiet', 'main');
    const commit = (file: string, text: string) => {
      put(root, file, text);
      git(root, 'add', '--all');
      git(root, 'commit', '--quiet', `--message=${file}`);
      return git(root, 'rev-parse', 'HEAD').trim();
    };
    return { root, baseCommit, commit, work: git(root, 'rev-parse', 'work').trim() };
  };

  it('is, where they conflict, a change of the second one, with conflict markers', async () => {
    const { root, baseCommit, commit, work } = await forked();
    commit('new.js', 'new\n');
    const main = commit('sum.js', 'a - b // difference\n');
    const conflict = await baseCommit.mergeConflict(work, main);
    expect(conflict?.files).toEqual(['sum.js']);
    expect(conflict?.diff).toMatchObject({ base: main, files: ['sum.js', 'work.js'] });
    await applyDiff(openWorkspace(root), conflict?.diff ?? { text: '', sha256: '' });
    const text = readFileSync(path.join(root, 'sum.js'), 'utf8');
    expect(text.split('\n')).toEqual([
      `<<<<<<< ${work}`,
      'a + b',
      '=======',
      'a - b // difference',
      `>>>>>>> ${main}`,
      '',
    ]);
  });

  it('is nothing to be told of where they do not conflict, or where one of them is missing', async () => {
    const { baseCommit, commit, work } = await forked();
    expect(await baseCommit.mergeConflict(work, commit('new.js', 'new\n'))).toBeNull();
    expect(await baseCommit.mergeConflict(work, 'f'.repeat(40))).toBeNull();
  });
});

describe('where a commit parted from another', () => {
  it('is what both share; what came to the other later is not its doing', async () => {
    const { root, baseCommit, base } = await treeOf({ 'a.txt': 'one\n' });
    git(root, 'checkout', '--quiet', '-b', 'work');
    put(root, 'b.txt', 'two\n');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message=second');
    git(root, 'checkout', '--quiet', 'main');
    put(root, 'a.txt', 'later\n');
    git(root, 'commit', '--quiet', '--all', '--message=later');
    git(root, 'checkout', '--quiet', 'work');
    expect(await baseCommit.mergeBase('main')).toBe(base);
    expect((await baseCommit.changesSince(base, {})).diff.files).toEqual(['b.txt']);
  });

  it('is nowhere where they share nothing', async () => {
    const { root, baseCommit } = await treeOf({ 'a.txt': 'one\n' });
    git(root, 'checkout', '--quiet', '--orphan', 'alone');
    git(root, 'commit', '--quiet', '--allow-empty', '--message=alone');
    expect(await baseCommit.mergeBase('main')).toBeNull();
    expect(await baseCommit.mergeBase('0'.repeat(40))).toBeNull();
  });
});

describe('what differs from a commit', () => {
  it('is nothing in a tree that nobody touched', async () => {
    const { baseCommit, base } = await treeOf({ 'a.txt': 'one\n', 'b/ü name.txt': 'two\r\n' });
    expect((await baseCommit.changesSince(base, {})).diff).toMatchObject({ files: [], text: '' });
    expect(await baseCommit.readInitialState(base)).toEqual({ changed: [], checkoutDifferences: {} });
  });

  it('is every kind of change, as git itself would take it', async () => {
    const { root, baseCommit, base } = await treeOf({
      'gone.txt': 'one\n',
      'text.txt': 'one\r\ntwo\r\n',
      'data.bin': Buffer.from([0, 1, 2]),
      'run.sh': '#!/bin/sh\n',
    });
    rmSync(path.join(root, 'gone.txt'));
    put(root, 'text.txt', 'one\r\n2\r\n');
    put(root, 'data.bin', Buffer.from([0, 1, 3]));
    put(root, 'ein neuer/ä ö.txt', 'neu');
    chmodSync(path.join(root, 'run.sh'), 0o755);
    const { diff, changed } = await baseCommit.changesSince(base, {});
    expect([...diff.files].sort()).toEqual(['data.bin', 'ein neuer/ä ö.txt', 'gone.txt', 'run.sh', 'text.txt']);
    expect(changed.find(({ path: file }) => file === 'gone.txt')).toMatchObject({ after: null });
    const other = path.join(await newFolder(), 'clone');
    git(root, 'clone', '--quiet', root, other);
    await applyDiff(openWorkspace(other), diff);
    expect(git(other, 'status', '--short').split('\n').filter(Boolean)).toHaveLength(5);
    expect(readFileSync(path.join(other, 'text.txt'), 'utf8')).toBe('one\r\n2\r\n');
  });

  it('is seen although somebody told the index not to look, and again after each change', async () => {
    const { root, baseCommit, base } = await treeOf({ 'a.txt': 'one\n' });
    git(root, 'update-index', '--assume-unchanged', 'a.txt');
    put(root, 'a.txt', 'two\n');
    expect((await baseCommit.changesSince(base, {})).diff.files).toEqual(['a.txt']);
    put(root, 'a.txt', 'one\n');
    expect((await baseCommit.changesSince(base, {})).diff.files).toEqual([]);
  });

  it('is not that a checkout here ends lines in another way', async () => {
    const { root, baseCommit, base } = await treeOf({
      'a.txt': 'one\ntwo\n',
      '.gitattributes': '*.txt text eol=crlf\n',
    });
    rmSync(path.join(root, 'a.txt'));
    git(root, 'checkout', '--', 'a.txt');
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
    expect((await baseCommit.readInitialState(base)).changed).toEqual([]);
    expect((await baseCommit.changesSince(base, {})).diff.files).toEqual([]);
    put(root, 'a.txt', 'one\r\n2\r\n');
    expect((await baseCommit.changesSince(base, {})).diff.text).toContain('-two\r\n+2\r\n');
  });

  it('runs no filter that the repository configures', async () => {
    const { root, baseCommit, base } = await treeOf(
      { 'a.txt': 'one\n', '.gitattributes': '*.txt filter=evil\n' },
      { 'filter.evil.smudge': 'touch smudged; cat', 'filter.evil.clean': 'cat' },
    );
    git(root, 'config', 'filter.evil.clean', 'touch cleaned; cat');
    put(root, 'a.txt', 'two\n');
    await baseCommit.readInitialState(base);
    expect((await baseCommit.changesSince(base, {})).diff.files).toEqual(['a.txt']);
    for (const trace of ['smudged', 'cleaned']) expect(openTrace(root, trace)).toBeNull();
  });

  it('runs no filter that another file of settings brings in, such as one of the tree', async () => {
    const files = { 'a.txt': 'one\n', '.gitattributes': '*.txt filter=evil\n', settings: '' };
    const { root, baseCommit, base } = await treeOf(files, { 'include.path': '../settings' });
    await baseCommit.changesSince(base, {});
    put(root, 'settings', '[filter "evil"]\n\tsmudge = touch smudged; cat\n\tclean = touch cleaned; cat\n');
    put(root, 'a.txt', 'two\n');
    await baseCommit.readInitialState(base);
    expect([...(await baseCommit.changesSince(base, {})).diff.files].sort()).toEqual(['a.txt', 'settings']);
    for (const trace of ['smudged', 'cleaned']) expect(openTrace(root, trace)).toBeNull();
  });

  it('is the same when it is asked for again, also after it was something else', async () => {
    const { root, baseCommit, base } = await treeOf({ 'a.txt': 'one\n' });
    put(root, 'a.txt', 'two\n');
    const first = await baseCommit.changesSince(base, {});
    put(root, 'a.txt', 'three\n');
    expect((await baseCommit.changesSince(base, {})).diff.text).toContain('-one\n+three\n');
    put(root, 'a.txt', 'two\n');
    expect(await baseCommit.changesSince(base, {})).toEqual(first);
  });

  it('is nobody’s work where it was apart from the beginning, until it is touched', async () => {
    const { root, baseCommit, base } = await treeOf({ 'a.txt': 'one\n' });
    put(root, 'notes.txt', 'mine\n');
    const { changed, checkoutDifferences } = await baseCommit.readInitialState(base);
    expect(changed).toEqual([]);
    expect((await baseCommit.changesSince(base, checkoutDifferences)).diff.files).toEqual([]);
    put(root, 'notes.txt', 'ours\n');
    expect((await baseCommit.changesSince(base, checkoutDifferences)).diff.files).toEqual(['notes.txt']);
  });

  it('names what somebody has changed or staged', async () => {
    const { root, baseCommit, base } = await treeOf({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    put(root, 'a.txt', 'two\n');
    put(root, 'b.txt', 'two\n');
    put(root, 'new.txt', 'new\n');
    git(root, 'add', 'b.txt', 'new.txt');
    expect([...(await baseCommit.readInitialState(base)).changed].sort()).toEqual(['a.txt', 'b.txt', 'new.txt']);
  });

  it('does not follow a link that came in the way of a file', async () => {
    const { root, baseCommit, base } = await treeOf({ 'in/a.txt': 'one\n' });
    const outside = await newFolder();
    put(outside, 'a.txt', 'secret\n');
    rmSync(path.join(root, 'in'), { recursive: true });
    symlinkSync(outside, path.join(root, 'in'));
    const { diff } = await baseCommit.changesSince(base, {});
    expect(diff.text).not.toContain('secret');
    expect([...diff.files].sort()).toEqual(['in', 'in/a.txt']);
  });
});

const openTrace = (root: string, name: string): string | null => {
  try {
    return readFileSync(path.join(root, name), 'utf8');
  } catch {
    return null;
  }
};

describe('crew’s own files', () => {
  it('are hidden by the clone’s own exclude file, once, and nobody else’s lines are lost', async () => {
    const { root, baseCommit, base } = await treeOf({ 'a.txt': 'one\n' });
    const exclude = path.join(root, '.git/info/exclude');
    writeFileSync(exclude, '*.tmp');
    await baseCommit.exclude(['agent/context_*.md', '.crew/']);
    await baseCommit.exclude(['agent/context_*.md', '.crew/']);
    const lines = readFileSync(exclude, 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual(['*.tmp', '/agent/context_*.md', '/.crew/']);
    put(root, 'agent/context_001.md', '');
    put(root, 'agent/other.md', '');
    put(root, '.crew/runs', '');
    expect((await baseCommit.changesSince(base, {})).diff.files).toEqual(['agent/other.md']);
  });

  it.each(['agent/context_001.md', '.crew/mine'])('are not hidden where git tracks %s', async (file) => {
    const { baseCommit } = await treeOf({ [file]: 'mine\n' });
    await expect(baseCommit.exclude(['agent/context_*.md', '.crew/'])).rejects.toThrow(file);
  });
});

describe('a commit beside its tree', () => {
  it('is that commit, whatever stands in the tree, and goes when it is closed', async () => {
    const { root, baseCommit, base } = await treeOf({ 'a.txt': 'one\n' });
    put(root, 'a.txt', 'two\n');
    const { tree, close } = await baseCommit.checkOut(base);
    expect(Buffer.from((await tree.read('a.txt')) ?? []).toString()).toBe('one\n');
    await close();
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });
});

describe('a tree that is a part of its clone', () => {
  /** Such a part, with the empty folder that walls put where there is no repository. */
  async function partOf() {
    const { root, base } = await treeOf({ 'app/a.txt': 'one\n', 'b.txt': 'one\n' });
    const part = path.join(root, 'app');
    mkdirSync(path.join(part, '.git'));
    const place = { folder: await newFolder(), owner: { name: 'me', isGone: () => false } };
    return { root, part, base, baseCommit: baseCommitOf({ root: part, place, hidden: [] }) };
  }

  it('has its own files hidden where they are', async () => {
    const { root, baseCommit } = await partOf();
    await baseCommit.exclude(['.crew/']);
    expect(readFileSync(path.join(root, '.git/info/exclude'), 'utf8')).toContain('\n/app/.crew/\n');
  });

  it('stands beside itself as that part', async () => {
    const { baseCommit, base } = await partOf();
    const { tree, close } = await baseCommit.checkOut(base);
    expect(Buffer.from((await tree.read('a.txt')) ?? []).toString()).toBe('one\n');
    await close();
  });
});
