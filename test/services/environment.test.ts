import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { probeSandboxLevels } from '../../src/adapters/sandbox/index.js';
import { defaults } from '../../src/config/index.js';
import type { ComputeOnce, WorkEnvironment } from '../../src/ports/index.js';
import { readEnv } from '../../src/services/env.js';
import { openEnvironment } from '../../src/services/environment.js';
import { quickClock } from '../build/clock.js';
import { newFolder } from '../build/folder.js';
import { itWith } from '../build/only-with.js';

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

interface Opening {
  readonly url?: string;
  readonly workflowFiles?: boolean;
  readonly deny?: readonly string[];
  readonly home?: string;
  readonly once?: ComputeOnce;
  /** Without walls, unless a test is about them. */
  readonly walls?: boolean;
}

async function open(root: string, { url, workflowFiles = false, ...more }: Opening = {}): Promise<WorkEnvironment> {
  const { deny = [], home = path.join(await newFolder(), 'home'), once, walls = false } = more;
  const env = readEnv({
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, CREW_HOME: home },
    ...(url === undefined ? {} : { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  });
  const sandbox = { ...defaults.sandbox, required: walls };
  const fix = { ...defaults.fix, 'workflow-files': workflowFiles };
  const config = { ...defaults, sandbox, fix, guard: { ...defaults.guard, deny } };
  const levels = walls ? undefined : [];
  const environment = await openEnvironment({ env, root, config, home, clock: quickClock(), levels, once });
  closers.push(() => environment.close());
  return environment;
}

describe('the environment of a tree', () => {
  it('gives the model its key by a holder that ends with the workshop', async () => {
    const keys: unknown[] = [];
    const server = createServer((asked, answer) => {
      keys.push(asked.headers['x-api-key']);
      asked.resume();
      answer.writeHead(400, { 'content-type': 'application/json' }).end('{"type":"error","error":{"message":"no"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const environment = await open(await project(), {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    await expect(environment.model.turn(ask, {})).rejects.toThrow();
    expect(keys).toEqual([KEY]);
    await environment.close();
    await expect(environment.model.turn(ask, {})).rejects.toThrow();
    expect(keys).toEqual([KEY]);
  });

  it('lets an agent run what the Verifier would run, and no more of it', async () => {
    const { guard: gate } = await open(await project());
    expect(gate({ tool: 'Bash', command: 'npm test' })).toMatchObject({ verdict: 'allow', phase: 'rules' });
    expect(gate({ tool: 'Bash', command: 'npm test -- --watch' })).toMatchObject({ verdict: 'ask' });
  });

  it('runs scripts of what is published, not of what was committed since', async () => {
    const { guard: gate } = await open(await project());
    expect(gate({ tool: 'Bash', command: 'bash scripts/good.sh' })).toMatchObject({ verdict: 'allow', phase: '6' });
    expect(gate({ tool: 'Bash', command: 'bash scripts/later.sh' })).toMatchObject({ verdict: 'ask' });
  });

  it('asks for that commit in the first life of a run only: what a later one finds may be an agent’s', async () => {
    const root = await project();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root });
    git('update-ref', '-d', 'refs/remotes/origin/main');
    const written: string[] = [];
    const once: ComputeOnce = async (find) => {
      if (written.length === 0) written.push(await find());
      return written[0] ?? '';
    };
    const first = await open(root, { once });
    await first.close();
    writeFileSync(path.join(root, 'scripts/agents.sh'), 'true\n');
    git('add', '.');
    git('commit', '-qm', 'an agent’s');
    const verdicts = ({ guard: gate }: WorkEnvironment) =>
      ['scripts/later.sh', 'scripts/agents.sh'].map((file) => gate({ tool: 'Bash', command: `bash ${file}` }).verdict);
    const second = await open(root, { once });
    expect(verdicts(second)).toEqual(['allow', 'ask']);
    await second.close();
    expect(verdicts(await open(root))).toEqual(['allow', 'allow']);
  });

  it('trusts no script of a repository without a commit, and of none that comes later', async () => {
    const root = realpathSync(await newFolder());
    execFileSync('git', ['init', '-q'], { cwd: root });
    mkdirSync(path.join(root, 'scripts'));
    writeFileSync(path.join(root, 'scripts/a.sh'), 'true\n');
    const found: string[] = [];
    const first = await open(root, {
      once: async (find) => {
        found.push(await find());
        return found[0] ?? '';
      },
    });
    await first.close();
    expect(found).toEqual([expect.stringMatching(/^[0-9a-f]{40,64}$/)]);
    execFileSync('git', ['add', '.'], { cwd: root });
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'x'], { cwd: root });
    const { guard: gate } = await open(root, { once: async () => found[0] ?? '' });
    expect(gate({ tool: 'Bash', command: 'bash scripts/a.sh' })).toMatchObject({ verdict: 'ask' });
  });

  it('lets workflow files be changed where the configuration does', async () => {
    const root = await project();
    const edit = { tool: 'Edit', command: '.github/workflows/ci.yml' };
    expect((await open(root)).guard(edit).verdict).toBe('deny');
    expect((await open(root, { workflowFiles: true })).guard(edit).verdict).not.toBe('deny');
  });

  it('does not open where rules are that it cannot read', async () => {
    const root = await project();
    const home = path.join(root, '.crew');
    mkdirSync(path.join(home, 'guard.yml'), { recursive: true });
    const env = readEnv({ PATH: process.env.PATH, HOME: process.env.HOME });
    const config = { ...defaults, sandbox: { ...defaults.sandbox, required: false } };
    const opened = openEnvironment({ env, root, config, home, clock: quickClock(), levels: [] });
    await expect(opened).rejects.toThrow(/guard\.yml.*EISDIR/s);
  });
});

