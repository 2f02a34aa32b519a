// Where the commands of a verification run, by whose code it is.

import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { defaults } from '../../src/config/index.js';
import { detectIn, openVerifier, verifyTree } from '../../src/services/verify-trees.js';
import { newFolder } from '../build/folder.js';

/** A workbench on a machine where no walls stand. */
async function bare(offeredBy: 'insiders' | 'outsiders' | undefined, required = true) {
  const root = await newFolder();
  const offered = offeredBy && { by: offeredBy, defaultTip: 'HEAD' };
  const { environment: bench, tree } = openVerifier({
    ...{ root, home: path.join(await newFolder(), 'home'), now: undefined, machine: { PATH: process.env.PATH } },
    config: { ...defaults, sandbox: { ...defaults.sandbox, required } },
    ...{ signal: new AbortController().signal, origin: offered, levels: [] },
  });
  return { sandbox: () => bench.sandbox(tree.root), setsUpWithin: bench.setupInSandbox };
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

const ROUND = { timeout: 600 } as const;

async function verified(setup: readonly string[], run: string, ladder?: readonly []) {
  const root = await newFolder();
  const home = await newFolder();
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  await mkdir(path.join(root, 'tool'));
  await writeFile(path.join(root, 'tool/package.json'), '{"name":"calc","version":"1.0.0","bin":"calc.js"}');
  await writeFile(path.join(root, 'tool/calc.js'), '#!/usr/bin/env node\nconsole.log("calc 1.0.0");\n');
  const bench = openVerifier({
    ...{ root, home: path.join(await newFolder(), 'home'), now: undefined },
    machine: { PATH: process.env.PATH, HOME: home },
    config: {
      ...defaults,
      sandbox: { ...defaults.sandbox, required: false },
      verify: { ...defaults.verify, setup: [...setup], steps: [{ name: 'uses it', run, ...ROUND }] },
    },
    ...{ signal: new AbortController().signal, ...(ladder && { ladder }) },
  });
  const { steps } = await detectIn(bench, bench.tree);
  const record = await verifyTree(bench, { tree: bench.tree, ref: 'baseline', steps, onProgress: () => undefined });
  return { record, home };
}

describe('verify.setup', () => {
  it.each([
    ['behind walls', undefined],
    ['without walls', [] as const],
  ])(
    'keeps a program that npm installed globally, %s',
    async (_, ladder) => {
      const install = 'npm install --global --offline --no-audit --no-fund "./$(npm pack ./tool --silent)"';
      const { record } = await verified([install], 'calc | grep "calc 1.0.0"', ladder);
      expect(record.steps.map(({ name, status }) => [name, status])).toEqual([
        ['setup 1', 'PASS'],
        ['uses it', 'PASS'],
      ]);
    },
    60_000,
  );

  it('keeps nothing of the home that the set-up had, where credentials may lie', async () => {
    const { record, home } = await verified(
      ['echo secret > "$HOME/.netrc"'],
      'test ! -e "$HOME/.netrc" && ! grep -rs secret "$PYTHONUSERBASE"',
    );
    expect(record.status).toBe('PASS');
    expect(await readdir(path.join(home, '.cache/crew'))).toEqual([expect.stringMatching(/^crew-tools-/)]);
  }, 60_000);

  it('is not given a folder of its own where there is none', async () => {
    const { record, home } = await verified([], 'true');
    expect(record.status).toBe('PASS');
    expect(await readdir(home)).toEqual([]);
  }, 60_000);
});
