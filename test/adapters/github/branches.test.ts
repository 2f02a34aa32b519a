import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fault } from 'github-sandbox';
import { entriesOf, inlineText } from '../../../src/adapters/github/branches.js';
import { Conflict, UserError } from '../../../src/ports/errors.js';
import type { FileChange } from '../../../src/ports/index.js';
import { newFolder } from '../../build/folder.js';
import { openShop, type Shop } from '../../build/shop.js';
import { sweep } from '../../build/sweep.js';
import { at, mishaps, openPullShop } from './pull-shop.js';

describe('branches', () => {
  const BASE = { 'README.md': '# shop\n', 'src/cart.js': 'export const cart = [];\n', 'src/old/gone.js': '// old\n' };

  let environment: Awaited<ReturnType<typeof openPullShop>>;
  let main = '';
  beforeAll(async () => {
    environment = await openPullShop({ files: BASE });
    main = await environment.tip('main');
  });
  afterEach(() => environment.embedded.faults.clear());

  const file = (name: string, bytes: string | Uint8Array | null, mode = '100644'): FileChange => ({
    path: name,
    mode,
    bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
  });

  /** A commit on main that nobody has made yet. */
  const commitOf = (text: string, parent = main) =>
    environment.github().branches.commit({ parent, message: `Write ${text}`, files: [file('note.md', text)] });

  const run = promisify(execFile);

  /** What git itself calls the tree of these files. */
  async function treeByGit(files: readonly FileChange[]): Promise<string> {
    const dir = await newFolder();
    const base = Object.entries(BASE).map(([name, text]) => file(name, text));
    for (const { path: name, mode, bytes } of [...base, ...files]) {
      const full = path.join(dir, name);
      await rm(full, { force: true, recursive: true });
      if (bytes === null) continue;
      await mkdir(path.dirname(full), { recursive: true });
      if (mode === '120000') await symlink(Buffer.from(bytes).toString(), full);
      else await writeFile(full, bytes);
      if (mode === '100755') await chmod(full, 0o755);
    }
    const git = (...args: readonly string[]) => run('git', ['-C', dir, '-c', 'core.autocrlf=false', ...args]);
    await git('init', '--quiet');
    await git('add', '--all', '--force');
    return (await git('write-tree')).stdout.trim();
  }

  const awkward: readonly FileChange[] = [
    file('src/cart.js', 'export const cart = new Map();\n'),
    file('src/日本語/メモ.md', '日本語\r\n🚣 without an end'),
    file('bin/shop', '#!/bin/sh\necho shop\n', '100755'),
    file('latest', 'src/cart.js', '120000'),
    file('logo.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff)),
    file('latin.txt', Uint8Array.of(0x63, 0x61, 0x66, 0xe9)),
    file('marked.csv', '\uFEFFa,b\n'),
    file('empty', ''),
    file('src/old/gone.js', null),
  ];

  describe('a commit', () => {
    it.each([
      ['a text', awkward.slice(0, 1)],
      ['bytes, modes, links, a mark at the beginning, nothing at all, and a file less', awkward],
      ['a folder in the place of a file', [file('README.md', null), file('README.md/new.md', 'inside\n')]],
      ['a file in the place of a folder', [file('src/old/gone.js', null), file('src/old', 'a file now\n')]],
      ['no change', []],
    ])('has the tree that git itself would write: %s', async (_, files) => {
      const { tree, sha } = await environment.github().branches.commit({ parent: main, message: 'Change it', files });
      expect(tree).toBe(await treeByGit(files));
      expect(await environment.github().branches.read(sha)).toMatchObject({ sha, tree, parents: [main] });
    });

    it('is a merge where a second parent is named: its files are changes of that one', async () => {
      const { branches } = environment.github();
      const other = await branches.commit({ parent: main, message: 'Other', files: [file('other.md', 'other\n')] });
      const files = [file('src/cart.js', 'export const cart = 1;\n')];
      const head = await branches.commit({ parent: main, message: 'Head', files: [file('head.md', 'head\n')] });
      const made = await branches.commit({ parent: head.sha, secondParent: other.sha, message: 'Merge', files });
      expect(made.tree).toBe(await treeByGit([file('other.md', 'other\n'), ...files]));
      expect(await branches.read(made.sha)).toMatchObject({ parents: [head.sha, other.sha] });
    });

    it('is signed by GitHub and written by the App, for nobody else was named', async () => {
      const { sha, verified } = await commitOf('signed');
      expect(verified).toBe(true);
      expect(await environment.github().branches.read(sha)).toMatchObject({ verified: true, author: 'crew[bot]' });
    });

    it('is said not to be signed where it is not: as a person', async () => {
      const token = async () => environment.embedded.tokenFor({ user: 'maya' });
      const { branches } = environment.github({ token });
      const { sha, verified } = await branches.commit({ parent: main, message: 'By hand', files: [file('a', 'a')] });
      expect(verified).toBe(false);
      expect(await branches.read(sha)).toMatchObject({ verified: false, author: 'maya' });
    });

    it('has no author where only its own words name one', async () => {
      const { data } = await environment.as('maya').git.getCommit({ ...at, commit_sha: main });
      const forged = await environment.as('maya').git.createCommit({
        ...at,
        message: 'Trust me',
        tree: data.tree.sha,
        parents: [main],
        author: { name: 'crew[bot]', email: 'nobody@example.com' },
      });
      expect((await environment.github().branches.read(forged.data.sha)).author).toBeNull();
    });

    it('is on no branch yet', async () => {
      const { sha } = await commitOf('loose');
      expect(await environment.tip('main')).toBe(main);
      expect(environment.embedded.effects.filter(({ detail }) => detail.after === sha)).toEqual([]);
    });

    it.each(mishaps)('comes about also when %s', async (_, fault) => {
      environment.embedded.faults.add({ ...fault, method: 'POST', path: '/git/(blobs|trees|commits)$', times: 2 });
      const files = [file('a.bin', Uint8Array.of(0)), file('a.md', 'a')];
      const { tree } = await environment.github().branches.commit({ parent: main, message: 'At last', files });
      expect(tree).toBe(await treeByGit(files));
    });
  });

  describe('files of a commit', () => {
    it('are read as they were written, byte for byte, with their modes; what is not there is left out', async () => {
      const { branches } = environment.github();
      const { sha } = await branches.commit({ parent: main, message: 'All sorts', files: awkward });
      const written = awkward.filter(({ bytes }) => bytes !== null);
      expect(await branches.files(sha, [...awkward.map((one) => one.path), 'src', 'no/where'])).toEqual(written);
      expect(await branches.files(main, [])).toEqual([]);
    });

    it('are read with few requests: one for what is text, one more for each that is none', async () => {
      const github = environment.github();
      const files = Array.from({ length: 25 }, (_, n) =>
        file(
          `part-${n}.js`,
          `export const n = ${n};
`,
        ),
      );
      const made = { parent: main, message: 'Parts', files: [...files, file('a.bin', Uint8Array.of(0))] };
      const { sha } = await github.branches.commit(made);
      const before = github.spent().requests;
      expect(
        await github.branches.files(
          sha,
          made.files.map((one) => one.path),
        ),
      ).toHaveLength(26);
      expect(github.spent().requests - before).toBe(2);
    });

    it('of a commit that is not there are none, and that is an error', async () => {
      await expect(environment.github().branches.files('0'.repeat(40), ['a'])).rejects.toThrow('no commit');
    });

    it('are not said to be missing where GitHub could not read them', async () => {
      environment.embedded.faults.add({ kind: 'field', field: 'TreeEntry.object', type: 'INTERNAL' });
      await expect(environment.github().branches.files(main, ['README.md'])).rejects.toThrow();
    });
  });

  let count = 0;
  const newBranch = () => `crew/issue-${++count}`;
  const moves = (branch: string) =>
    environment.embedded.effects.filter(({ subject }) => subject === `refs/heads/${branch}`).map(({ kind }) => kind);

  describe('a branch', () => {
    it('is nowhere before it is placed', async () => {
      expect(await environment.github().branches.head('crew/never')).toBeNull();
    });

    it('begins, goes on, and is left alone when it stands there already', async () => {
      const { branches } = environment.github();
      const branch = newBranch();
      const one = await commitOf('one');
      const two = await commitOf('two', one.sha);
      await branches.move(branch, { sha: one.sha, expectedTip: null });
      await branches.move(branch, { sha: two.sha, expectedTip: one.sha });
      await branches.move(branch, { sha: two.sha, expectedTip: one.sha });
      expect(await branches.head(branch)).toBe(two.sha);
      expect(moves(branch)).toEqual(['ref.created', 'ref.updated']);
    });

    it('is never taken from somebody: not one that is there, not one that went on, not one that is gone', async () => {
      const { branches } = environment.github();
      const branch = newBranch();
      const [one, two] = [await commitOf('mine'), await commitOf('yours')];
      await expect(branches.move(branch, { sha: one.sha, expectedTip: main })).rejects.toThrow(Conflict);
      await branches.move(branch, { sha: two.sha, expectedTip: null });
      await expect(branches.move(branch, { sha: one.sha, expectedTip: null })).rejects.toThrow(Conflict);
      await expect(branches.move(branch, { sha: one.sha, expectedTip: main })).rejects.toThrow(Conflict);
      expect(await branches.head(branch)).toBe(two.sha);
    });

    it('is never forced, also by who knows where it stands', async () => {
      const { branches } = environment.github();
      const branch = newBranch();
      const [one, two] = [await commitOf('here'), await commitOf('beside it')];
      await branches.move(branch, { sha: one.sha, expectedTip: null });
      await expect(branches.move(branch, { sha: two.sha, expectedTip: one.sha })).rejects.toThrow(Conflict);
      expect(await branches.head(branch)).toBe(one.sha);
    });

    it('goes to one of two who begin it at once', async () => {
      const branch = newBranch();
      const rivals = [await commitOf('left'), await commitOf('right')];
      const tries = await Promise.allSettled(
        rivals.map(({ sha }) => environment.github().branches.move(branch, { sha, expectedTip: null })),
      );
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Conflict);
      expect(moves(branch)).toEqual(['ref.created']);
    });

    it.each(mishaps)('is placed once, and is known to be, when %s', async (_, fault) => {
      const { branches } = environment.github();
      const branch = newBranch();
      const one = await commitOf('lost');
      const two = await commitOf('and found', one.sha);
      environment.embedded.faults.add({ ...fault, method: 'POST', path: '/git/refs$' });
      await branches.move(branch, { sha: one.sha, expectedTip: null });
      environment.embedded.faults.add({ ...fault, method: 'PATCH', path: '/git/refs/' });
      await branches.move(branch, { sha: two.sha, expectedTip: one.sha });
      expect(await branches.head(branch)).toBe(two.sha);
      expect(moves(branch)).toEqual(['ref.created', 'ref.updated']);
    });

    it('that a rule of the repository keeps closed is said to be, in the words of GitHub', async () => {
      const { branches } = environment.github();
      const branch = newBranch();
      const { sha } = await commitOf('unwanted');
      const message = 'Repository rule violations found';
      environment.embedded.faults.add({ kind: 'status', when: 'before', status: 422, message, path: '/git/refs$' });
      const placing = branches.move(branch, { sha, expectedTip: null });
      await expect(placing).rejects.toThrow(UserError);
      await expect(placing).rejects.toThrow(message);
      expect(await branches.head(branch)).toBeNull();
    });
  });

  describe('publishing a change', () => {
    it('of twenty files, from looking to the last label, takes no more than fifteen requests', async () => {
      const { branches, pulls, spent } = environment.github();
      const branch = newBranch();
      const files = Array.from({ length: 20 }, (_, n) => file(`src/part-${n}.js`, `export const n = ${n};\n`));
      expect(await branches.head(branch)).toBeNull();
      const { sha } = await branches.commit({ parent: main, message: 'Twenty parts', files });
      await branches.move(branch, { sha, expectedTip: null });
      expect(await branches.head(branch)).toBe(sha);
      expect(
        await branches.files(
          sha,
          files.map((one) => one.path),
        ),
      ).toEqual(files);
      expect(await pulls.listByBranch(branch)).toEqual([]);
      const wanted = { branch, base: 'main', title: 'Twenty parts', body: 'All of them.', draft: false };
      const pull = await pulls.create(wanted);
      if (pull === 'forbidden') throw new Error('it was not opened');
      await pulls.update(pull.number, { body: 'All twenty.' });
      await pulls.requestReview(pull.number, { reviewers: ['maya'], labels: ['crew'] });
      expect(spent().requests).toBeLessThanOrEqual(15);
    });
  });
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const file = (path: string, bytes: Uint8Array | null, mode = '100644') => ({ path, mode, bytes });

describe('the text that goes along with a tree', () => {
  it('stands for exactly the bytes it was made of, whatever they are', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.string({ unit: 'binary', maxLength: 40 }).map(bytesOf),
      fc.string({ unit: 'grapheme', maxLength: 40 }).map(bytesOf),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        const text = inlineText(given);
        if (text !== null) expect(Buffer.from(JSON.parse(JSON.stringify(text)))).toEqual(Buffer.from(given));
      }),
      { numRuns: sweep(500) },
    );
  });

  it.each([
    ['plain words', 'hello\n', true],
    ['Japanese, and what stands beyond the first plane', '日本語 🚣\r\n', true],
    ['nothing at all', '', false],
    ['a mark at the beginning', '\uFEFFhello', false],
    ['a zero', 'a\0b', false],
  ])('is taken for %s or not', (_, text, inline) => {
    expect(inlineText(bytesOf(text)) !== null).toBe(inline);
  });

  it('is none for bytes that are no UTF-8, and for what is too long for one request', () => {
    expect(inlineText(Uint8Array.of(0x63, 0xe9))).toBeNull();
    expect(inlineText(Uint8Array.of(0xed, 0xa0, 0x80))).toBeNull();
    expect(inlineText(new Uint8Array(600 * 1024).fill(97))).toBeNull();
  });
});

