import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { gitArgs, gitEnv } from '../../../src/adapters/git/index.js';
import { newFolder } from '../../build/folder.js';

const plain = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe', encoding: 'utf8' });

function hardened(cwd: string, ...args: string[]): string {
  const env = { ...gitEnv({ PATH: process.env.PATH }), HOME: cwd };
  return execFileSync('git', [...gitArgs(), ...args], { cwd, env, stdio: 'pipe', encoding: 'utf8' });
}

async function repository(): Promise<string> {
  const root = await newFolder();
  plain(root, 'init', '-q');
  writeFileSync(path.join(root, 'a'), 'a\n');
  plain(root, 'add', '.');
  plain(root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first');
  return root;
}

describe('git, hardened', () => {
  it('starts no monitor that the configuration names', async () => {
    const root = await repository();
    plain(root, 'config', 'core.fsmonitor', 'touch fired; false');
    plain(root, 'status');
    expect(existsSync(path.join(root, 'fired'))).toBe(true); // the trick works, where nobody hardened it
    plain(root, 'config', 'core.fsmonitor', 'touch again; false');
    hardened(root, 'status');
    expect(existsSync(path.join(root, 'again'))).toBe(false);
  });

  it('starts no hook', async () => {
    const root = await repository();
    writeFileSync(path.join(root, '.git/hooks/post-checkout'), '#!/bin/sh\ntouch fired\n', { mode: 0o755 });
    hardened(root, 'checkout', '-q', '-b', 'other');
    expect(existsSync(path.join(root, 'fired'))).toBe(false);
  });

  it('takes no configuration of a user’s', async () => {
    const root = await repository();
    writeFileSync(path.join(root, '.gitconfig'), '[alias]\n\tpwned = !touch fired\n');
    expect(() => hardened(root, 'pwned')).toThrow(/not a git command/);
    expect(existsSync(path.join(root, 'fired'))).toBe(false);
  });

  it('takes a bare repository only when it is named', async () => {
    const root = await repository();
    const planted = path.join(root, 'planted');
    mkdirSync(planted);
    plain(planted, 'init', '-q', '--bare');
    expect(() => hardened(planted, 'rev-parse', '--git-dir')).toThrow(/safe\.bareRepository/);
    const named = execFileSync('git', [...gitArgs({ bare: planted }), 'rev-parse', '--is-bare-repository'], {
      env: gitEnv({ PATH: process.env.PATH }),
      encoding: 'utf8',
    });
    expect(named.trim()).toBe('true');
  });
});
