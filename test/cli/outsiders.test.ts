// What comes from outside the repository: whose it is, what it may settle (nothing), and where it runs (within walls only).
import { execFileSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { probeSandboxLevels } from '../../src/adapters/sandbox/index.js';
import type { SandboxLevel } from '../../src/adapters/sandbox/levels/level.js';
import { LevelUnavailable } from '../../src/adapters/sandbox/system-programs.js';
import { defaults } from '../../src/config/index.js';
import { type CodeOrigin, codeOriginOf } from '../../src/services/code-origin.js';
import { readEnv } from '../../src/services/env.js';
import { openEnvironment } from '../../src/services/environment.js';
import { openVerifier } from '../../src/services/verify-trees.js';
import type { Step } from '../../src/verify/detect/index.js';
import { runSteps } from '../../src/verify/verifier.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';
import { itWith } from '../build/only-with.js';

const payload = { repository: { default_branch: 'trunk' } };
/** Registries on this machine, which the walls would have to have a door for. */
const PORTS = { old: 4711, defaultTip: 4712, theirs: 4713, inside: 4714 } as const;

interface Fork {
  readonly root: string;
  readonly commits: Readonly<Record<keyof typeof PORTS, string>>;
}

/** A checkout of a fork's head: it parted from an old commit of `trunk`, and names a registry of its own. `inside` is a branch. */
async function forked(): Promise<Fork> {
  const root = realpathSync(await newFolder());
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, stdio: 'pipe' })
      .toString()
      .trim();
  const commit = (name: keyof typeof PORTS) => {
    writeFileSync(path.join(root, 'package.json'), '{ "name": "a" }\n');
    writeFileSync(path.join(root, '.npmrc'), `registry=http://127.0.0.1:${PORTS[name]}/\n`);
    writeFileSync(path.join(root, 'build.sh'), `echo ${name}\n`);
    git('add', '.');
    git('commit', '-qm', name);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'trunk');
  const old = commit('old');
  const defaultTip = commit('defaultTip');
  git('update-ref', 'refs/remotes/origin/trunk', defaultTip);
  git('checkout', '-q', old);
  const inside = commit('inside');
  git('update-ref', 'refs/remotes/origin/work', inside);
  git('checkout', '-q', old);
  const theirs = commit('theirs');
  return { root, commits: { old, defaultTip, theirs, inside } };
}

/** Walls that never stand, and the doors that they would have had. */
function looking(): { readonly levels: readonly SandboxLevel[]; readonly ports: number[] } {
  const ports: number[] = [];
  const open: SandboxLevel['open'] = ({ egress }) => {
    ports.push(...egress.ports.filter(({ target }) => target !== null).map(({ port }) => port));
    return Promise.reject(new LevelUnavailable({ found: 'a machine without walls', remedy: 'Get some.' }));
  };
  return { levels: [{ name: 'paper', open }], ports };
}

const WALLS = {
  need: 'sandbox that works',
  there: (await probeSandboxLevels({ env: process.env })).some(({ works }) => works),
};

const lenient = { ...defaults, sandbox: { ...defaults.sandbox, required: false } };
const machine = { PATH: process.env.PATH, HOME: process.env.HOME };

async function shopOn(root: string, offered: CodeOrigin | undefined, levels: readonly SandboxLevel[] | undefined) {
  const home = path.join(await newFolder(), 'home');
  const env = readEnv({ ...machine, CREW_HOME: home });
  return openEnvironment({ env, root, config: lenient, home, clock: quickClock(), origin: offered, levels });
}

describe('whose a commit is', () => {
  it('is the repository’s own where one of its branches has it, and an outsider’s everywhere else', async () => {
    const { root, commits } = await forked();
    const by = async (commit: string) => (await codeOriginOf(root, { commit, payload })).by;
    expect(await by(commits.old)).toBe('insiders');
    expect(await by(commits.inside)).toBe('insiders');
    expect(await by(commits.theirs)).toBe('outsiders');
    expect(await by('')).toBe('outsiders');
    expect(await by('f'.repeat(40))).toBe('outsiders');
  });

  it('is never guessed at in a checkout without the default branch', async () => {
    const { root, commits } = await forked();
    const asked = codeOriginOf(root, { commit: commits.theirs, payload: { repository: { default_branch: 'gone' } } });
    await expect(asked).rejects.toMatchObject({ ends: 'infra_error', expected: expect.stringContaining('gone') });
  });
});

