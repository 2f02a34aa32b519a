import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openSandbox, sandboxFindings } from '../../../src/adapters/sandbox/index.js';
import { bubblewrap, findPrograms } from '../../../src/adapters/sandbox/levels/bubblewrap.js';
import type { SandboxLevel } from '../../../src/adapters/sandbox/levels/level.js';
import { reasonFor } from '../../../src/adapters/sandbox/levels/namespace-holder.js';
import { returnLeftTree, returnTree, userFor } from '../../../src/adapters/sandbox/levels/unprivileged-user.js';
import { toolVariables, toolView } from '../../../src/adapters/sandbox/mounts/tools.js';
import { LevelUnavailable, which } from '../../../src/adapters/sandbox/system-programs.js';
import { UserError } from '../../../src/ports/errors.js';
import { newFolder } from '../../build/folder.js';
import { itWith } from '../../build/only-with.js';

/** What bwrap and unshare really say on machines that let them do nothing, and a word of what helps. */
const REFUSALS: readonly (readonly [said: string, helps: RegExp])[] = [
  [
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces. On e.g. debian this can be enabled with 'sysctl kernel.unprivileged_userns_clone=1'.",
    /unprivileged_userns_clone=1/,
  ],
  [
    'bwrap: No permissions to create a new namespace, likely because the kernel does not allow non-privileged user namespaces. See <https://deb.li/bubblewrap> or <file:///usr/share/doc/bubblewrap/README.Debian.gz>.',
    /user namespaces/,
  ],
  ['bwrap: setting up uid map: Permission denied', /apparmor_restrict_unprivileged_userns=0/],
  ['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', /apparmor_restrict_unprivileged_userns=0/],
  ['bwrap: Creating new namespace failed: Operation not permitted', /seccomp=unconfined/],
  [
    'bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)',
    /user\.max_user_namespaces/,
  ],
  ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /systempaths=unconfined/],
  ['unshare: unshare failed: Operation not permitted', /seccomp=unconfined/],
  ['sudo: a password is required', /without a password/],
];

async function withBwrap(announces: string): Promise<NodeJS.ProcessEnv> {
  const folder = await newFolder();
  writeFileSync(path.join(folder, 'bwrap'), `#!/bin/sh\ncat >&2 <<'END'\n${announces}\nEND\nexit 1\n`);
  chmodSync(path.join(folder, 'bwrap'), 0o755);
  return { ...process.env, PATH: `${folder}:${process.env.PATH}` };
}

const falls = (found: string): SandboxLevel => ({
  name: 'rung',
  open: () => Promise.reject(new LevelUnavailable({ found, remedy: 'Mend it.' })),
});

