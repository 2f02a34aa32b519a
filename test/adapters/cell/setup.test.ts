import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runSetup } from '../../../src/adapters/cell/setup.js';
import { newFolder } from '../../build/folder.js';

async function setUp(...commands: readonly string[]) {
  const root = await newFolder();
  let said = '';
  const ran = await runSetup({
    ...{ root, commands, env: { REGISTRY_TOKEN: 'canary' }, PATH: process.env.PATH ?? '', timeoutMs: 20_000 },
    onOutput: (chunk) => {
      said += Buffer.from(chunk).toString();
    },
  });
  return { root, ran, said };
}

describe('the set-up before a sandbox closes', () => {
  it('runs its commands in the tree, with the secrets that are its own', async () => {
    const { root, ran } = await setUp('echo "$REGISTRY_TOKEN" | wc -c > length', 'cp length copy');
    expect(ran.map(({ line, exit }) => [line, exit])).toEqual([
      ['echo "$REGISTRY_TOKEN" | wc -c > length', 0],
      ['cp length copy', 0],
    ]);
    expect(readFileSync(path.join(root, 'copy'), 'utf8').trim()).toBe('7');
  });

  it('stops at the first that does not end well', async () => {
    const { ran } = await setUp('true', 'exit 4', 'true');
    expect(ran.map(({ exit }) => exit)).toEqual([0, 4]);
  });

  it('leaves nothing of itself behind: no process, no home', async () => {
    const { ran, said } = await setUp(
      'echo "token=$REGISTRY_TOKEN" > ~/.npmrc; pwd > /dev/null; echo ~; setsid sleep 66.6 & sleep 0.2',
    );
    expect(ran).toMatchObject([{ exit: 0 }]);
    expect(existsSync(said.trim())).toBe(false);
  });
});
