import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { defaults } from '../../src/config/index.js';
import { readEnv } from '../../src/main/env.js';
import { openWorkshop } from '../../src/main/workshop.js';
import type { Workshop } from '../../src/ports.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const KEY = ['a', 'key', 'to', 'a', 'model'].join('-');

const ask = {
  ...{ model: 'm', system: '', tools: [], maxTokens: 10 },
  messages: [{ role: 'user' as const, blocks: [{ kind: 'text' as const, text: 'Hello.' }] }],
};

/** A project with a script and a check, both published; and a script that somebody committed afterwards. */
async function project(): Promise<string> {
  const root = realpathSync(await newFolder());
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, stdio: 'pipe' });
  const commit = (file: string) => {
    git('add', '.');
    git('commit', '-qm', file);
  };
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  git('init', '-q', '-b', 'main');
  write('package.json', '{ "name": "a", "scripts": { "test": "node --test" } }\n');
  write('scripts/good.sh', 'true\n');
  commit('first');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write('scripts/later.sh', 'true\n');
  commit('second');
  return root;
}

async function open(
  root: string,
  { url, workflowFiles = false }: { url?: string; workflowFiles?: boolean } = {},
): Promise<Workshop> {
  const home = path.join(await newFolder(), 'home');
  const env = readEnv({
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, CREW_HOME: home },
    ...(url === undefined ? {} : { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  });
  const sandbox = { ...defaults.sandbox, required: false };
  const config = { ...defaults, sandbox, fix: { ...defaults.fix, 'workflow-files': workflowFiles } };
  const shop = await openWorkshop({ env, root, config, home, clock: quickClock(), ladder: [] });
  closers.push(() => shop.close());
  return shop;
}

describe('a workshop', () => {
  it('gives the model its key by a holder that ends with the workshop', async () => {
    const keys: unknown[] = [];
    const server = createServer((asked, answer) => {
      keys.push(asked.headers['x-api-key']);
      asked.resume();
      answer.writeHead(400, { 'content-type': 'application/json' }).end('{"type":"error","error":{"message":"no"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const shop = await open(await project(), { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    await expect(shop.model.turn(ask, {})).rejects.toThrow();
    expect(keys).toEqual([KEY]);
    await shop.close();
    await expect(shop.model.turn(ask, {})).rejects.toThrow();
    expect(keys).toEqual([KEY]);
  });

  it('lets an agent run what the Verifier would run, and no more of it', async () => {
    const { gate } = await open(await project());
    expect(gate({ tool: 'Bash', command: 'npm test' })).toMatchObject({ verdict: 'allow', phase: 'rules' });
    expect(gate({ tool: 'Bash', command: 'npm test -- --watch' })).toMatchObject({ verdict: 'ask' });
  });

  it('runs scripts of what is published, not of what was committed since', async () => {
    const { gate } = await open(await project());
    expect(gate({ tool: 'Bash', command: 'bash scripts/good.sh' })).toMatchObject({ verdict: 'allow', phase: '6' });
    expect(gate({ tool: 'Bash', command: 'bash scripts/later.sh' })).toMatchObject({ verdict: 'ask' });
  });

  it('lets workflow files be changed where the configuration does', async () => {
    const root = await project();
    const edit = { tool: 'Edit', command: '.github/workflows/ci.yml' };
    expect((await open(root)).gate(edit).verdict).toBe('deny');
    expect((await open(root, { workflowFiles: true })).gate(edit).verdict).not.toBe('deny');
  });

  it('does not open where rules are that it cannot read', async () => {
    const root = await project();
    const home = path.join(root, '.crew');
    mkdirSync(path.join(home, 'guard.yml'), { recursive: true });
    const env = readEnv({ PATH: process.env.PATH, HOME: process.env.HOME });
    const config = { ...defaults, sandbox: { ...defaults.sandbox, required: false } };
    const opened = openWorkshop({ env, root, config, home, clock: quickClock(), ladder: [] });
    await expect(opened).rejects.toThrow(/guard\.yml.*EISDIR/s);
  });
});
