// Where the commands of a verification run, by whose code it is.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../src/config/index.js';
import { openVerifier } from '../../src/services/verify-trees.js';
import { newFolder } from '../build/folder.js';

/** A workbench on a machine where no walls stand. */
async function bare(offeredBy: 'insiders' | 'outsiders' | undefined, required = true) {
  const root = await newFolder();
  const offered = offeredBy && { by: offeredBy, defaultTip: 'HEAD' };
  const { bench, tree } = openVerifier({
    ...{ root, home: path.join(await newFolder(), 'home'), now: undefined, machine: { PATH: process.env.PATH } },
    config: { ...defaults, sandbox: { ...defaults.sandbox, required } },
    ...{ signal: new AbortController().signal, origin: offered, levels: [] },
  });
  return { sandbox: () => bench.sandbox(tree.root), setsUpWithin: bench.setsUpWithin };
}

describe('where no walls stand', () => {
  it('a person’s own code runs all the same', async () => {
    const sandbox = await (await bare(undefined)).sandbox();
    expect(sandbox.strength).toBe('open');
    await sandbox.close();
  });

  it('what insiders offer runs only where the configuration lets it', async () => {
    await expect((await bare('insiders')).sandbox()).rejects.toMatchObject({
      expected: 'a sandbox to run commands in',
    });
    const sandbox = await (await bare('insiders', false)).sandbox();
    expect(sandbox.strength).toBe('open');
    await sandbox.close();
  });

  it('what outsiders offer does not run at all, whatever the configuration says', async () => {
    for (const required of [true, false])
      await expect((await bare('outsiders', required)).sandbox()).rejects.toMatchObject({
        expected: 'a sandbox to run commands in',
      });
  });
});

describe('what sets a tree up', () => {
  it.each([
    [undefined, false],
    ['insiders', false],
    ['outsiders', true],
  ] as const)('for %s, within the walls: %s', async (who, within) => {
    expect((await bare(who)).setsUpWithin).toBe(within);
  });
});
