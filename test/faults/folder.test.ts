import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { versionsIn } from '../../src/files/durable.js';
import { UserError } from '../../src/ports/errors.js';
import { folderRunStore } from '../../src/runs/stores.js';
import { bundle } from '../build/bundle.js';
import { newFolder } from '../build/folder.js';
import { itWith } from '../build/only-with.js';

const textIn = (folder: string) => versionsIn(folder, { name: 'log', extension: 'txt' });
const log = async (folder: string) => (await textIn(folder).read())?.text ?? '';
let entry: string;
beforeAll(async () => {
  entry = await bundle('test/faults/append.entry.ts', await newFolder());
});

const startWriter = (root: string, name: string, many: number) =>
  spawn(process.execPath, [entry, root, name, String(many)], { stdio: ['ignore', 'pipe', 'inherit'] });

/** The numbers in the lines of one writer, as they stand in the log. */
const numbersOf = (text: string, name: string): readonly number[] =>
  text.split('\n').flatMap((line) => (line.startsWith(`${name} `) ? [Number(line.slice(name.length + 1))] : []));

const upTo = (many: number): readonly number[] => Array.from({ length: many }, (_, n) => n);

describe('several processes on one text in a folder', () => {
  it('lose nothing, double nothing, and each keeps its order', async () => {
    const root = await newFolder();
    const writers = ['ann', 'bo', 'cy'].map((name) => startWriter(root, name, 60));
    const ended = Promise.all(writers.map((writer) => once(writer, 'exit')));
    let over = false;
    void ended.then(() => (over = true));
    for (let seen = ''; !over; await wait(1)) {
      const now = await log(root);
      expect(now.slice(0, seen.length)).toBe(seen);
      seen = now;
    }
    expect((await ended).map(([code]) => code)).toEqual([0, 0, 0]);
    const text = await log(root);
    for (const name of ['ann', 'bo', 'cy']) expect(numbersOf(text, name)).toEqual(upTo(60));
    expect(text.split('\n')).toHaveLength(181);
  });
});

describe('a writer that was killed', () => {
  it('leaves a log of whole lines that others go on with', async () => {
    const root = await newFolder();
    for (const life of upTo(6)) {
      const writer = startWriter(root, `life${life}`, 1_000_000);
      await once(writer.stdout, 'data');
      await wait(15 + 10 * life);
      const ended = once(writer, 'exit');
      writer.kill('SIGKILL');
      await ended;
      const found = await textIn(root).read();
      const written = numbersOf(found?.text ?? '', `life${life}`);
      expect(written).toEqual(upTo(written.length));
      expect(found?.text ?? '\n').toMatch(/\n$/);
      await textIn(root).write(`${found?.text ?? ''}after ${life}\n`, found?.version ?? null);
    }
    expect(numbersOf(await log(root), 'after')).toEqual(upTo(6));
  });

  it('between writing and naming leaves something that nobody takes for a version', async () => {
    const root = await newFolder();
    const text = textIn(root);
    await text.write('a\n', null);
    await writeFile(path.join(root, '.0d6ff5a2-half'), 'half a li');
    expect(await text.read()).toEqual({ text: 'a\n', version: '1' });
    await text.write('a\nb\n', '1');
    expect(await log(root)).toBe('a\nb\n');
  });

  it('before its first version leaves nothing to read, and a text that can still be begun', async () => {
    const root = await newFolder();
    await writeFile(path.join(root, '.0d6ff5a2-half'), 'half a li');
    expect(await textIn(root).read()).toBeNull();
    await textIn(root).write('a\n', null);
    expect(await log(root)).toBe('a\n');
  });
});

/** A disk of 64 kB in a folder; null where only a stronger user could have one. */
function smallDisk(): string | null {
  try {
    const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'crew-test', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    return null;
  }
}

const disk = smallDisk();
afterAll(async () => {
  if (disk === null) return;
  execFileSync('umount', [disk]);
  await rm(disk, { recursive: true });
});

describe('a disk that is full', () => {
  itWith(
    { need: 'right to mount a small disk', there: disk !== null },
    'ends in waiting for a person, with all that was written still there, and goes on when it was freed',
    async () => {
      const root = disk ?? '';
      await writeFile(path.join(root, 'filler'), 'x'.repeat(30_000));
      const store = folderRunStore(root, (text) => text);
      const write = (name: string, text: string) =>
        store.update('tree', () => ({ record: 'unchanged', files: { [name]: text }, value: null }));
      const fill = async (): Promise<void> => {
        for (let n = 0; n < 100; n += 1) await write(`${n}.txt`, 'x'.repeat(3000));
      };
      const full = await fill().catch((error: unknown) => error);
      expect(full).toBeInstanceOf(UserError);
      expect(full).toMatchObject({ ends: 'awaiting', found: 'ENOSPC' });
      expect(await store.file('tree', '0.txt')).toHaveLength(3000);
      await rm(path.join(root, 'filler'));
      await write('more.txt', 'more');
      expect(await store.file('tree', 'more.txt')).toBe('more');
      expect(await store.read('tree')).toEqual({ subject: 'tree', runs: [] });
    },
  );
});
