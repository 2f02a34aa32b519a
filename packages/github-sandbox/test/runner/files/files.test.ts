import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createArtifactStore } from '../../../src/runner/artifact-store.js';
import { findFiles } from '../../../src/runner/files/find-files.js';
import { hashFiles } from '../../../src/runner/files/hash-files.js';

let dir: string;
const put = (path: string, content = path): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
};
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('the files of an upload', () => {
  const find = (patterns: string[], hidden = false): Promise<{ root: string; files: string[] }> =>
    findFiles({ patterns, base: dir, hidden });

  it('of one file stand under its own name', async () => {
    put('a/b/c.txt');
    expect(await find(['a/b/c.txt'])).toEqual({ root: join(dir, 'a/b'), files: ['c.txt'] });
  });

  it('of several places keep the road from the folder they share', async () => {
    put('a/x/1.txt');
    put('a/y/2.txt');
    expect(await find(['a/x', 'a/y/*.txt'])).toEqual({ root: join(dir, 'a'), files: ['x/1.txt', 'y/2.txt'] });
  });

  it('hold hidden ones only when wanted', async () => {
    put('a/.env');
    put('a/b');
    expect((await find(['a'])).files).toEqual(['b']);
    expect((await find(['a'], true)).files).toEqual(['.env', 'b']);
  });

  it('do not go round in a circle of links', async () => {
    put('a/b');
    symlinkSync(join(dir, 'a'), join(dir, 'a/loop'));
    expect((await find(['a/**'])).files).toEqual(['b']);
  });
});

describe('hashFiles', () => {
  it('tells contents apart and names nothing where nothing matches', () => {
    put('package-lock.json', '1');
    const first = hashFiles(dir, ['**/package-lock.json']);
    put('package-lock.json', '2');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(hashFiles(dir, ['**/package-lock.json'])).not.toBe(first);
    expect(hashFiles(dir, ['**/*.json', '!package-lock.json'])).toBe('');
  });
});

describe('the artifact store', () => {
  it('lets a job upload no more than its share', async () => {
    put('f');
    const store = createArtifactStore(join(dir, 'store'), 2);
    const upload = (name: string, job: string): Promise<unknown> =>
      store.put({ runId: 1, job, name, root: dir, files: ['f'], overwrite: false });
    await upload('a', 'one');
    await upload('b', 'one');
    await expect(upload('c', 'one')).rejects.toThrow('a job may upload at most 2 artifacts');
    await upload('c', 'two');
    expect((await store.list(1)).map(({ id, name }) => [id, name])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('gives a name to one of two that come at the same time', async () => {
    put('f');
    const store = createArtifactStore(join(dir, 'store'));
    const both = await Promise.allSettled(
      ['one', 'two'].map((job) =>
        store.put({ runId: 1, job, name: 'same', root: dir, files: ['f'], overwrite: false }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await store.list(1)).toHaveLength(1);
  });

  it('goes on counting in a new process, and notices a file that was changed under it', async () => {
    put('f');
    const upload = { runId: 1, job: 'j', root: dir, files: ['f'], overwrite: false };
    await createArtifactStore(join(dir, 'store')).put({ ...upload, name: 'a' });
    const later = createArtifactStore(join(dir, 'store'));
    expect((await later.put({ ...upload, name: '../climb' })).id).toBe(2);
    put('store/1/a-a/files/f', 'changed');
    await expect(later.extract({ runId: 1, id: 1, into: join(dir, 'in') })).rejects.toThrow('artifact a: digest');
    await later.extract({ runId: 1, id: 2, into: join(dir, 'in') });
  });
});