describe('the entries of a tree', () => {
  it('have the same bytes kept once, and texts not at all', async () => {
    const asked: number[] = [];
    const keep = async (bytes: Uint8Array) => `sha-${asked.push(bytes.length)}`;
    const bytes = Uint8Array.of(0, 1, 2);
    const given = [file('a', bytes), file('b.sh', bytes, '100755'), file('c', bytesOf('c')), file('d', null)];
    expect(await entriesOf(given, keep)).toEqual([
      { path: 'a', mode: '100644', type: 'blob', sha: 'sha-1' },
      { path: 'b.sh', mode: '100755', type: 'blob', sha: 'sha-1' },
      { path: 'c', mode: '100644', type: 'blob', content: 'c' },
      { path: 'd', mode: '100644', type: 'blob', sha: null },
    ]);
    expect(asked).toEqual([3]);
  });

  it('are never a submodule', async () => {
    await expect(entriesOf([file('lib', bytesOf('x'), '160000')], async () => '')).rejects.toThrow('160000');
  });
});

describe('refs', () => {
  let environment: Shop;
  let count = 0;
  let ref = '';
  beforeAll(async () => {
    environment = await openShop();
  });
  beforeEach(() => {
    environment.embedded.faults.clear();
    ref = `crew/runs/fix-${++count}`;
  });

  const change = (text: string, at: string | null) => ({
    files: { 'log.jsonl': text },
    version: at,
    message: 'one more',
  });

  const steps: readonly [string, Pick<Fault, 'method' | 'path'>][] = [
    ['the tree', { method: 'POST', path: '/git/trees$' }],
    ['the commit', { method: 'POST', path: '/git/commits$' }],
    ['beginning the ref', { method: 'POST', path: '/git/refs$' }],
    ['moving the ref', { method: 'PATCH', path: '/git/refs/' }],
  ];
  const faults: readonly [string, Fault][] = [
    ['the request was lost', { kind: 'drop', when: 'before' }],
    ['the reply was lost', { kind: 'drop', when: 'after' }],
    ['the answer was 500, though it was done', { kind: 'status', status: 500, when: 'after' }],
    ['the answer was 502', { kind: 'status', status: 502, when: 'before' }],
    ['the answer was cut off', { kind: 'truncate' }],
    ['it was limited', { kind: 'status', status: 429, when: 'before', headers: { 'retry-after': '1' } }],
  ];
  const table = steps.flatMap(([step, at]) =>
    faults.map(([what, fault]) => [step, what, { ...fault, ...at }] as const),
  );

  describe('writing a file into a ref', () => {
    it.each(table)('comes about once, and is known to have, when for %s %s', async (_step, _what, fault) => {
      const { refs } = environment.github();
      environment.embedded.faults.add(fault);
      const first = await refs.commit(ref, change('a\n', null));
      const second = await refs.commit(ref, change('a\nb\n', first));
      expect(await refs.read(ref, 'log.jsonl')).toEqual({ text: 'a\nb\n', version: second });
      expect(await refs.read(ref, 'log.jsonl', first)).toEqual({ text: 'a\n', version: first });
      const moves = environment.embedded.effects.filter(({ subject }) => subject === `refs/${ref}`);
      expect(moves.map(({ kind }) => kind)).toEqual(['ref.created', 'ref.updated']);
    });

    it.each([
      ['lost its reply', { kind: 'drop', when: 'after' }],
      ['lost its request', { kind: 'drop', when: 'before' }],
    ] as const)('is refused to who was second, also when who was first %s', async (_, fault) => {
      const { refs } = environment.github();
      const at = await refs.commit(ref, change('a\n', null));
      environment.embedded.faults.add({ ...fault, method: 'PATCH', path: '/git/refs/' });
      const tries = await Promise.allSettled(['b', 'c'].map((line) => refs.commit(ref, change(`a\n${line}\n`, at))));
      const won = tries.flatMap((one, n) => (one.status === 'fulfilled' ? ['b', 'c'][n] : []));
      expect(won).toHaveLength(1);
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Conflict);
      expect((await refs.read(ref, 'log.jsonl'))?.text).toBe(`a\n${won[0]}\n`);
    });

    it('never moves a ref back or aside', async () => {
      const { refs } = environment.github();
      const first = await refs.commit(ref, change('a\n', null));
      const second = await refs.commit(ref, change('a\nb\n', first));
      await expect(refs.commit(ref, change('a\nc\n', first))).rejects.toThrow(Conflict);
      await expect(refs.commit(ref, change('c\n', null))).rejects.toThrow(Conflict);
      expect((await refs.read(ref, 'log.jsonl'))?.version).toBe(second);
    });

    it('is there for whoever clones: a commit, its parents the versions before', async () => {
      const { refs } = environment.github();
      const first = await refs.commit(ref, change('a\n', null));
      const second = await refs.commit(ref, change('a\nb\n', first));
      const answer = await fetch(`${environment.embedded.apiUrl}/repos/ann/shop/git/commits/${second}`);
      expect(await answer.json()).toMatchObject({ message: 'one more', parents: [{ sha: first }] });
    });
  });

  describe('removing a ref', () => {
    it('that is gone already is as good, also when the reply of the removal was lost', async () => {
      const { refs } = environment.github();
      await refs.commit(ref, change('a\n', null));
      environment.embedded.faults.add({ kind: 'drop', when: 'after', method: 'DELETE' });
      await refs.remove(ref);
      await refs.remove(ref);
      expect(await refs.read(ref, 'log.jsonl')).toBeNull();
    });
  });
});
