// Somebody who may write to the tree swaps folders for links while crew works in it.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import { newFolder } from '../../build/folder.js';
import { treeOf } from './tree.js';

/** Names one thing, then the other, as fast as it can. */
const SWAPPER = `
const fs = require('node:fs');
const [folder, outside] = process.argv.slice(1);
process.stdout.write('begun');
for (;;) {
  fs.renameSync(folder + '/real', folder + '/aside');
  fs.symlinkSync(outside, folder + '/real');
  fs.unlinkSync(folder + '/real');
  fs.renameSync(folder + '/aside', folder + '/real');
  // The folder stands as it should for as long as it does not.
  const until = performance.now() + 0.1;
  while (performance.now() < until);
}
`;

it('never reads nor writes outside, however often a folder is swapped for a link', async () => {
  const outside = await newFolder();
  writeFileSync(path.join(outside, 'file'), 'canary');
  writeFileSync(path.join(outside, 'only-outside'), '');
  const root = await treeOf({ 'real/file': 'inside' });
  mkdirSync(path.join(root, 'other'));
  const swapper = spawn(process.execPath, ['-e', SWAPPER, root, outside]);
  await new Promise((resolve) => swapper.stdout.once('data', resolve));
  const tree = openWorkspace(root);
  const outcomes = { read: 0, refused: 0, gone: 0 };
  const tries = process.env.CREW_LONG ? 100_000 : 1_500;
  for (let n = 0; n < tries; n += 1) {
    const bytes = await tree.read('real/file').catch(() => 'refused' as const);
    if (bytes === null) outcomes.gone += 1;
    else if (bytes === 'refused') outcomes.refused += 1;
    else {
      expect(Buffer.from(bytes).toString()).not.toBe('canary');
      outcomes.read += 1;
    }
    await tree.write('real/written', Buffer.from(String(n))).catch(() => undefined);
    const names = await tree.list('real').catch(() => []);
    expect(names.map(({ name }) => name)).not.toContain('only-outside');
  }
  swapper.kill('SIGKILL');
  expect(outcomes.read).toBeGreaterThan(0);
  expect(readdirSync(outside)).toEqual(['file', 'only-outside']);
  expect(readFileSync(path.join(outside, 'file'), 'utf8')).toBe('canary');
});
