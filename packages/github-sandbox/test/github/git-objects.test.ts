import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCommit, writeCommit } from '../../src/github/git/commits.js';
import { createBare } from '../../src/github/git/create-bare.js';
import { git, gitText } from '../../src/github/git/git.js';
import { readObject } from '../../src/github/git/object-store.js';
import { readBlob, readTree, type TreeChange, writeBlob } from '../../src/github/git/objects.js';
import { moveRef, readRef, resolveCommit, verify, zeroSha } from '../../src/github/git/refs.js';
import { writeTree } from '../../src/github/git/write-tree.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bare-'));
  await createBare({ dir, branch: 'main', files: { 'a/b': 'old', c: '#!/bin/sh\n' }, at: 0 });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const fsck = () => gitText({ dir, args: ['fsck', '--strict', '--no-dangling'] });

/** Names around the corners of git's order: a folder sorts as if it ended in a slash, `a-b` before `a/b`, `a0` after. */
const name = fc.constantFrom('a', 'a-b', 'a0', 'b', 'Ä', '字 x');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const step = fc.array(fc.record({ path, content: fc.option(fc.constantFrom('one', 'two', 'three')) }), {
  maxLength: 4,
});

/** What git's files are after a change: a file takes the place of a folder and a folder that of a file. */
function apply(files: Map<string, string>, { path: changed, content }: { path: string; content: string | null }): void {
  const below = [...files.keys()].filter((one) => one.startsWith(`${changed}/`));
  const above = [...files.keys()].filter((one) => changed.startsWith(`${one}/`));
  if (content === null) for (const one of below) files.delete(one);
  else for (const one of [...below, ...above]) files.delete(one);
  if (content === null) files.delete(changed);
  else files.set(changed, content);
}

describe('revisions', () => {
  it('name the same object as git says, with and without a path, loose and packed', async () => {
    const own = await mkdtemp(join(tmpdir(), 'revisions-'));
    const files = { 'a/b': 'old', 'a/.c/d': 'hidden', '.github/crew.yml': '{}\n', '字 x/y': 'z' };
    await createBare({ dir: own, branch: 'main', files, at: 0 });
    const parse = (revision: string) =>
      gitText({ dir: own, args: ['rev-parse', '--quiet', '--verify', '--end-of-options', revision] }).catch(() => null);
    const commit = (await parse('HEAD')) ?? '';
    const blob = (await parse('HEAD:a/b')) ?? '';
    const signed = { GIT_COMMITTER_NAME: 'ann', GIT_COMMITTER_EMAIL: 'ann@example.com' };
    await git({ dir: own, args: ['tag', '-a', '-m', 'one', 'v1', commit], env: signed });
    await git({ dir: own, args: ['branch', 'feature/字', commit] });
    const names = [
      'HEAD',
      'main',
      'refs/heads/main',
      'refs/heads/feature/字',
      'refs/tags/v1',
      'refs/tags/no',
      commit,
      blob,
    ];
    const parts = [
      '',
      '^{commit}',
      '^{tree}',
      ':',
      ':a',
      ':a/b',
      ':a/b/c',
      ':a/',
      ':./a',
      ':a/.c/d',
      ':.github/crew.yml',
      ':字 x/y',
      ':no',
    ];
    const revisions = [
      ...names.flatMap((each) => parts.map((part) => each + part)),
      zeroSha,
      `${zeroSha}^{commit}`,
      'HEAD~1',
    ];
    const compare = async () => {
      for (const revision of revisions)
        expect([revision, await verify(own, revision)]).toEqual([revision, await parse(revision)]);
    };
    await compare();
    await git({ dir: own, args: ['repack', '-a', '-d', '-q'] });
    await compare();
    await rm(own, { recursive: true, force: true });
  });
});

describe('trees', () => {
  it('hold what was put into them and taken out, whatever the names, and git finds no fault in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
        const files = new Map<string, string>();
        let base: string | null = null;
        for (const changes of steps) {
          for (const change of changes) {
            apply(files, change);
            const sha = change.content === null ? null : await writeBlob(dir, Buffer.from(change.content));
            const one: TreeChange = { path: change.path, mode: '100644', sha };
            base = await writeTree(dir, { base, changes: [one] });
          }
        }
        if (base === null) return;
        const blobs = (await readTree(dir, { sha: base, deep: true })).filter(({ type }) => type === 'blob');
        const read = await Promise.all(
          blobs.map(async (one) => [one.path, (await readBlob(dir, one.sha)).toString()] as const),
        );
        expect(new Map(read)).toEqual(files);
      }),
      { numRuns: 40 },
    );
    expect(await fsck()).toBe('');
  });

  it('are the same as those git makes itself', async () => {
    const sha = await writeBlob(dir, Buffer.from('x'));
    const paths = ['a.txt', 'a/deep/file', 'a-b', 'z'];
    const ours = await writeTree(dir, {
      base: null,
      changes: paths.map((one) => ({ path: one, mode: '100644', sha })),
    });
    const env = { GIT_INDEX_FILE: join(dir, 'other-index') };
    const lines = paths.map((one) => `100644 ${sha}\t${one}\n`).join('');
    await git({ dir, env, args: ['update-index', '--index-info'], input: lines });
    expect(ours).toBe(await gitText({ dir, env, args: ['write-tree'] }));
  });
});

describe('commits', () => {
  const who = { name: 'Ann <evil>\n', email: 'ann@example.com', date: '2026-01-02T03:04:05Z' };

  it('come back as they were written, and no name can break out of its line', async () => {
    const tree = await writeTree(dir, { base: null, changes: [] });
    const parent = (await resolveCommit(dir, 'main')) ?? '';
    const message = 'Subject\n\nBody with parent f00\n\nand tree';
    const sha = await writeCommit(dir, { tree, parents: [parent], message, author: who, committer: who });
    const clean = { ...who, name: 'Ann evil' };
    expect(await readCommit(dir, sha)).toEqual({
      sha,
      tree,
      parents: [parent],
      message,
      author: clean,
      committer: clean,
    });
    expect(await fsck()).toBe('');
  });
});

describe('objects', () => {
  it('are found also where git has packed them', async () => {
    const sha = (await resolveCommit(dir, 'main')) ?? '';
    await git({ dir, args: ['repack', '-adq'] });
    expect(await readCommit(dir, sha)).toMatchObject({ message: 'Initial commit', parents: [] });
    expect(await readObject(dir, 'f'.repeat(40))).toBeNull();
    expect(await readObject(dir, 'no sha')).toBeNull();
  });

  it('keep their bytes, executable files their mode', async () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    expect(await readBlob(dir, await writeBlob(dir, every))).toEqual(every);
    const entries = await readTree(dir, { sha: 'main', deep: false });
    expect(entries).toMatchObject([
      { path: 'a', type: 'tree' },
      { path: 'c', mode: '100755' },
    ]);
  });
});

describe('refs', () => {
  it('move only from where they were thought to be', async () => {
    const sha = (await resolveCommit(dir, 'main')) ?? '';
    const made = { name: 'refs/crew/lease/issue-1', before: zeroSha, after: sha };
    expect([await moveRef(dir, made), await moveRef(dir, made)]).toEqual([true, false]);
    expect(await readRef(dir, made.name)).toEqual({ name: made.name, sha, type: 'commit' });
  });

  it('are not looked for outside', async () => {
    expect(await readRef(dir, 'refs/../HEAD')).toBeNull();
    expect(await readRef(dir, 'HEAD')).toBeNull();
  });
});
