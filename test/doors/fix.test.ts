// `crew fix` as a person has it: a process that can be killed in the middle of its work, and what every other command says of that.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmbeddedGitHub, startEmbeddedGitHub } from 'github-sandbox/testing';
import { parseScript, type ScriptedModel, startModel } from '../../src/sample/model/index.js';
import { git } from '../adapters/workspace/tree.js';
import { ROOT, runCrew } from '../build/crew.js';
import { newFolder } from '../build/folder.js';

const BIN = 'bin/crew.mjs';
/** As long as a file says so, a change is verified for longer than anybody waits. */
const CHECK = 'if [ -f slow ] && grep -q "a + b" add.js; then touch .slow-now; sleep 60; fi; node --test';
const FILES = {
  'package.json': '{ "name": "little", "type": "module" }\n',
  'add.js': 'export const add = (a, b) => a - b;\n',
  'test/add.test.js': `import assert from 'node:assert';
import { test } from 'node:test';
import { add } from '../add.js';
test('adds', () => assert.equal(add(1, 2), 3));
`,
  '.gitignore': 'slow\n.slow-now\n.crew/\n',
  '.github/crew.yml': `sandbox: { required: false }\nverify: { reruns: 0, steps: [{ name: test, run: ${JSON.stringify(CHECK)} }] }\n`,
};
const tool = (name: string, input: object) => ({ tools: [{ name, input }] });
const MENDS = [
  tool('edit', { path: 'add.js', edits: [{ old: 'a - b', new: 'a + b' }] }),
  tool('answer', {
    ...{
      result: 'changed',
      kind: 'bug',
      approach: 'The sign has to turn.',
      what: 'The operator.',
      why: 'It subtracts.',
    },
    shownBy: [{ file: 'test/add.test.js', test: 'adds' }],
  }),
];

let github: EmbeddedGitHub;
let model: ScriptedModel;
let root: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  const issues = [{ title: 'The sum is wrong', body: 'add(1, 2) in add.js gives -1.', author: 'maya' }];
  const environment = { owner: 'ann', name: 'shop', files: FILES, collaborators: { maya: 'write' as const }, issues };
  github = await startEmbeddedGitHub({ seed: { users: ['ann', 'maya'], repositories: [environment] } });
  root = await newFolder();
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  git(root, ['init', '--quiet', '--initial-branch=main']);
  git(root, ['add', '--all']);
  git(root, ['commit', '--quiet', '--message=first']);
  git(root, ['remote', 'add', 'origin', `${github.url}/ann/shop.git`]);
});
afterEach(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await model.close();
  await github.close();
});

const envOf = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...{ PATH: process.env.PATH ?? '', ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: model.url },
  ...{ GITHUB_TOKEN: github.tokenFor({ user: 'ann' }), GITHUB_SERVER_URL: github.url },
  ...{ GITHUB_API_URL: github.apiUrl, GITHUB_GRAPHQL_URL: github.graphqlUrl },
  ...more,
});

const plays = async (turns: readonly object[]) => {
  model = await startModel({ script: parseScript(JSON.stringify({ turns })) });
};

async function crew(...args: readonly string[]) {
  const { code, out } = await runCrew([...args, '--json'], { cwd: root, env: envOf(), script: BIN });
  return { code, json: JSON.parse(out) };
}

