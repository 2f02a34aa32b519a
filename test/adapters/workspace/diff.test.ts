import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyDiff, copyOf, openWorkspace } from '../../../src/adapters/workspace/index.js';
import { type Files, git, putFiles, repositoryOf } from './tree.js';

type Edits = Readonly<Record<string, string | Uint8Array | null>>;

/** A copy of a repository with these files written, or removed. */
async function copyWith(root: string, edits: Edits) {
  const copy = await copyOf(openWorkspace(root));
  for (const [name, content] of Object.entries(edits)) {
    if (content === null) await copy.remove(name);
    else await copy.write(name, Buffer.from(content));
  }
  return copy;
}

const bytesIn = (root: string, name: string) => {
  const file = path.join(root, name);
  return existsSync(file) ? readFileSync(file).toString('latin1') : null;
};

/** Both ways into a repository give the bytes that the copy has. */
async function expectBothWays(files: Files, edits: Edits): Promise<string> {
  const root = await repositoryOf(files);
  const copy = await copyWith(root, edits);
  const diff = await copy.diff();
  const names = [...new Set([...Object.keys(files), ...Object.keys(edits)])];
  const wanted = await Promise.all(
    names.map(async (name) => {
      const bytes = await copy.read(name);
      return bytes === null ? null : Buffer.from(bytes).toString('latin1');
    }),
  );
  await copy.close();
  const first = names.map((name) => bytesIn(root, name));

  if (diff.text !== '') git(root, ['apply', '--check', '--whitespace=nowarn', '-'], diff.text);
  if (diff.text !== '') git(root, ['apply', '--whitespace=nowarn', '-'], diff.text);
  expect(names.map((name) => bytesIn(root, name))).toEqual(wanted);
  if (diff.text !== '') git(root, ['apply', '-R', '--whitespace=nowarn', '-'], diff.text);
  expect(names.map((name) => bytesIn(root, name))).toEqual(first);
  expect(await applyDiff(openWorkspace(root), diff)).toEqual(diff.files);
  expect(names.map((name) => bytesIn(root, name))).toEqual(wanted);
  return diff.text;
}

