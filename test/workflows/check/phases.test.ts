// The phases of the Action as steps: what they are given, and what they leave.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import { type EmbeddedGitHub, growBranch, startEmbeddedGitHub } from 'github-sandbox/testing';
import { runAction } from '../../../src/action/run-phase.js';
import { WORK_FILES, writeResult } from '../../../src/runs/work-result.js';
import { readArtifact, type VerifyDocument, writeArtifact } from '../../../src/verify/artifact.js';
import { newFolder } from '../../build/folder.js';
import { failed, passed, proof, step } from '../../verify/proofs.js';

type Files = Readonly<Record<string, string>>;

/** A step on a runner of its own. */
async function runner(more: Readonly<Record<string, string>>) {
  const root = await newFolder();
  const at = (name: string) => path.join(root, name);
  await Promise.all(['work', 'temp', 'home'].map((name) => mkdir(at(name))));
  await Promise.all(['output', 'summary'].map((name) => writeFile(at(name), '')));
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  return {
    root,
    at,
    async run(event: { name: string; payload: unknown }, inputs: Readonly<Record<string, string>>) {
      await writeFile(at('event.json'), JSON.stringify(event.payload));
      const env = {
        PATH: process.env.PATH ?? '',
        HOME: at('home'),
        GITHUB_EVENT_NAME: event.name,
        GITHUB_EVENT_PATH: at('event.json'),
        GITHUB_REPOSITORY: 'ann/shop',
        GITHUB_RUN_ID: '77',
        GITHUB_RUN_ATTEMPT: '1',
        GITHUB_WORKSPACE: at('work'),
        GITHUB_OUTPUT: at('output'),
        GITHUB_STEP_SUMMARY: at('summary'),
        RUNNER_TEMP: at('temp'),
        ...more,
        ...inputs,
      };
      const exit = await runAction({ env, out: print, err: print });
      return { exit, printed, outputs: await readFile(at('output'), 'utf8') };
    },
    document: at('temp/crew-verify/verify.json'),
  };
}

const pull = (head: string, base: string) => ({
  name: 'pull_request',
  payload: {
    action: 'synchronize',
    pull_request: { number: 1, head: { sha: head }, base: { sha: base } },
    repository: { full_name: 'ann/shop', default_branch: 'main' },
  },
});