describe('an output that was too long to be shown', () => {
  const outputs = async (deny: readonly string[] = []) => {
    const home = path.join(realpathSync(await newFolder()), 'home');
    const environment = await open(await project(), { home, deny });
    const kept = environment.newOutputFile();
    kept.add(Buffer.from('the whole of it'));
    const file = (await kept.close(true)) ?? '';
    const told = (command: string, tool = 'Read') => environment.guard({ tool, command }).verdict;
    return { environment, file, folder: path.dirname(file), told };
  };

  it('is read whole, by the name that was promised', async () => {
    const { environment, file, told } = await outputs();
    expect([told(file), told(`${path.dirname(file)}/./x/../${path.basename(file)}`)]).toEqual(['allow', 'allow']);
    expect(Buffer.from((await environment.workspace.read(file)) ?? []).toString()).toBe('the whole of it');
  });

  it('opens nothing that lies beside it', async () => {
    const { environment, file, folder, told } = await outputs();
    const beside = ['notes', 'output-0000000.log', 'output-00000000.log.txt', 'output-0000000g.log'].map((name) =>
      path.join(folder, name),
    );
    const far = [`${folder}/output-00000000.log/../../guard.yml`, `${folder}/../guard.yml`, folder, `${folder}/..`];
    const missing = path.join(folder, 'output-00000000.log');
    for (const each of beside) writeFileSync(each, 'secret');
    writeFileSync(path.join(folder, '../guard.yml'), '');
    for (const each of [...beside, ...far, missing]) {
      expect([each, told(each)]).not.toEqual([each, 'allow']);
      expect(await environment.workspace.read(each).catch(() => null)).toBeNull();
    }
    expect(told(file)).toBe('allow');
  });

  it('is no way out: a link of such a name is no output', async () => {
    const { environment, folder, told } = await outputs();
    const secret = path.join(await newFolder(), 'secret');
    writeFileSync(secret, 'secret');
    const link = path.join(folder, 'output-0badf00d.log');
    symlinkSync(secret, link);
    expect(told(link)).not.toBe('allow');
    await expect(environment.workspace.read(link)).rejects.toThrow();
  });

  it.each(['Write', 'Edit', 'Grep', 'Glob', 'Bash', 'read'])('is not opened to %s', async (tool) => {
    const { file, told } = await outputs();
    expect(told(tool === 'Bash' ? `cat ${file}` : file, tool)).not.toBe('allow');
  });

  it('stays closed where a deny rule names it', async () => {
    const { file, told } = await outputs(['Read(output-*.log)', 'Read(/**/output-*.log)']);
    expect(told(file)).toBe('deny');
  });
});

const walls = (await probeSandboxLevels({ env: process.env })).some(({ works }) => works);

describe('a path that a deny rule names', () => {
  it('is neither listed nor found by a search of everything, in the tree and in its copy', async () => {
    const root = await project();
    mkdirSync(path.join(root, 'secrets'));
    for (const file of ['secrets/key', 'open']) writeFileSync(path.join(root, file), 'hidden-word');
    const { workspace, copy } = await open(root, { deny: ['Read(secrets/**)'] });
    const other = copy();
    closers.push(other.close);
    for (const tree of [workspace, other]) {
      const { found } = await tree.search({ pattern: 'hidden-word', limit: 10 });
      expect(found.map(({ file }) => file)).toEqual(['open']);
      expect(await tree.files({ globs: ['secrets/**', 'open'] })).toEqual(['open']);
    }
  });

  itWith(
    { need: 'a sealed cell', there: walls },
    'is empty for the commands of agents and of the Verifier',
    async () => {
      const root = await project();
      mkdirSync(path.join(root, 'secrets'));
      writeFileSync(path.join(root, 'secrets/key'), 'hidden-word');
      const environment = await open(root, { walls: true, deny: ['Read(secrets/**)'] });
      const said: string[] = [];
      const onOutput = (chunk: Uint8Array) => void said.push(Buffer.from(chunk).toString());
      const command = { line: 'cat secrets/*; ls -A secrets; echo here', cwd: root, timeoutMs: 20_000, onOutput };
      expect(environment.sandbox.strength).toBe('sealed');
      await environment.sandbox.run(command);
      const verifiers = await environment.verifier.sandbox(root);
      await verifiers.run(command);
      await verifiers.close();
      expect(said.join('')).not.toContain('hidden-word');
      expect(said.join('').match(/here/g)).toHaveLength(2);
    },
  );
});