describe('the diff of a copy', () => {
  it('is what git itself would say', async () => {
    const files = {
      'src/a.ts': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n',
      'gone.txt': 'old\n',
      'empty.txt': '',
    };
    const root = await repositoryOf(files);
    const edits = {
      'src/a.ts': 'one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine',
      'gone.txt': null,
      'new file.txt': 'new\n',
    };
    const diff = await (await copyWith(root, edits)).diff();
    putFiles(root, { 'src/a.ts': edits['src/a.ts'], 'new file.txt': 'new\n' });
    git(root, ['rm', '-q', 'gone.txt']);
    git(root, ['add', '-A']);
    expect(diff.text).toBe(
      git(root, ['diff', '--cached', '--full-index', '--no-renames']).replace(/^(@@ .* @@).*$/gm, '$1'),
    );
    expect(diff.files).toEqual(['gone.txt', 'new file.txt', 'src/a.ts']);
    expect(diff.base).toBe(git(root, ['rev-parse', 'HEAD']).trim());
    expect(diff.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, Files, Edits]>([
    ['line endings of Windows', { a: 'one\r\ntwo\r\n' }, { a: 'one\r\n2\r\n' }],
    ['line endings that change', { a: 'one\ntwo\n' }, { a: 'one\r\ntwo\n' }],
    ['a lonely carriage return', { a: 'one\rtwo\n' }, { a: 'one\rtwo\rthree\n' }],
    ['no newline at the end, before, after, both', { a: 'x', b: 'x\n', c: 'x' }, { a: 'x\n', b: 'x', c: 'y' }],
    ['empty files that come, go and fill', { a: '', b: '', c: 'x\n' }, { a: null, b: 'x\n', c: '', d: '' }],
    ['bytes that are no text', { a: Buffer.from([0, 1, 2]) }, { a: Buffer.from([0, 255, 3]), b: Buffer.from([0]) }],
    ['text that is no UTF-8', { a: Buffer.from([0x63, 0xe9, 0x0a]) }, { a: Buffer.from([0x63, 0xe8, 0x0a]) }],
    [
      'a text that becomes none, and the other way',
      { a: 'x\n', b: Buffer.from([0]) },
      { a: Buffer.from([0]), b: 'x\n' },
    ],
    ['a byte order mark', { a: '\uFEFFone\n' }, { a: '\uFEFFtwo\n' }],
    [
      'names of all kinds',
      { 'a b': '1', カ: '1', 'q"\\': '1' },
      { 'a b': '2', カ: '2', 'q"\\': '2', 'x\ty': '3', 'l\nl': '4' },
    ],
    ['names that look like others', { 'a b/b a': '1' }, { 'a b/b a': '2', 'b/a/b/a b': '3', ' b/x': '4' }],
    [
      'lines that look like a diff',
      { a: '-- x\n' },
      { a: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n\\ No\ndiff --git a/x b/x\n' },
    ],
    ['separators that are no line ends', { a: 'a\u2028b\u0085c\vd\fe\n' }, { a: 'a\u2028b\u0085c\vd\fE\n' }],
    ['a file where a folder was to be', { a: 'x' }, { a: null, 'b/c/d': 'x' }],
    [
      'a long file changed in two places',
      { a: lines(500) },
      { a: lines(500).replace('line 10\n', '').replace('line 400', 'LINE') },
    ],
    ['a long file changed everywhere', { a: lines(5_000) }, { a: lines(5_000).replaceAll('line', 'LINE') }],
  ])('survives %s', async (_, files, edits) => {
    await expectBothWays(files, edits);
  });

  it('says nothing of what is again as it was', async () => {
    expect(await expectBothWays({ a: 'x\n' }, { a: 'x\n' })).toBe('');
    const copy = await copyWith(await repositoryOf({ a: 'x\n' }), { b: 'x' });
    await copy.remove('b');
    expect(await copy.diff()).toMatchObject({ text: '', files: [] });
  });

  it('carries the executable bit, alone and with a change', async () => {
    const root = await repositoryOf({ a: '#!/bin/sh\n', b: '#!/bin/sh\n' });
    const copy = await copyOf(openWorkspace(root));
    await copy.write('a', Buffer.from('#!/bin/sh\n'), 0o755);
    await copy.write('b', Buffer.from('#!/bin/sh\necho\n'), 0o755);
    await copy.write('c', Buffer.from('new\n'), 0o755);
    const diff = await copy.diff();
    expect(diff.text).toContain('old mode 100644\nnew mode 100755\n');
    git(root, ['apply', '-'], diff.text);
    expect(['a', 'b', 'c'].map((name) => statSync(path.join(root, name)).mode & 0o777)).toEqual([0o755, 0o755, 0o755]);
    git(root, ['apply', '-R', '-'], diff.text);
    await applyDiff(openWorkspace(root), diff);
    expect(['a', 'b', 'c'].map((name) => statSync(path.join(root, name)).mode & 0o777)).toEqual([0o755, 0o755, 0o755]);
  });

  it('can remove a link, and put a file in its place', async () => {
    const root = await repositoryOf({ a: 'x\n' });
    symlinkSync('a', path.join(root, 'link'));
    git(root, ['add', '-A']);
    const copy = await copyWith(root, { link: null });
    await copy.write('link', Buffer.from('a file\n'));
    const diff = await copy.diff();
    git(root, ['apply', '--check', '-'], diff.text);
    await applyDiff(openWorkspace(root), diff);
    expect(readFileSync(path.join(root, 'link'), 'utf8')).toBe('a file\n');
    expect(readFileSync(path.join(root, 'a'), 'utf8')).toBe('x\n');
  });

  it('brings any bytes to any other bytes, by git and by crew', async () => {
    const line = fc.constantFrom('', 'a', 'b', 'a b', '\t', ' x ', '-', '+', '\\', '@@ -1 +1 @@', 'é', '\u2028', '\r');
    const ending = fc.constantFrom('\n', '\n', '\n', '\r\n', '');
    const text = fc.array(fc.tuple(line, ending), { maxLength: 30 }).map((all) => all.flat().join(''));
    const content = fc.oneof({ weight: 6, arbitrary: text.map((words) => Buffer.from(words)) }, bytes());
    const file = fc.record({ before: fc.option(content), after: fc.option(content) });
    const run = { numRuns: process.env.CREW_LONG ? 500 : 12 };
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 12 }), async (files) => {
        const named = files.map((each, n) => ({ ...each, name: `f${n}` }));
        const old = named.flatMap(({ name, before }) => (before ? [[name, before]] : []));
        await expectBothWays(
          Object.fromEntries(old),
          Object.fromEntries(named.map(({ name, after }) => [name, after])),
        );
      }),
      run,
    );
  });
});