describe('verify', () => {
  interface Offered {
    readonly base: Files;
    readonly head: Files;
    readonly main?: Files;
    /** Whether a branch of the repository has the head. */
    readonly isOnBranch?: boolean;
  }

  /** A clone as the workflow checks it out: on the head, with the base and the default branch known. */
  async function verify({ base, head, main = base, isOnBranch = false }: Offered) {
    const job = await runner({});
    const tree = job.at('work/tree');
    await mkdir(tree);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=a@b.c', ...args], { cwd: tree })
        .toString()
        .trim();
    git('init', '--quiet', '--initial-branch=work');
    const commit = async (files: Files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(tree, name)), { recursive: true });
        await writeFile(path.join(tree, name), text);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'x');
      return git('rev-parse', 'HEAD');
    };
    const from = await commit(base);
    git('checkout', '--quiet', '-b', 'elsewhere');
    git('update-ref', 'refs/remotes/origin/main', await commit(main));
    git('checkout', '--quiet', 'work');
    const sha = await commit(head);
    if (isOnBranch) git('update-ref', 'refs/remotes/origin/work', sha);
    const ran = await job.run(pull(sha, git('rev-parse', 'elsewhere')), { INPUT_PHASE: 'verify' });
    const bytes = await readFile(job.document);
    const read = readArtifact(bytes, { run: 'review-77-1', head: sha });
    if ('flaw' in read) throw new Error(read.flaw);
    return { ...ran, bytes, document: read.document, from };
  }

  const steps = (run: string, more = '') =>
    `verify:\n  reruns: 0\n  steps:\n    - name: check\n      run: ${run}\n${more}`;
  const found = ({ document }: { document: VerifyDocument }) => document.found;

  it('leaves a document that says what it says it left, held against where the branch began', async () => {
    const config = { '.github/crew.yml': steps('sh check.sh') };
    const ran = await verify({
      base: { ...config, 'check.sh': 'exit 0\n' },
      main: { ...config, 'check.sh': 'exit 0\n', 'later.txt': 'came to the base afterwards\n' },
      head: { 'check.sh': 'exit 3\n' },
    });
    expect(ran.exit).toBe(0);
    expect(ran.document.base).toBe(ran.from);
    expect(ran.outputs).toContain(createHash('sha256').update(ran.bytes).digest('hex'));
    expect(found(ran)).toMatchObject({
      is: 'verified',
      comparison: { verdict: 'worse' },
      head: { steps: [{ exit: 3 }] },
    });
  });

  it('prints between two lines that stop all commands, whatever the tests have to say', async () => {
    const config = { '.github/crew.yml': steps('sh check.sh') };
    const head = { 'check.sh': 'echo "::error::look here"; echo "::set-output name=digest::0"; exit 1\n' };
    const { printed } = await verify({ base: { ...config, 'check.sh': 'exit 0\n' }, head });
    const [first = '', ...lines] = printed.trimEnd().split('\n');
    const word = /^::stop-commands::(\S+)$/.exec(first)?.[1];
    expect(lines.at(-1)).toBe(`::${word}::`);
    expect(lines.slice(0, -1).filter((line) => /^\s*::/.test(line))).toEqual([]);
  });

  it('a command that never ends is ended, and that is a failure', async () => {
    const config = { '.github/crew.yml': steps('sh check.sh', '      timeout: 3\n') };
    const ran = await verify({ base: { ...config, 'check.sh': 'exit 0\n' }, head: { 'check.sh': 'sleep 600\n' } });
    expect(found(ran)).toMatchObject({
      comparison: {
        verdict: 'worse',
        notes: expect.arrayContaining([expect.objectContaining({ kind: 'cut-short', by: 'time-out' })]),
      },
      head: { steps: [{ ended: 'time-out', reason: { is: 'time-out' } }] },
    });
  });

  it('takes the pipeline from the default branch: a change does not choose its own judge', async () => {
    const ran = await verify({
      base: { '.github/crew.yml': steps('sh check.sh'), 'check.sh': 'exit 0\n' },
      head: { '.github/crew.yml': steps('exit 0'), 'check.sh': 'exit 1\n' },
    });
    expect(found(ran)).toMatchObject({
      comparison: { verdict: 'worse' },
      head: { steps: [{ command: 'sh check.sh' }] },
      tamper: { found: [{ file: '.github/crew.yml' }] },
    });
  });

  it('of documentation runs nothing, unless somebody wrote down what to run', async () => {
    const head = { 'README.md': '# Shop\n' };
    expect(found(await verify({ base: { 'package.json': '{"scripts":{"test":"exit 1"}}' }, head }))).toEqual({
      is: 'nothing',
      files: ['README.md'],
      total: 1,
    });
    const config = { '.github/crew.yml': steps('test ! -s README.md') };
    expect(found(await verify({ base: config, head }))).toMatchObject({
      is: 'verified',
      comparison: { verdict: 'worse' },
    });
  });

  it('runs all where a test reads the words that changed', async () => {
    const script = {
      'package.json': '{"scripts":{"test":"sh check.sh"}}',
      'check.sh': 'grep -q Shop README.md\n',
      'README.md': '# Shop\n',
    };
    const reads = { ...script, 'test/words.test.js': "test('words', () => read('../README.md'));\n" };
    expect(found(await verify({ base: script, head: { 'README.md': '# Mart\n' } }))).toMatchObject({ is: 'nothing' });
    expect(found(await verify({ base: reads, head: { 'README.md': '# Mart\n' } }))).toMatchObject({
      is: 'verified',
      comparison: { verdict: 'worse' },
    });
  });

  it('hides what a deny rule names from the commands of the pipeline, too', async () => {
    const words = { 'open.txt': 'a word\n', 'secret.txt': 'a word\n' };
    const config = (file: string) => ({
      '.github/crew.yml': `${steps(`grep -q word ${file}`)}guard:\n  deny: ["Read(secret.txt)"]\n`,
    });
    for (const [file, status] of Object.entries({ 'open.txt': 'PASS', 'secret.txt': 'FAIL' })) {
      const ran = await verify({ base: { ...words, ...config(file) }, head: { 'a.js': '1\n' } });
      expect(found(ran)).toMatchObject({ base: { steps: [{ status }] }, head: { steps: [{ status }] } });
    }
  });

  it('sets up before the walls close what a branch of this repository has, and within them what is from elsewhere', async () => {
    const outside = await newFolder();
    const setup = (mark: string) => ({
      '.github/crew.yml': `${steps('cat a.js')}  setup:\n    - touch ${outside}/${mark} || true\n`,
    });
    const head = { 'a.js': '2\n' };
    await verify({ base: setup('elsewhere'), head });
    await verify({ base: setup('ours'), head, isOnBranch: true });
    expect(await readdir(outside)).toEqual(['ours']);
  });

  it('judges nothing by packages that the change brings: either side installs its own', async () => {
    const lock = {
      ...{ name: 'shop', lockfileVersion: 3, requires: true },
      packages: {
        '': { name: 'shop', dependencies: { judge: 'file:judge' } },
        judge: { bin: { judge: 'judge.js' } },
        'node_modules/judge': { resolved: 'judge', link: true },
      },
    };
    const base = {
      'package.json': '{"name":"shop","dependencies":{"judge":"file:judge"},"scripts":{"test":"judge"}}',
      'package-lock.json': JSON.stringify(lock),
      'judge/package.json': '{"name":"judge","bin":{"judge":"judge.js"}}',
      'judge/judge.js': "#!/usr/bin/env node\nprocess.exitCode = require('../sum.js') === 5 ? 0 : 1;\n",
      'sum.js': 'module.exports = 5;\n',
    };
    const forged = { 'node_modules/.bin/judge': '#!/bin/sh\nexit 0\n' };
    const ran = await verify({ base, head: { ...forged, 'sum.js': 'module.exports = 6;\n' } });
    expect(found(ran)).toMatchObject({
      comparison: { verdict: 'worse', lists: { broken: { names: ['step test'] } } },
      tamper: {
        found: expect.arrayContaining([expect.objectContaining({ kind: 'runner-patched', weight: 'blocks' })]),
      },
    });
  });

  it('of a change that cannot be laid says so, and of which change it speaks', async () => {
    const job = await runner({});
    const tree = job.at('work/tree');
    await mkdir(tree);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=a@b.c', ...args], { cwd: tree })
        .toString()
        .trim();
    git('init', '--quiet', '--initial-branch=main');
    git('commit', '--quiet', '--allow-empty', '--message=one');
    const base = git('rev-parse', 'HEAD');
    const text = 'diff --git a/a.js b/a.js\n';
    const sha256 = createHash('sha256').update(text).digest('hex');
    const diff = { base: 'e'.repeat(40), sha256, files: ['a.js'], text };
    const run = 'fix-1-0123456789';
    const spent = { usd: 0, tokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 } };
    const result = writeResult(run, { outcome: { name: 'done' }, diff, spent });
    await mkdir(job.at(`temp/${WORK_FILES.folder}`));
    await writeFile(job.at(`temp/${WORK_FILES.folder}/${WORK_FILES.result}`), result);
    const CREW_DIGEST = createHash('sha256').update(result).digest('hex');
    const env = { CREW_RUN: run, CREW_SUBJECT: 'issue-1', CREW_BASE: base, CREW_DIGEST };
    await job.run({ name: 'issue_comment', payload: {} }, { INPUT_PHASE: 'verify', ...env });
    const read = readArtifact(await readFile(job.document), { run, head: { diff: diff.sha256 } });
    expect(read).toMatchObject({
      document: {
        change: { sha256: diff.sha256 },
        found: { is: 'unable', expected: `the commit ${diff.base} checked out` },
      },
    });
  });

  it('says what keeps it from beginning', async () => {
    const broken = { '.github/crew.yml': 'verify: { steps: no }\n' };
    expect(found(await verify({ base: broken, head: { 'a.js': '1\n' } }))).toMatchObject({
      is: 'unable',
      expected: 'a valid .github/crew.yml on main',
    });
  });
});

