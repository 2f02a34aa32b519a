import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { clean } from '../../src/cli/commands/clean.js';
import { checkFindings, repositoryFinding } from '../../src/cli/commands/doctor.js';
import { cronOf } from '../../src/cli/commands/init.js';
import { type ListedRun, runsPage } from '../../src/cli/commands/list.js';
import { type CliCall, readFlags } from '../../src/cli/flags.js';
import { workflowFinding } from '../../src/cli/workflow-finding.js';
import { refsRunStore } from '../../src/runs/stores.js';
import { readEnv } from '../../src/services/env.js';
import { translated } from '../../src/text/lang/index.js';
import { paintFor } from '../../src/view/terminal.js';
import { ROOT } from '../build/crew.js';
import { newFolder } from '../build/folder.js';
import { recordOf, subjectOf } from '../build/records.js';
import { openShop, REPO } from '../build/shop.js';

const run = (of: Partial<ListedRun> = {}): ListedRun => ({
  run: 'fix-here-0123456789',
  workflow: 'fix',
  command: 'fix',
  status: 'succeeded',
  state: 'succeeded',
  startedAt: '2026-11-18 12:00 UTC',
  repo: undefined,
  issue: undefined,
  ...of,
});
const asks = (kind: 'question' | 'storage', question: string): ListedRun =>
  run({ status: 'awaiting', state: 'awaiting', awaits: { id: 'q-1', kind, question } });
const page = (runs: readonly ListedRun[], lang: 'en' | 'ja' = 'en') => runsPage(runs, { paint: paintFor(false), lang });

describe('runs at a terminal', () => {
  it('are a line each, and those that wait say what for and how to reply', () => {
    expect(page([asks('question', 'Which one?'), run({ repo: 'acme/app', issue: 3 })]).split('\n')).toEqual([
      'fix-here-0123456789  fix  waiting for an answer              2026-11-18 12:00 UTC',
      '  ? Which one?',
      '    Reply with `crew answer q-1 … --run fix-here-0123456789`. `fix-here-0123456789` waits for your reply for at most 14 days.',
      'fix-here-0123456789  fix  succeeded              acme/app#3  2026-11-18 12:00 UTC',
    ]);
    expect(page([asks('question', 'どれですか。')], 'ja')).toContain('`crew answer q-1 …');
  });

  it('show a question in one line, whatever it holds', () => {
    const question = '> Turn it.\n>\n> - One.\n\n\u001b[2Jdone ##[error]x';
    expect(page([asks('question', question)]).split('\n')[1]).toMatch(
      /^ {2}\? Turn it\. - One\. .*done ## \[error\]x$/,
    );
    expect(page([asks('question', question)])).not.toContain('\u001b[2J');
  });

  it('say of one whose process is no more that it is interrupted, and how it goes on', () => {
    const cut = run({ status: 'interrupted', state: 'interrupted' });
    expect(page([cut]).split('\n')).toEqual([
      'fix-here-0123456789  fix  interrupted    2026-11-18 12:00 UTC',
      '    `crew continue --run fix-here-0123456789` continues from here.',
    ]);
    expect(page([run({ status: 'running' })])).not.toContain('continue');
    expect(page([cut], 'ja')).toContain('中断');
  });

  it('say no command where a person has to make room first', () => {
    expect(page([asks('storage', 'The disk is full.')]).split('\n')).toHaveLength(2);
  });
});

it('with --repo and --run removes that run and its files there, and nothing else', async () => {
  const environment = await openShop();
  const store = refsRunStore(environment.github().refs, (text) => text);
  const [gone, stays] = ['fix-12-0123456789', 'fix-12-aaaaaaaaaa'];
  const files = { [`${gone}/journal.jsonl`]: 'x\n', [`${stays}/journal.jsonl`]: 'y\n' };
  const record = subjectOf(recordOf({ run: gone }), recordOf({ run: stays }));
  await store.update('issue-12', () => ({ record, files, value: null }));
  const env = readEnv({
    GITHUB_TOKEN: environment.crewToken(),
    GITHUB_API_URL: environment.embedded.apiUrl,
    GITHUB_GRAPHQL_URL: environment.embedded.graphqlUrl,
  });
  // `clean` reads only these fields of a call.
  const call = { words: [], options: {}, env, flags: { repo: REPO, run: gone, root: '.' } } as unknown as CliCall;
  expect(await clean(call)).toMatchObject({ json: { removed: [gone] }, exit: 0 });
  expect((await store.read('issue-12')).runs.map(({ run }) => run)).toEqual([stays]);
  expect(await store.file('issue-12', `${gone}/journal.jsonl`)).toBeNull();
  expect(await store.file('issue-12', `${stays}/journal.jsonl`)).toBe('y\n');
  await expect(clean(call)).rejects.toThrow(`no run named ${gone}`);
});

describe('the cron line that init writes', () => {
  it.each([
    [1, '*/5 * * * *'],
    [30, '*/30 * * * *'],
    [45, '*/30 * * * *'],
    [60, '17 */1 * * *'],
    [360, '17 */6 * * *'],
    [420, '17 */6 * * *'],
    [1440, '17 3 * * *'],
    [100_000, '17 3 * * *'],
  ])('for an interval of %d minutes is %s', (minutes, cron) => {
    expect(cronOf(minutes)).toBe(cron);
  });
});

