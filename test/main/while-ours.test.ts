import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openWithoutWalls } from '../../src/adapters/cell/open.js';
import { openWorkspace } from '../../src/adapters/workspace/index.js';
import { defaults } from '../../src/config/index.js';
import { Conflict } from '../../src/errors.js';
import { readEnv } from '../../src/services/env.js';
import { cellWhileOurs, whileOurs } from '../../src/main/while-ours.js';
import { openWorkshop } from '../../src/services/workshop.js';
import { git } from '../adapters/workspace/tree.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';

const lost = () => Promise.reject(new Conflict('a lease that is over'));

describe('a tree that was lost to somebody else', () => {
  it('is read, and changed no more: neither by a tool nor by a command', async () => {
    const folder = await newFolder();
    const own = openWorkspace(folder);
    await own.write('a.txt', Buffer.from('one'));
    const tree = whileOurs(own, lost);
    await expect(tree.write('a.txt', Buffer.from('two'))).rejects.toBeInstanceOf(Conflict);
    await expect(tree.remove('a.txt')).rejects.toBeInstanceOf(Conflict);
    const cell = await openWithoutWalls({ PATH: process.env.PATH });
    const command = { line: 'echo two > a.txt', cwd: folder, timeoutMs: 5_000, hear: () => undefined };
    await expect(cellWhileOurs(cell, lost).run(command)).rejects.toBeInstanceOf(Conflict);
    await cell.close();
    expect(Buffer.from((await tree.read('a.txt')) ?? []).toString()).toBe('one');
  });
});

describe('a workshop', () => {
  async function place() {
    const root = await newFolder();
    git(root, ['init', '--quiet', '--initial-branch=main']);
    git(root, ['commit', '--quiet', '--allow-empty', '--message=first']);
    const home = path.join(root, '.crew');
    const env = readEnv({ PATH: process.env.PATH, HOME: process.env.HOME });
    const config = { ...defaults, sandbox: { ...defaults.sandbox, required: false } };
    const open = () => openWorkshop({ env, root, config, home, clock: quickClock(), ladder: [] });
    return { home, open };
  }

  it('is open once in a tree, and free again when it is closed', async () => {
    const { open } = await place();
    const first = await open();
    await expect(open()).rejects.toMatchObject({ ends: 'refused', found: expect.stringContaining(`${process.pid}`) });
    await first.close();
    await (await open()).close();
  });

  it('that could not be opened is in nobody’s way', async () => {
    const { home, open } = await place();
    const broken = path.join(home, 'guard.yml');
    mkdirSync(broken, { recursive: true });
    await expect(open()).rejects.toThrow(/guard\.yml/);
    rmSync(broken, { recursive: true });
    await (await open()).close();
  });
});