const bytes = () => fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all));

function lines(count: number): string {
  return Array.from({ length: count }, (_, n) => `line ${n}\n`).join('');
}

describe('applying a diff', () => {
  const made = async () => {
    const root = await repositoryOf({ a: 'one\n', b: 'two\n' });
    return { root, diff: await (await copyWith(root, { a: 'ONE\n', b: null, c: 'three\n' })).diff() };
  };

  it.each<[string, (root: string) => void]>([
    ['a changed file', (root) => writeFileSync(path.join(root, 'b'), 'changed\n')],
    ['a file where there was none', (root) => writeFileSync(path.join(root, 'c'), 'three\n')],
    ['a file that is gone', (root) => git(root, ['rm', '-q', 'a'])],
    ['a changed mode', (root) => chmodSync(path.join(root, 'a'), 0o755)],
  ])('is refused for %s, and then nothing is written', async (_, change) => {
    const { root, diff } = await made();
    change(root);
    const before = ['a', 'b', 'c'].map((name) => bytesIn(root, name));
    await expect(applyDiff(openWorkspace(root), diff)).rejects.toMatchObject({ ends: 'refused', found: /changed/ });
    expect(['a', 'b', 'c'].map((name) => bytesIn(root, name))).toEqual(before);
  });

  it('is refused when the text is not the one that was named', async () => {
    const { root, diff } = await made();
    const other = diff.text.replace('+ONE', '+TWO');
    await expect(applyDiff(openWorkspace(root), { ...diff, text: other })).rejects.toMatchObject({ ends: 'refused' });
    expect(bytesIn(root, 'a')).toBe('one\n');
  });

  it('does not take the digest of a text for the digest of its bytes', async () => {
    const { root, diff } = await made();
    const { digestOf } = await import('../../../src/adapters/workspace/diff/format.js');
    const text = diff.text.replace('+ONE', '+TWO');
    await expect(applyDiff(openWorkspace(root), { text, sha256: digestOf(text) })).rejects.toThrow(
      'not what its digest says',
    );
    expect(bytesIn(root, 'a')).toBe('one\n');
  });

  it('never writes outside, whatever the diff names', async () => {
    const { root, diff } = await made();
    const { digestOf } = await import('../../../src/adapters/workspace/diff/format.js');
    for (const name of ['../c', '.git/c', '/tmp/crew-never']) {
      const text = diff.text.replaceAll('a/c', `a/${name}`).replaceAll('b/c', `b/${name}`);
      await expect(applyDiff(openWorkspace(root), { text, sha256: digestOf(text) })).rejects.toMatchObject({
        name: 'UserError',
      });
      expect(bytesIn(root, 'a')).toBe('one\n');
    }
  });

  it('puts back what it did when it cannot do the rest', async () => {
    const { root, diff } = await made();
    const tree = openWorkspace(root);
    const full = {
      ...tree,
      write: async (name: string, content: Uint8Array, mode?: number) => {
        if (name === 'c') throw new Error('no room');
        await tree.write(name, content, mode);
      },
    };
    await expect(applyDiff(full, diff)).rejects.toThrow('no room');
    expect(['a', 'b', 'c'].map((name) => bytesIn(root, name))).toEqual(['one\n', 'two\n', null]);
  });

  it.each([
    'x',
    'diff --git a/x b/y\n',
    'diff --git a/x b/x\nnew file mode 100600\n',
    'diff --git a/x b/x\nnew file mode 100644\nnonsense\n',
  ])('refuses what is no diff of crew: %j', async (text) => {
    const { root } = await made();
    const { digestOf } = await import('../../../src/adapters/workspace/diff/format.js');
    await expect(applyDiff(openWorkspace(root), { text, sha256: digestOf(text) })).rejects.toThrow('as crew writes it');
  });
});