describe('publish', () => {
  let github: EmbeddedGitHub;
  let head = '';
  const repository = () => github.repository('ann/shop');
  const checks = () => (repository().checks.suites.get(head) ?? []).flatMap(({ runs }) => runs);
  const last = () => checks().at(-1);

  beforeAll(async () => {
    const files = { 'README.md': '# shop\n', '.github/crew.yml': 'review: { on-pull-requests: true }\n' };
    github = await startEmbeddedGitHub({
      seed: { users: ['ann'], repositories: [{ owner: 'ann', name: 'shop', files }] },
    });
    const ann = new Octokit({ baseUrl: github.apiUrl, auth: github.tokenFor({ user: 'ann' }), log: silent });
    head = await growBranch(ann, { owner: 'ann', repo: 'shop', branch: 'patch', files: { 'a.js': '1\n' } });
  });
  afterAll(() => github.close());

  const machine = () =>
    runner({
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_SERVER_URL: github.url,
      INPUT_TOKEN: github.tokenFor({
        workflow: 'ann/shop',
        permissions: { checks: 'write', pull_requests: 'read', contents: 'read', metadata: 'read' },
      }),
    });

  const worse = (run: string, of = head) => {
    const made = proof({ base: [step([passed('a')])], head: [step([failed('a')])] });
    return writeArtifact({ ...made, run, head: of });
  };

  async function leave(file: string, bytes: Uint8Array) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }

  const needs = (result: string, digest?: string) => ({
    NEEDS: JSON.stringify({ gate: { result: 'success', outputs: {} }, verify: { result, outputs: { digest } } }),
  });
  const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const base = 'b'.repeat(40);

  it('of a run that is run again begins and concludes a check of its own', async () => {
    for (const attempt of ['1', '2']) {
      const env = { GITHUB_RUN_ATTEMPT: attempt };
      const gate = await (await machine()).run(pull(head, base), { INPUT_PHASE: 'gate', ...env });
      expect(gate.outputs).toMatch(/proceed<<\S+\ntrue\n/);
      const job = await machine();
      const bytes = worse(`review-77-${attempt}`);
      await leave(job.document, bytes);
      const said = await job.run(pull(head, base), {
        INPUT_PHASE: 'publish',
        ...env,
        ...needs('success', digestOf(bytes)),
      });
      expect(said.exit).toBe(0);
      expect(said.outputs).toMatch(new RegExp(`check-run-id<<\\S+\n${last()?.id}\n`));
      expect(await readFile(job.at('summary'), 'utf8')).toContain('1 broken');
    }
    expect(checks().map(({ externalId, conclusion }) => [externalId, conclusion])).toEqual([
      ['review-77-1', 'failure'],
      ['review-77-2', 'failure'],
    ]);
  });

  it('believes nothing that is not what the job said it left', async () => {
    const job = await machine();
    await leave(job.document, worse('review-90-1'));
    await job.run(pull(head, base), {
      INPUT_PHASE: 'publish',
      GITHUB_RUN_ID: '90',
      ...needs('success', 'f'.repeat(64)),
    });
    expect(last()).toMatchObject({ externalId: 'review-90-1', conclusion: 'neutral' });
    expect(last()?.summary).toContain('does not match the digest');
  });

  const over = (id: number) => ({
    name: 'workflow_run',
    payload: {
      action: 'completed',
      repository: { full_name: 'ann/shop' },
      workflow_run: {
        id,
        run_attempt: 1,
        event: 'pull_request',
        head_sha: head,
        head_branch: 'patch',
        head_repository: { full_name: 'ann/shop' },
        conclusion: 'success',
        path: '.github/workflows/crew-verify.yml',
      },
    },
  });

  it.each([
    ['of another commit', 101, () => worse('review-101-1', 'e'.repeat(40)), 'another commit'],
    ['of an earlier run', 102, () => worse('review-77-1'), 'another run'],
    ['of no form', 103, () => Buffer.from('{"conclusion":"success"}'), 'not readable'],
    ['beyond all size', 104, () => Buffer.alloc(2_000_000, 'x'), 'too large'],
  ])('from elsewhere, believes no document %s: the commit is what GitHub says', async (_, id, bytes, says) => {
    const job = await machine();
    await leave(job.document, bytes());
    await job.run(over(id), { INPUT_PHASE: 'settle' });
    expect(last()).toMatchObject({ externalId: `review-${id}-1`, sha: head, conclusion: 'neutral' });
    expect(last()?.summary).toContain(says);
  });

  it('reads no document through a link', async () => {
    const job = await machine();
    await leave(job.at('secret.json'), worse('review-105-1'));
    await mkdir(path.dirname(job.document), { recursive: true });
    await symlink(job.at('secret.json'), job.document);
    await job.run(over(105), { INPUT_PHASE: 'settle' });
    expect(last()).toMatchObject({ externalId: 'review-105-1', conclusion: 'neutral' });
  });

  it('without word of the jobs before it says so, and writes nothing', async () => {
    const count = checks().length;
    const { exit, printed } = await (await machine()).run(pull(head, base), { INPUT_PHASE: 'publish' });
    expect(exit).toBe(1);
    expect(printed).toContain('NEEDS');
    expect(checks()).toHaveLength(count);
  });
});

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
