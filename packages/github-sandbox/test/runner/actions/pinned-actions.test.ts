import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type BuiltInName, PINNED_ACTIONS } from '../../../src/runner/actions/pinned.js';
import type { Run } from '../../../src/runner/index.js';
import { createOrigin, createWorld, script, type World, type WorldOptions } from '../../support/world.js';

const uses = (name: BuiltInName): string => `uses: ${name}@${PINNED_ACTIONS[name].commit}`;

let world: World;
let origin: { url: string; sha: string };
let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'origin-'));
  origin = createOrigin(dir, {
    'README.md': 'the shop\n',
    'hello/action.yml': 'name: hello\ndescription: d\nruns: { using: node20, main: main.js }\n',
    'hello/main.js': "console.log('hello from the repository')\n",
  });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => world.close());

async function steps(lines: string[], more: Partial<WorldOptions> = {}): Promise<Run | undefined> {
  const body = `on: push\njobs:\n  build:\n    runs-on: x\n    permissions: { contents: read }\n    steps:\n${lines.map((line) => `      - ${line}\n`).join('')}`;
  world = createWorld({ workflows: { 'w.yml': body }, gitUrl: origin.url, ...more });
  const [run] = await world.trigger('push', { ref: 'refs/heads/main', sha: origin.sha });
  return run;
}

const SHELL =
  "const { execSync } = await import('node:child_process'); const sh = (line) => execSync(line, { encoding: 'utf8' }).trim()";

describe('checkout', () => {
  it("clones the run's commit as its branch, so that actions of the repository can run", async () => {
    const run = await steps([
      `{ id: c, ${uses('actions/checkout')} }`,
      'uses: ./hello',
      script(
        `${SHELL}; console.log(sh('git branch --show-current'), sh('git rev-parse HEAD') === '\${{ steps.c.outputs.commit }}')`,
      ),
    ]);
    expect(run?.conclusion).toBe('success');
    expect(world.log()).toContain('hello from the repository');
    expect(world.log()).toContain('main true');
  });

  it.each([
    ['feature/x', 0, 'feature/x'],
    ['feature/x', 1, 'feature/x'],
    ['v1', 0, ''],
    ['v1', 1, ''],
    ['refs/tags/v1', 0, ''],
    ['refs/tags/v1', 1, ''],
    ['refs/pull/7/merge', 0, ''],
    ['refs/pull/7/merge', 1, ''],
  ])('takes the ref %s at depth %i, which stands on branch "%s"', async (ref, depth, branch) => {
    const run = await steps([
      `{ ${uses('actions/checkout')}, with: { ref: ${ref}, fetch-depth: ${depth} } }`,
      script(`${SHELL}; console.log('[' + sh('git branch --show-current') + ']', sh('git rev-parse HEAD'))`),
    ]);
    expect(run?.conclusion).toBe('success');
    expect(world.log()).toContain(`[${branch}] ${origin.sha}`);
  });

  it.each([
    ['fetch-depth: 0', ''],
    ['fetch-depth: 1', ''],
    ['ref: feature/x, fetch-tags: true', 'feature/x'],
  ])('takes the wanted commit of another repository, whatever else is fetched with %s', async (inputs, branch) => {
    const run = await steps([
      `{ ${uses('actions/checkout')}, with: { repository: octo/other, ${inputs} } }`,
      script(`${SHELL}; console.log('[' + sh('git branch --show-current') + ']', sh('git rev-parse HEAD'))`),
    ]);
    expect(run?.conclusion).toBe('success');
    expect(world.log()).toContain(`[${branch}] ${origin.sha}`);
  });

  it('keeps the token for later git commands outside the clone, and forgets it at the end of the job', async () => {
    const look = `${SHELL}; const file = sh('git config include.path'); console.log((await import('node:fs')).readFileSync(file, 'utf8').includes('AUTHORIZATION'), sh('cat .git/config').includes('AUTHORIZATION'))`;
    const run = await steps([`{ ${uses('actions/checkout')} }`, script(look)]);
    expect(world.log()).toContain('true false');
    expect(run?.jobs[0]?.steps.at(-1)).toMatchObject({
      name: expect.stringMatching(/^Post actions\/checkout@/),
      outcome: 'success',
    });
  });

  it('with persist-credentials: false leaves nothing behind', async () => {
    await steps([
      `{ ${uses('actions/checkout')}, with: { persist-credentials: false, path: sub } }`,
      script(
        `${SHELL}; console.log('<' + sh('git -C sub config include.path || true') + '>', sh('cat sub/README.md'))`,
      ),
    ]);
    expect(world.log()).toContain('<> the shop');
  });

  it('says what git said when the ref is not there, and does not leave the workspace', async () => {
    const run = await steps([
      `{ continue-on-error: true, ${uses('actions/checkout')}, with: { ref: nowhere } }`,
      `{ ${uses('actions/checkout')}, with: { path: ../.. } }`,
    ]);
    expect(run?.jobs[0]?.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining("git fetch failed: fatal: couldn't find remote ref nowhere"),
      "the path '../..' is outside the workspace",
    ]);
  });
});

describe('setup-node', () => {
  it('says which node is in use, and warns when another one was asked for', async () => {
    const run = await steps([
      `{ id: n, ${uses('actions/setup-node')}, with: { node-version: 12 } }`,
      script("console.log('is ${{ steps.n.outputs.node-version }}')"),
    ]);
    expect(world.log()).toContain(`is ${process.version}`);
    expect(run?.jobs[0]?.annotations[0]?.message).toContain('node 12 was asked for');
  });
});

