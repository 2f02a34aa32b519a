import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { takeFiles } from '../../../src/adapters/sandbox/take-files.js';
import { newFolder } from '../../build/folder.js';

const MOST = 1_000_000;

/** A home with a folder that commands have filled, beside a secret of somebody's. */
async function home(fill: (folder: string, secret: string) => void) {
  const place = await newFolder();
  const [at, secret] = [path.join(place, 'home'), path.join(place, 'secret')];
  mkdirSync(path.join(at, 'left'), { recursive: true });
  writeFileSync(secret, 'a secret');
  fill(path.join(at, 'left'), secret);
  return { at, secret };
}

async function take(at: string, most = MOST) {
  const files: string[] = [];
  const open = (bytes: number) => {
    const n = files.push(`${bytes}:`) - 1;
    return (chunk: Uint8Array) => {
      files[n] += Buffer.from(chunk).toString();
    };
  };
  return { how: await takeFiles(at, { folder: 'left', maxBytes: most, open }), files };
}

/** Looks in each turn of Node's, until the work is done. */
async function besides<T>(work: () => Promise<T>, look: () => void): Promise<T> {
  let isDone = false;
  const turn = () => {
    if (isDone) return;
    look();
    setImmediate(turn);
  };
  setImmediate(turn);
  return work().finally(() => {
    isDone = true;
  });
}

describe('what is taken out of a home', () => {
  it('are its files by their names, and then the folder is gone', async () => {
    const { at } = await home((folder) => {
      writeFileSync(path.join(folder, 'b.xml'), 'two');
      writeFileSync(path.join(folder, 'a.xml'), 'one');
      writeFileSync(path.join(folder, '.hidden'), 'nobody asked');
      writeFileSync(path.join(folder, 'c'), '');
    });
    expect(await take(at)).toEqual({ how: 'taken', files: ['3:one', '3:two', '0:'] });
    expect(existsSync(path.join(at, 'left'))).toBe(false);
    expect(await take(at)).toEqual({ how: 'taken', files: [] });
  });

  it('is whole where a file is long, and nothing of it where it is too long', async () => {
    const long = 'x'.repeat(300_000);
    const fill = (folder: string) => writeFileSync(path.join(folder, 'a'), long);
    expect(await take((await home(fill)).at)).toEqual({ how: 'taken', files: [`300000:${long}`] });
    expect(await take((await home(fill)).at, 299_999)).toEqual({ how: 'too large', files: [] });
  });

  it('is counted over all files', async () => {
    const { at } = await home((folder) => {
      for (const name of ['a', 'b']) writeFileSync(path.join(folder, name), '12345');
    });
    expect(await take(at, 9)).toEqual({ how: 'too large', files: ['5:12345'] });
  });

  it.each<readonly [string, (folder: string, secret: string) => void]>([
    ['a link to a file', (folder, secret) => symlinkSync(secret, path.join(folder, 'a'))],
    ['a link to itself', (folder) => symlinkSync('a', path.join(folder, 'a'))],
    ['a link to a device', (folder) => symlinkSync('/dev/zero', path.join(folder, 'a'))],
    ['a folder', (folder) => mkdirSync(path.join(folder, 'a'))],
    ['a pipe that nobody writes to', (folder) => void execFileSync('mkfifo', [path.join(folder, 'a')])],
  ])('is nothing where there is %s', async (_, fill) => {
    const { at, secret } = await home(fill);
    expect(await take(at)).toEqual({ how: 'no files', files: [] });
    expect(readFileSync(secret, 'utf8')).toBe('a secret');
  });

  it('is nothing where the folder itself is a link, and what it leads to stays', async () => {
    const place = await newFolder();
    const [at, elsewhere] = [path.join(place, 'home'), path.join(place, 'elsewhere')];
    for (const each of [at, elsewhere]) mkdirSync(each);
    writeFileSync(path.join(elsewhere, 'secret'), 'a secret');
    symlinkSync(elsewhere, path.join(at, 'left'));
    expect(await take(at)).toEqual({ how: 'no files', files: [] });
    expect(readFileSync(path.join(elsewhere, 'secret'), 'utf8')).toBe('a secret');
  });

  it('takes another name of a file for that file, which commands can only give to what is theirs', async () => {
    const { at } = await home((folder) => {
      writeFileSync(path.join(folder, '..', 'mine'), 'mine');
      linkSync(path.join(folder, '..', 'mine'), path.join(folder, 'a'));
    });
    expect(await take(at)).toEqual({ how: 'taken', files: ['4:mine'] });
  });

  it('is nothing where there are more files than anybody reads, and the rest of crew goes on while they are taken away', async () => {
    const most = 10_000;
    const { at } = await home((folder) => {
      writeFileSync(path.join(folder, '0'), '');
      for (let n = 1; n <= most; n += 1) linkSync(path.join(folder, '0'), path.join(folder, `${n}`));
    });
    let [turn, isHalfGone] = [0, false];
    const look = () => {
      turn += 1;
      if (isHalfGone || turn % 10 > 0 || !existsSync(path.join(at, 'left'))) return;
      const { length } = readdirSync(path.join(at, 'left'));
      isHalfGone = length > 0 && length <= most;
    };
    expect(await besides(() => take(at), look)).toEqual({ how: 'too large', files: [] });
    expect(isHalfGone).toBe(true);
    expect(existsSync(path.join(at, 'left'))).toBe(false);
  });

  it.each([
    ['of many files', 100, 1],
    ['of a large one', 1, 6_400_000],
  ])('comes piece by piece, so that the rest of crew goes on in between: %s', async (_, count, size) => {
    const { at } = await home((folder) => {
      for (let n = 0; n < count; n += 1) writeFileSync(path.join(folder, `${n}`), Buffer.alloc(size, 'x'));
    });
    let turn = 0;
    const heard: number[] = [];
    const open = () => () => void heard.push(turn);
    const look = () => {
      turn += 1;
    };
    expect(await besides(() => takeFiles(at, { folder: 'left', maxBytes: 10_000_000, open }), look)).toBe('taken');
    expect(heard.length).toBeGreaterThan(50);
    expect(new Set(heard).size).toBe(heard.length);
  });

  it('is asked for by a name alone', async () => {
    for (const folder of ['../left', 'a/b', '/etc'])
      await expect(takeFiles('/tmp', { folder, maxBytes: 1, open: () => () => undefined })).rejects.toThrow(
        'is no name of a folder',
      );
  });
});