/** A repository with the templates, changed where it is said. */
async function repository(change: Readonly<Record<string, ((text: string) => string) | null>> = {}): Promise<string> {
  const root = await newFolder();
  const folder = path.join(root, '.github/workflows');
  await mkdir(folder, { recursive: true });
  for (const name of ['crew-verify.yml', 'crew-settle.yml']) {
    const to = change[name];
    if (to === null) continue;
    await cp(path.join(ROOT, 'templates/workflows', name), path.join(folder, name));
    if (to) await writeFile(path.join(folder, name), to(await readFile(path.join(folder, name), 'utf8')));
  }
  return root;
}

describe('what crew doctor says of the workflow files', () => {
  const MAIN = '.github/workflows/crew.yml';
  const find = async (root: string) => {
    const { flags } = readFlags(['--root', root]);
    const { is, found } = await workflowFinding({ env: readEnv({}), flags }, undefined);
    return `${is}: ${found}`;
  };

  it('follows them from the working tree to the remote', async () => {
    const root = await newFolder();
    const remote = await newFolder();
    const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });
    git('init', '-q', '-b', 'main');
    git('init', '-q', '--bare', remote);
    git('remote', 'add', 'origin', remote);
    expect(await find(root)).toBe(`missing: no ${MAIN}`);
    await mkdir(path.join(root, '.github/workflows'), { recursive: true });
    await writeFile(path.join(root, MAIN), 'on: push\n');
    expect(await find(root)).toBe(`missing: not committed: ${MAIN}`);
    git('add', '.');
    expect(await find(root)).toBe(`missing: not committed: ${MAIN}`);
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Add crew');
    expect(await find(root)).toBe(`missing: not pushed, as far as this clone knows: ${MAIN}`);
    git('push', '-q', 'origin', 'main');
    expect(await find(root)).toBe(`there: ${MAIN}`);
  });
});

describe('what crew doctor says of the repository', () => {
  it.each([
    [undefined, false, 'missing: none'],
    ['acme/shop', true, 'there: acme/shop'],
    ['acme/shop', false, 'limited: acme/shop, not checked: no token'],
  ])('of %s with a token: %s', async (repo, hasToken, expected) => {
    const { is, found } = await repositoryFinding(repo, { root: await newFolder(), hasToken });
    expect(`${is}: ${found}`).toBe(expected);
  });

  it('says how a clone without a remote gets one, and outside of a clone asks for the name', async () => {
    const remedyIn = async (root: string) => {
      const found = await repositoryFinding(undefined, { root, hasToken: false });
      return 'remedy' in found ? found.remedy : '';
    };
    const root = await newFolder();
    expect(await remedyIn(root)).toContain('--repo OWNER/NAME');
    execFileSync('git', ['init', '-q'], { cwd: root });
    const remedy = await remedyIn(root);
    expect(remedy).toContain('git remote add origin https://github.com/OWNER/NAME.git');
    const { flags } = readFlags(['--root', root]);
    expect(await workflowFinding({ env: readEnv({}), flags }, undefined)).toMatchObject({ remedy });
    expect(translated('ja', remedy)).toContain('このクローンには GitHub のリモートがありません');
  });
});

describe('what crew doctor says of the check', () => {
  it('is content with the templates as they are', async () => {
    expect(checkFindings(await repository(), true)).toMatchObject([{ is: 'there', found: 'on every pull request' }]);
  });

  it('says that it is off, where it is', async () => {
    expect(checkFindings(await newFolder(), false)).toMatchObject([
      {
        is: 'limited',
        found: expect.stringContaining('off'),
        remedy: expect.stringContaining('add `review: { on-pull-requests: true }` to .github/crew.yml'),
      },
    ]);
  });

  it.each([
    ['no workflow at all', { 'crew-verify.yml': null, 'crew-settle.yml': null }, ['does not start on pull_request']],
    [
      'no pull_request',
      { 'crew-verify.yml': (text: string) => text.replace('  pull_request:\n', '  release:\n') },
      ['does not start on pull_request'],
    ],
    [
      'no merge_group',
      { 'crew-verify.yml': (text: string) => text.replace('  merge_group:\n', '  release:\n') },
      ['does not start on merge_group'],
    ],
    [
      'no workflow that concludes checks of forks',
      { 'crew-settle.yml': null },
      ['no .github/workflows/crew-settle.yml'],
    ],
    [
      'another name',
      { 'crew-verify.yml': (text: string) => text.replace('name: crew-verify\n', 'name: boat\n') },
      ['does not wait for the workflow "boat"'],
    ],
    ['a torn file', { 'crew-settle.yml': () => 'on: [' }, ['no .github/workflows/crew-settle.yml']],
  ])('names what is missing: %s', async (_, change, says) => {
    const found = checkFindings(await repository(change), true);
    expect(found).toMatchObject(
      says.map((each) => ({ is: 'limited', found: expect.stringContaining(each), remedy: expect.any(String) })),
    );
  });
});