describe('the job that works on a fork’s head', () => {
  it('refuses by name where no walls stand, although the configuration would do without', async () => {
    const { root, commits } = await forked();
    const offered = await codeOriginOf(root, { commit: commits.theirs, payload });
    const { levels } = looking();
    await expect(shopOn(root, offered, levels)).rejects.toMatchObject({
      ends: 'refused',
      expected: 'a sandbox to run commands in',
      found: 'paper: a machine without walls',
      remedy: expect.stringMatching(
        /^Get some\. Code from outside the repository .* whatever sandbox\.required says\.$/,
      ),
    });
    const own = await shopOn(root, { ...offered, by: 'insiders' }, levels);
    expect(own.sandbox.strength).toBe('open');
    await own.close();
  });

  it('reaches the registries of the default branch as it is now: not the fork’s, nor those of an old commit', async () => {
    const { root, commits } = await forked();
    const offered = await codeOriginOf(root, { commit: commits.theirs, payload });
    const { levels, ports } = looking();
    await expect(shopOn(root, offered, levels)).rejects.toThrow();
    expect(ports).toEqual([PORTS.defaultTip]);
  });

  itWith(WALLS, 'sets a tree up within the walls, since what is installed there is the fork’s', async () => {
    const { root, commits } = await forked();
    const setup: Step = {
      ...{ name: 'setup', purpose: 'setup', command: 'echo set up', cwd: '.' },
      ...{ why: { is: 'configured', section: 'verify.setup' }, needs: [], timeoutMs: 20_000 },
    };
    const setUpBy = async (commit: string) => {
      const environment = await shopOn(root, await codeOriginOf(root, { commit, payload }), undefined);
      const opened: string[] = [];
      const unsandboxed = async () => {
        opened.push('no walls');
        return environment.verifier.unsandboxed();
      };
      const { signal } = new AbortController();
      const record = await runSteps(
        { environment: { ...environment.verifier, unsandboxed }, clock: quickClock(), signal },
        {
          ...{ tree: environment.workspace, ref: 'baseline', commit, dirty: false },
          steps: [setup],
          onProgress: () => undefined,
        },
      );
      await environment.close();
      return [record.status, environment.sandbox.strength, ...opened];
    };
    expect(await setUpBy(commits.inside)).toEqual(['PASS', 'sealed', 'no walls']);
    expect(await setUpBy(commits.theirs)).toEqual(['PASS', 'sealed']);
  });
});

describe('the job that verifies what outsiders offer', () => {
  const benchOn = async (root: string, offered: CodeOrigin, levels: readonly SandboxLevel[]) =>
    openVerifier({
      ...{ root, home: path.join(await newFolder(), 'home'), now: undefined, machine, config: lenient },
      ...{ signal: new AbortController().signal, origin: offered, levels },
    });

  it('has the same walls and the same registries, for head and for base', async () => {
    const { root, commits } = await forked();
    const offered = await codeOriginOf(root, { commit: commits.theirs, payload });
    const { levels, ports } = looking();
    const { environment: bench, tree, baseCommit } = await benchOn(root, offered, levels);
    expect(bench.setupInSandbox).toBe(true);
    await expect(bench.sandbox(tree.root)).rejects.toMatchObject({ ends: 'refused' });
    const base = await baseCommit.checkOut(commits.old);
    await expect(bench.sandbox(base.tree.root)).rejects.toMatchObject({ ends: 'refused' });
    await base.close();
    expect(ports).toEqual([PORTS.defaultTip, PORTS.defaultTip]);
  });

  it('takes insiders at their commit’s word', async () => {
    const { root, commits } = await forked();
    execFileSync('git', ['checkout', '-q', commits.inside], { cwd: root });
    const offered = await codeOriginOf(root, { commit: commits.inside, payload });
    const { levels, ports } = looking();
    const { environment: bench, tree } = await benchOn(root, offered, levels);
    const sandbox = await bench.sandbox(tree.root);
    expect([sandbox.strength, ports]).toEqual(['open', [PORTS.inside]]);
    await sandbox.close();
  });
});