/** Begins a fix, and kills it where its change is being verified; the run's name. */
async function killed(...args: readonly string[]): Promise<string> {
  await writeFile(path.join(root, 'slow'), '');
  child = spawn(process.execPath, [path.join(ROOT, BIN), 'fix', ...args], { cwd: root, env: envOf() });
  let heard = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  while (!existsSync(path.join(root, '.slow-now'))) {
    if (child.exitCode !== null) throw new Error(heard);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  await rm(path.join(root, 'slow'));
  return /fix-[\w-]+-[0-9a-f]{10}/.exec(heard)?.[0] ?? '';
}

describe('crew fix --issue, killed in the middle of its first verification', () => {
  it('is said to be interrupted wherever somebody looks, and goes on with nothing done twice', async () => {
    await plays(MENDS);
    const run = await killed('--issue', '1');
    const asked = model.requests.length;

    const listed = (await crew('list')).json.runs.find((each: { run: string }) => each.run === run);
    expect(listed).toMatchObject({ status: 'interrupted', issue: 1 });
    const { out } = await runCrew(['status'], { cwd: root, env: envOf(), script: BIN });
    expect(out).toMatch(/interrupted/);
    expect(out).toContain(`crew continue --run ${run}`);
    // Whoever begins another one in this tree, or wants to try again, is told of it.
    for (const words of [['fix', 'another thing in add.js'], ['retry']]) {
      const { code, json } = await crew(...words);
      expect({ code, status: json.status }).toEqual({ code: 4, status: 'refused' });
      expect(json.error.remedy).toContain(`crew continue --run ${run}`);
    }

    const { code, json } = await crew('continue', '--run', run, '--repo', 'ann/shop');
    expect({ code, status: json.status, run: json.run }).toEqual({ code: 0, status: 'succeeded', run });
    expect(model.requests).toHaveLength(asked);
    const shown = (await crew('show', run)).json;
    expect(shown.verification.map(({ ref, status }: Record<string, string>) => [ref, status])).toEqual([
      ['baseline', 'FAIL'],
      ['loop-1', 'PASS'],
    ]);
    expect(git(root, ['diff', '--', 'add.js'])).toContain('+export const add = (a, b) => a + b;');
  });
});

describe('what waits for an answer', () => {
  it('is answered with --repo as without: the run is kept here', async () => {
    await plays([tool('ask-person', { question: 'Is that all?' }), ...MENDS]);
    const { json } = await crew('fix', 'add(1, 2) in add.js should give 3');
    expect(json.status).toBe('awaiting');
    const said = await crew('answer', json.awaits.id, 'Yes.', '--run', json.run, '--repo', 'ann/shop');
    expect({ code: said.code, status: said.json.status }).toEqual({ code: 0, status: 'succeeded' });
  });
});

describe('crew fix without what it needs', () => {
  it('is no run at all without a key: that is configuration', async () => {
    await plays(MENDS);
    const env = envOf({ ANTHROPIC_API_KEY: '' });
    const { code, out } = await runCrew(['fix', 'add(1, 2) should give 3', '--json'], { cwd: root, env, script: BIN });
    expect({ code, keys: Object.keys(JSON.parse(out)) }).toEqual({ code: 2, keys: ['error'] });
    expect((await crew('list')).json.runs).toEqual([]);
  });

  it('is lost by no missing key where it goes on', async () => {
    await plays([tool('ask-person', { question: 'Is that all?' }), ...MENDS]);
    const { json } = await crew('fix', 'add(1, 2) in add.js should give 3');
    const env = envOf({ ANTHROPIC_API_KEY: '' });
    await runCrew(['answer', json.awaits.id, 'Yes.', '--run', json.run], { cwd: root, env, script: BIN });
    expect((await crew('continue', '--run', json.run)).json.status).toBe('succeeded');
  });

  it('has its error on top of the document, where a run ended by it', async () => {
    await plays(MENDS);
    await writeFile(path.join(root, 'add.js'), 'mine\n');
    const { code, json } = await crew('fix', 'add(1, 2) in add.js should give 3');
    expect({ code, status: json.status }).toEqual({ code: 4, status: 'refused' });
    expect(Object.keys(json.error)).toEqual(['expected', 'found', 'remedy']);
  });
});

describe('crew plan', () => {
  it('names the run from the beginning as its document does', async () => {
    const finding = { about: 'map', says: 'It subtracts.', cites: [{ file: 'add.js', line: 1 }] };
    const none = { answer: 'None.', findings: [finding], approach: 'None.', cannot: 'Nothing here adds.' };
    await plays([tool('answer', none)]);
    const { out, err } = await runCrew(['plan', 'The sum is wrong', '--json'], {
      cwd: root,
      env: envOf(),
      script: BIN,
    });
    const { run } = JSON.parse(out);
    expect(run).toMatch(/^plan-here-/);
    expect(err.split('\n')[0]).toBe(run);
  });
});

describe('--dry-run', () => {
  it('shows the bytes of a dry run once more, writes nothing, and leaves them to be applied', async () => {
    await plays(MENDS);
    const dry = (await crew('fix', '--dry-run', 'add(1, 2) in add.js should give 3')).json;
    const asked = model.requests.length;
    const { code, json } = await crew('apply', '--dry-run');
    expect({ code, status: json.status, sha256: json.result.sha256 }).toEqual({
      ...{ code: 0, status: 'succeeded', sha256: dry.result.sha256 },
    });
    expect(json.says).toContain('+export const add = (a, b) => a + b;');
    expect(git(root, ['status', '--porcelain'])).toBe('');
    expect((await crew('apply')).json.status).toBe('succeeded');
    expect(model.requests).toHaveLength(asked);
  });

  it('tries again in a copy', async () => {
    const again = MENDS.map((turn, n) => ({ when: { first: 'An earlier attempt failed', turn: n + 1 }, ...turn }));
    await plays([...again, tool('answer', { ...MENDS[1]?.tools[0]?.input, result: 'cannot' })]);
    expect((await crew('fix', 'add(1, 2) in add.js should give 3')).json.status).toBe('stuck');
    const { json } = await crew('retry', '--dry-run');
    expect(json).toMatchObject({ status: 'succeeded', result: { files: ['add.js'] } });
    expect(git(root, ['status', '--porcelain'])).toBe('');
  });
});
