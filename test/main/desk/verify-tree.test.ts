// Where the commands of a verification run, by whose code it is.
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../../src/config/index.js';
import { workbenchFor } from '../../../src/main/desk/verify-tree.js';
import { newFolder } from '../../build/folder.js';

/** A workbench on a machine where no walls stand. */
async function bare(offeredBy: 'insiders' | 'outsiders' | undefined, required = true) {
  const root = await newFolder();
  const { bench, tree, setsUpOutside } = workbenchFor({
    ...{ root, home: path.join(await newFolder(), 'home'), now: undefined, machine: { PATH: process.env.PATH } },
    config: { ...defaults, sandbox: { ...defaults.sandbox, required } },
    ...{ signal: new AbortController().signal, offeredBy, ladder: [] },
  });
  return { cell: () => bench.cell(tree.root), setsUpOutside };
}

describe('where no walls stand', () => {
  it('a person’s own code runs all the same', async () => {
    const cell = await (await bare(undefined)).cell();
    expect(cell.strength).toBe('open');
    await cell.close();
  });

  it.each(['insiders', 'outsiders'] as const)(
    'what %s offer runs only where the configuration lets it',
    async (who) => {
      await expect((await bare(who)).cell()).rejects.toMatchObject({ expected: 'a sandbox to run commands in' });
      const cell = await (await bare(who, false)).cell();
      expect(cell.strength).toBe('open');
      await cell.close();
    },
  );
});

describe('what sets a tree up', () => {
  it.each([
    [undefined, true],
    ['insiders', true],
    ['outsiders', false],
  ] as const)('for %s, before the walls close: %s', async (who, outside) => {
    expect((await bare(who)).setsUpOutside).toBe(outside);
  });
});