describe('setup-python', () => {
  it('says which Python is in use, and warns where a file of the repository names another one', async () => {
    const run = await steps([
      script("(await import('node:fs')).writeFileSync('.python-version', '3.1\\n')"),
      `{ id: p, ${uses('actions/setup-python')}, with: { python-version-file: .python-version } }`,
      script("console.log('is ${{ steps.p.outputs.python-version }}')"),
    ]);
    expect(run?.conclusion).toBe('success');
    expect(world.log()).toMatch(/is 3\.\d+/);
    expect(run?.jobs[0]?.annotations[0]?.message).toContain('python 3.1 was asked for');
  });

  it('fails where the file that names the version is not there', async () => {
    const run = await steps([`{ ${uses('actions/setup-python')}, with: { python-version-file: nowhere } }`]);
    expect(run?.conclusion).toBe('failure');
  });
});

describe('artifacts', () => {
  const write = (...paths: string[]): string =>
    script(
      `const fs = await import('node:fs'); for (const path of ${JSON.stringify(paths)}) { fs.mkdirSync((await import('node:path')).dirname(path), { recursive: true }); fs.writeFileSync(path, path) }`,
    );
  const list = (path: string): string =>
    script(
      `console.log('found', (await import('node:fs')).readdirSync('${path}', { recursive: true }).sort().join(' '))`,
    );
  const upload = (name: string, path: string, more = ''): string =>
    `{ ${uses('actions/upload-artifact')}, with: { name: ${name}, path: ${JSON.stringify(path)}${more} } }`;
  const download = (inputs: string): string => `{ ${uses('actions/download-artifact')}, with: { ${inputs} } }`;

  it('hold what patterns name, relative to the deepest shared folder, without hidden files', async () => {
    await steps([
      write('out/a/1.log', 'out/b/2.log', 'out/b/3.txt', 'out/.hidden'),
      upload('logs', 'out/\n!out/**/*.txt'),
      download('name: logs, path: in'),
      list('in'),
    ]);
    expect(world.log()).toContain('found a a/1.log b b/2.log');
  });

  it('come into a folder each when no name is given, or into one when merged', async () => {
    await steps([
      write('a.txt', 'b.txt'),
      upload('one', 'a.txt'),
      upload('two', 'b.txt'),
      download('path: each'),
      list('each'),
      download('path: all, merge-multiple: true, pattern: "t*"'),
      list('all'),
    ]);
    expect(world.log()).toContain('found one one/a.txt two two/b.txt');
    expect(world.log()).toContain('found b.txt');
  });

  it('come into the folder itself when only one is found, however it was asked for', async () => {
    await steps([
      write('a.txt', 'b.txt'),
      upload('one', 'a.txt'),
      download('path: all'),
      list('all'),
      upload('two', 'b.txt'),
      download('path: some, pattern: "t*"'),
      list('some'),
    ]);
    expect(world.log()).toMatch(/^found a.txt$/m);
    expect(world.log()).toMatch(/^found b.txt$/m);
  });

  it('have a name that a run can give only once, unless it overwrites', async () => {
    const run = await steps([
      write('a.txt', 'b.txt'),
      upload('same', 'a.txt'),
      upload('same', 'b.txt', ', overwrite: true'),
      upload('same', 'a.txt'),
    ]);
    expect(run?.jobs[0]?.steps.map(({ outcome }) => outcome)).toEqual(['success', 'success', 'success', 'failure']);
    expect(run?.jobs[0]?.annotations[0]?.message).toBe(
      'Conflict: an artifact with this name already exists on the workflow run: same',
    );
  });

  it('of nothing are a warning, or an error if wanted', async () => {
    const run = await steps([upload('none', 'nowhere/*'), upload('none', 'nowhere/*', ', if-no-files-found: error')]);
    expect(run?.jobs[0]?.annotations.map(({ level }) => level)).toEqual(['warning', 'error']);
  });

  it('of another run need a token that may read actions', async () => {
    const run = await steps([download('run-id: 1, github-token: "${{ github.token }}"')]);
    expect(run?.jobs[0]?.annotations[0]?.message).toContain('Resource not accessible by integration');
  });

  it('are refused to unknown names', async () => {
    const run = await steps([download('name: nothing')]);
    expect(run?.jobs[0]?.annotations[0]?.message).toBe('Artifact not found for name: nothing');
  });
});

describe('create-github-app-token', () => {
  it("asks the host for the installation's token, masks it, and gives it back at the end", async () => {
    const step = `{ id: app, ${uses('actions/create-github-app-token')}, with: { client-id: "\${{ vars.APP }}", private-key: "\${{ secrets.KEY }}", permission-issues: write } }`;
    await steps([step, script("console.log('${{ steps.app.outputs.app-slug }} ${{ steps.app.outputs.token }}')")], {
      variables: { APP: 'Iv1.abc' },
      secrets: { KEY: '-----BEGIN KEY-----' },
    });
    expect(world.appTokens).toEqual([
      {
        app: 'Iv1.abc',
        privateKey: '-----BEGIN KEY-----',
        owner: 'octo',
        repositories: ['shop'],
        permissions: { issues: 'write' },
      },
    ]);
    expect(world.log()).toContain('crew-bot ***');
    expect(world.revoked).toContain('ghs_of_the_app_1234');
  });

  it('says which input is missing', async () => {
    const run = await steps([`{ ${uses('actions/create-github-app-token')} }`]);
    expect(run?.jobs[0]?.annotations[0]?.message).toContain("Either 'client-id' or 'app-id' input must be set");
  });
});