describe('the ladder', () => {
  it.each(REFUSALS)('knows what helps where the machine says "%s"', async (said, helps) => {
    const { found, remedy } = reasonFor(said);
    expect(found).toBe(said);
    expect(remedy).toMatch(helps);
  });

  it.each(['bwrap', 'nsenter', 'sh', 'bash'])('names %s if only that program is missing', (missing) => {
    const find = (name: string) => (name === missing ? null : `/bin/${name}`);
    expect(() => findPrograms(find)).toThrow(new LevelUnavailable({ found: `no ${missing}`, remedy: '' }));
  });

  it('refuses in the machine’s own words, with what helps and the setting', async () => {
    const root = await newFolder();
    const env = await withBwrap('bwrap: setting up uid map: Permission denied');
    const opening = openSandbox({ root, hosts: [], required: true, env, levels: [bubblewrap] });
    await expect(opening).rejects.toBeInstanceOf(UserError);
    await expect(opening).rejects.toMatchObject({
      found: 'bubblewrap: bwrap: setting up uid map: Permission denied',
      remedy: expect.stringMatching(/apparmor.*sandbox\.required/s),
      ends: 'refused',
    });
  });

  it('takes the next rung where one does not bear, and names all of them where none does', async () => {
    const root = await newFolder();
    const ask = { root, hosts: [], required: true, env: process.env };
    await expect(openSandbox({ ...ask, levels: [falls('rotten'), falls('gone')] })).rejects.toMatchObject({
      found: 'rung: rotten; rung: gone',
    });
  });

  it('opens a cell without walls only where somebody said so, and says that it is open', async () => {
    const sandbox = await openSandbox({
      root: await newFolder(),
      hosts: [],
      required: false,
      env: process.env,
      levels: [falls('rotten')],
    });
    expect(sandbox).toMatchObject({ strength: 'open', name: 'no sandbox' });
    await sandbox.close();
  });

  it('leaves an error of crew’s own an error', async () => {
    const broken: SandboxLevel = { name: 'broken', open: () => Promise.reject(new Error('bug')) };
    const opening = openSandbox({
      root: await newFolder(),
      hosts: [],
      required: false,
      env: process.env,
      levels: [broken],
    });
    await expect(opening).rejects.toThrow('bug');
  });

  it.each(['.github', '.git', '.crew'])('refuses a tree whose %s is a link', async (name) => {
    const root = await newFolder();
    mkdirSync(path.join(root, 'elsewhere'));
    symlinkSync('elsewhere', path.join(root, name));
    const opening = openSandbox({ root, hosts: [], required: true, env: process.env, levels: [falls('rotten')] });
    await expect(opening).rejects.toMatchObject({ ends: 'refused', found: expect.stringContaining('a link') });
  });

  it('starts no program that lies in the tree, whatever the PATH says', async () => {
    const root = await newFolder();
    writeFileSync(path.join(root, 'bwrap'), '#!/bin/sh\n', { mode: 0o755 });
    expect(which('bwrap', { root, PATH: `${root}:.:node_modules/.bin` })).not.toBe(path.join(root, 'bwrap'));
    expect(which('no-such-program', { root, PATH: root })).toBeNull();
  });

  it('never shows a home, or what holds one, because the PATH names it', async () => {
    const home = await newFolder();
    mkdirSync(path.join(home, '.cargo/bin'), { recursive: true });
    mkdirSync(path.join(home, 'v20/bin'), { recursive: true });
    mkdirSync(path.join(home, 'v20/lib'), { recursive: true });
    writeFileSync(path.join(home, '.cargo/credentials.toml'), 'token');
    const PATH = ['/', home, path.dirname(home), `${home}/v20/..`, `${home}/.cargo/bin`, `${home}/v20/bin`].join(':');
    const shown = toolView({ root: '/tree', PATH, home }).map(({ at }) => at);
    expect(shown).toEqual([`${home}/.cargo/bin`, `${home}/v20/bin`, `${home}/v20/lib`]);
  });

  it('shows virtual environments whole, what links of version managers lead to, and tells their programs where they are', async () => {
    const home = await newFolder();
    for (const folder of [
      'venv/bin',
      'fnm/v20/bin',
      'fnm/v20/lib',
      'shells/one',
      '.volta/bin',
      '.volta/tools',
      'links/bin',
      'private',
    ])
      mkdirSync(path.join(home, folder), { recursive: true });
    writeFileSync(path.join(home, 'venv/pyvenv.cfg'), '');
    writeFileSync(path.join(home, 'private/tool'), '');
    symlinkSync(path.join(home, 'fnm/v20/bin'), path.join(home, 'shells/one/bin'));
    symlinkSync(path.join(home, 'private/tool'), path.join(home, 'links/bin/tool'));
    const PATH = ['venv/bin', 'shells/one/bin', '.volta/bin', 'links/bin']
      .map((each) => path.join(home, each))
      .join(':');
    const shown = toolView({ root: '/tree', PATH, home }).map(({ at }) => path.relative(home, at));
    expect(shown).toEqual(expect.arrayContaining(['venv', 'fnm/v20/bin', 'fnm/v20/lib', '.volta', 'private/tool']));
    expect(shown).not.toContain('private');
    expect(toolVariables(PATH, home)).toMatchObject({ VOLTA_HOME: path.join(home, '.volta') });
  });

  it('shows the packages of a program that a package manager linked', async () => {
    const home = await newFolder();
    mkdirSync(path.join(home, 'tools/node_modules/pnpm/bin'), { recursive: true });
    mkdirSync(path.join(home, 'tools/node_modules/.bin'));
    writeFileSync(path.join(home, 'tools/node_modules/pnpm/bin/pnpm.cjs'), '');
    symlinkSync('../pnpm/bin/pnpm.cjs', path.join(home, 'tools/node_modules/.bin/pnpm'));
    const shown = toolView({ root: '/tree', PATH: path.join(home, 'tools/node_modules/.bin'), home });
    expect(shown.map(({ at }) => path.relative(home, at))).toEqual(['tools/node_modules']);
  });

  it('lets nobody be the superuser', () => {
    expect(userFor({ uid: 0, gid: 0 }).uid).not.toBe(0);
    expect(userFor({ uid: 1234, gid: 1234 }).uid).not.toBe(0);
  });

  itWith(
    { need: 'root', there: process.getuid?.() === 0 },
    'gives a tree that it left with its own user back to root, when crew is killed and when the next sandbox opens',
    async () => {
      const root = await newFolder();
      const file = path.join(root, 'a.txt');
      writeFileSync(file, '');
      const given = returnTree({ root, uid: 1_900_000_007 });
      chownSync(file, 1_900_000_007, 1_900_000_007);
      given.stdin.destroy(); // what the kernel does when crew's process ends
      await once(given, 'exit');
      expect(statSync(file).uid).toBe(0);

      chownSync(root, 1_900_000_007, 1_900_000_007);
      chownSync(file, 1_900_000_007, 1_900_000_007);
      await returnLeftTree(root);
      expect([statSync(root).uid, statSync(file).uid]).toEqual([0, 0]);
      expect(userFor(statSync(root)).isSpare).toBe(true);
    },
  );
});

describe('what doctor says of it', () => {
  const works = { name: 'a', works: true, found: 'a 1.0', remedy: '' };
  const fails = { name: 'b', works: false, found: 'no b', remedy: 'Install b.' };

  it('names the step in force', () => {
    expect(sandboxFindings([works, fails], { required: true })).toEqual([
      { name: 'sandbox', is: 'there', found: 'a 1.0 (full isolation)' },
    ]);
  });

  it('says why a stronger one is not', () => {
    expect(sandboxFindings([fails, works], { required: true })).toEqual([
      { name: 'sandbox', is: 'there', found: 'a 1.0 (level 2 of 2 levels)' },
      { name: 'sandbox: b', is: 'limited', found: 'no b', remedy: 'Install b.' },
    ]);
  });

  it('is a missing thing where there is none, and a limit where somebody said that it may be so', () => {
    expect(sandboxFindings([fails], { required: true })[0]).toMatchObject({ is: 'missing', remedy: 'Install b.' });
    expect(sandboxFindings([fails], { required: false })[0]).toMatchObject({ is: 'limited', remedy: 'Install b.' });
  });
});
