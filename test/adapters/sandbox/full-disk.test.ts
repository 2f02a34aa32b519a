import { statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { watchDisk } from '../../../src/adapters/sandbox/run-marked.js';
import { newFolder } from '../../build/folder.js';

describe('the watch over the disk', () => {
  it('calls when the disk falls below what always stays free', async () => {
    const folder = await newFolder();
    const { bavail, bsize } = await statfs(folder);
    const calls = new Promise<string>((resolve) => {
      const end = watchDisk({ folder, floor: bavail * bsize - 20e6 }, () => {
        end();
        resolve('full');
      });
    });
    setTimeout(() => void writeFile(path.join(folder, 'big'), Buffer.alloc(60e6)), 400);
    expect(await calls).toBe('full');
  });

  it('does not blame a command for a disk that was full before', async () => {
    const folder = await newFolder();
    let called = false;
    const end = watchDisk({ folder, floor: Number.MAX_SAFE_INTEGER }, () => {
      called = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 800));
    end();
    expect(called).toBe(false);
  });
});
