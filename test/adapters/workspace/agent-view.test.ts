import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { agentView, openWorkspace, storeOutputs } from '../../../src/adapters/workspace/index.js';
import { newFolder } from '../../build/folder.js';
import { git, treeOf } from './tree.js';

const OUTPUT = 'output-0123abcd.log';

const FILES = {
  'a.ts': 'needle\n',
  'src/.crew/b.ts': 'needle\n',
  '.crew/runs/r': 'needle\n',
  [`.crew/outputs/${OUTPUT}`]: 'needle\n',
};

describe('a tree without what is crew’s own', () => {
  const open = async () => {
    const root = await treeOf(FILES);
    const home = path.join(root, '.crew');
    const own = { home, outputs: path.join(home, 'outputs'), open: openWorkspace };
    return { root, tree: agentView(openWorkspace(root), own) };
  };

  it.each(['in a repository', 'in a mere folder'])('lists, finds and searches all but that, %s', async (where) => {
    const { root, tree } = await open();
    if (where === 'in a repository') git(root, ['init', '-q']);
    expect(await tree.files({})).toEqual(['a.ts', 'src/.crew/b.ts']);
    expect(await tree.files({ globs: ['runs/**', '.crew/**'] })).toEqual([]);
    const names = (await tree.list('.')).map(({ name }) => name);
    expect(names.filter((name) => name !== '.git')).toEqual(['a.ts', 'src']);
    expect((await tree.list('src')).map(({ name }) => name)).toEqual(['.crew']);
    const { found } = await tree.search({ pattern: 'needle', limit: 10, globs: ['**'] });
    expect(found.map(({ file }) => file)).toEqual(['a.ts', 'src/.crew/b.ts']);
    expect((await tree.search({ pattern: 'needle', limit: 10, under: '.crew' })).found).toEqual([]);
  });

  it('lets an output be read, in the tree or outside of it', async () => {
    const { root, tree } = await open();
    const text = async (from: typeof tree, at: string) => Buffer.from((await from.read(at)) ?? '').toString();
    expect(await text(tree, `.crew/outputs/${OUTPUT}`)).toBe('needle\n');
    const home = await newFolder();
    const outputs = path.join(home, 'outputs');
    const beside = agentView(openWorkspace(root), { home, outputs, open: openWorkspace });
    const kept = storeOutputs(outputs)();
    kept.add(Buffer.from('long'));
    const at = (await kept.close(true)) ?? '';
    expect(await text(beside, at)).toBe('long');
    expect(await beside.entryAt(at)).toMatchObject({ kind: 'file', size: 4 });
  });

  it('lets nothing else be read outside of the tree', async () => {
    const { root } = await open();
    const home = await newFolder();
    const outputs = path.join(home, 'outputs');
    mkdirSync(outputs);
    writeFileSync(path.join(outputs, 'secret'), 'x');
    writeFileSync(path.join(home, OUTPUT), 'x');
    const tree = agentView(openWorkspace(root), { home, outputs, open: openWorkspace });
    for (const at of [path.join(outputs, 'secret'), path.join(home, OUTPUT), `${outputs}/../${OUTPUT}`])
      await expect(tree.read(at)).rejects.toThrow('leads outside');
  });
});

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
