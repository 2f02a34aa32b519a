import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCommit, writeCommit } from '../../src/github/git/commits.js';
import { createBare } from '../../src/github/git/create-bare.js';
import { git, gitText } from '../../src/github/git/git.js';
import { readObject } from '../../src/github/git/object-store.js';
import { readBlob, readTree, type TreeChange, writeBlob } from '../../src/github/git/objects.js';
import { moveRef, readRef, resolveCommit, resolveObject, zeroSha } from '../../src/github/git/refs.js';
import { writeTree } from '../../src/github/git/write-tree.js';
import type { GitHubEvent } from '../../src/github/index.js';
import { askRaw } from '../support/ask.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../support/embedded-github.js';
import { growBranch } from '../support/grow-branch.js';
import { inRepository, octokit, refusal, sampleSeed } from '../support/repository.js';

describe('objects of git', () => {
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
  function apply(
    files: Map<string, string>,
    { path: changed, content }: { path: string; content: string | null },
  ): void {
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
        gitText({ dir: own, args: ['rev-parse', '--quiet', '--verify', '--end-of-options', revision] }).catch(
          () => null,
        );
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
          expect([revision, await resolveObject(own, revision)]).toEqual([revision, await parse(revision)]);
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
});

describe('trees through the API', () => {
  let github: EmbeddedGitHub;
  beforeAll(async () => {
    github = await startEmbeddedGitHub({ seed: sampleSeed });
  });
  afterAll(() => github.close());

  const bob = () => octokit(github, github.tokenFor({ user: 'bob' }));

  describe('a tree made of another', () => {
    it('has no file less that was not there: that is refused', async () => {
      const { data } = await bob().repos.getBranch({ ...inRepository, branch: 'main' });
      const gone = { path: 'src/none.js', mode: '100644', type: 'blob', sha: null } as const;
      const making = bob().git.createTree({ ...inRepository, base_tree: data.commit.sha, tree: [gone] });
      expect(await refusal(making)).toMatchObject({ status: 422, message: 'GitRPC::BadObjectState' });
      const there = { ...gone, path: 'src/cart.js' };
      const made = await bob().git.createTree({ ...inRepository, base_tree: data.commit.sha, tree: [there] });
      expect(made.data.tree.map(({ path }) => path)).toEqual(['README.md']);
    });
  });

  describe('a file of a commit, for GraphQL', () => {
    it('is found by its path with mode and text; one that is not there is an error beside what is', async () => {
      const query = `{ repository(owner: "ann", name: "shop") { object(expression: "main") { ... on Commit {
      top: file(path: "README.md") { ...entry } deep: file(path: "src/cart.js") { ...entry }
      folder: file(path: "src") { type } none: file(path: "src/none.js") { ...entry }
    } } } } fragment entry on TreeEntry { path name mode type object { ... on Blob { text } } }`;
      const { data, errors } = await askRaw(github, query, { token: github.tokenFor({ user: 'bob' }) });
      expect(Object(data).repository.object).toEqual({
        top: { path: 'README.md', name: 'README.md', mode: 0o100644, type: 'blob', object: { text: '# Shop\n' } },
        deep: expect.objectContaining({ path: 'src/cart.js', name: 'cart.js' }),
        folder: { type: 'tree' },
        none: null,
      });
      expect(errors).toMatchObject([{ type: 'NOT_FOUND', path: ['repository', 'object', 'none'] }]);
    });
  });
});

describe('updateRefs', () => {
  let github: EmbeddedGitHub;
  let events: GitHubEvent[];
  let base: string;
  let next: string;
  beforeEach(async () => {
    github = await startEmbeddedGitHub({ seed: sampleSeed });
    events = [];
    github.on('event', (event) => events.push(event));
    base = await tipOf('heads/main').then(String);
    next = await growBranch(bob(), { ...inRepository, branch: 'work', files: { 'a.txt': 'a' } });
  });
  afterEach(() => github.close());

  const bob = () => octokit(github, github.tokenFor({ user: 'bob' }));
  const tipOf = (ref: string): Promise<string | null> =>
    bob()
      .git.getRef({ ...inRepository, ref })
      .then(({ data }) => data.object.sha)
      .catch(() => null);
  const zeros = '0'.repeat(40);

  type Update = { name: string; afterOid: string; beforeOid?: string; force?: boolean };

  /** What the mutation answers: null, or the type of its first error. */
  async function update(refUpdates: Update[], token = github.tokenFor({ user: 'bob' })): Promise<string | null> {
    const query = 'mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }';
    const input = { repositoryId: github.repository('ann/shop').nodeId, refUpdates };
    const { errors } = await askRaw(github, query, { variables: { input }, token });
    return Array.isArray(errors) ? String(errors[0].type) : null;
  }

  it('creates, moves and deletes refs together, and tells of each', async () => {
    const done = await update([
      { name: 'refs/crew/board', beforeOid: zeros, afterOid: base },
      { name: 'refs/heads/main', beforeOid: base, afterOid: next },
      { name: 'refs/heads/work', afterOid: zeros },
    ]);
    expect(done).toBeNull();
    expect([await tipOf('crew/board'), await tipOf('heads/main'), await tipOf('heads/work')]).toEqual([
      base,
      next,
      null,
    ]);
    const pushed = events.filter(({ name }) => name === 'push').map(({ payload }) => payload.ref);
    expect(pushed.slice(-2)).toEqual(['refs/heads/main', 'refs/heads/work']);
  });

  it('moves none of them when one is not where it was thought to be', async () => {
    const refs = [
      { name: 'refs/crew/one', afterOid: next },
      { name: 'refs/heads/main', beforeOid: next, afterOid: next },
    ];
    expect(await update(refs)).toBe('UNPROCESSABLE');
    expect([await tipOf('crew/one'), await tipOf('heads/main')]).toEqual([null, base]);
  });

  it('lets one of two writers win who read the same snapshot', async () => {
    await update([{ name: 'refs/crew/board', afterOid: base }]);
    const write = () => update([{ name: 'refs/crew/board', beforeOid: base, afterOid: next, force: true }]);
    expect((await Promise.all([write(), write()])).sort()).toEqual(['UNPROCESSABLE', null]);
  });

  it('goes back in history only with force', async () => {
    await update([{ name: 'refs/heads/main', afterOid: next }]);
    expect(await update([{ name: 'refs/heads/main', afterOid: base }])).toBe('UNPROCESSABLE');
    expect(await update([{ name: 'refs/heads/main', afterOid: base, force: true }])).toBeNull();
    expect(await tipOf('heads/main')).toBe(base);
  });

  it('is refused without write access, and for workflow files with GITHUB_TOKEN', async () => {
    const update2 = [{ name: 'refs/crew/x', afterOid: base }];
    expect(await update(update2, github.tokenFor({ user: 'rex' }))).not.toBeNull();
    const reading = github.tokenFor({ workflow: 'ann/shop', permissions: { contents: 'read' } });
    expect(await update(update2, reading)).toBe('FORBIDDEN');
    const writing = github.tokenFor({ workflow: 'ann/shop', permissions: { contents: 'write' } });
    expect(await update(update2, writing)).toBeNull();
    const files = { '.github/workflows/x.yml': 'on: push' };
    const changed = await growBranch(bob(), { ...inRepository, branch: 'flows', files });
    expect(await update([{ name: 'refs/heads/main', afterOid: changed }], writing)).toBe('FORBIDDEN');
  });
});
