import { beforeAll, describe, expect, it } from '@jest/globals';
import { applyChanges } from '../../../src/changes/apply.js';
import { defaults } from '../../../src/config/index.js';
import type { Applied, Change } from '../../../src/ports/change.js';
import type { FileChange } from '../../../src/ports/index.js';
import type { RunRecord } from '../../../src/ports/run.js';
import type { PublishContext, WorkDiff, WorkResult } from '../../../src/ports/workflow.js';
import { NO_SPENDING } from '../../../src/runs/record.js';
import { readResult, writeResult } from '../../../src/runs/work-result.js';
import { digestOf } from '../../../src/text/digest.js';
import { type VerifyDocument, writeArtifact } from '../../../src/verify/artifact.js';
import type { OrderedBuild } from '../../../src/workflows/build/gate.js';
import { publish } from '../../../src/workflows/build/publish.js';
import { openPullShop, REPO } from '../../adapters/github/pull-shop.js';
import { quickClock } from '../../build/clock.js';

const clock = quickClock();
let environment: Awaited<ReturnType<typeof openPullShop>>;
beforeAll(async () => {
  environment = await openPullShop({
    files: { 'src/a.js': 'export const a = 1;\n' },
    issues: [{ title: 'Validate the input' }],
  });
});

type Files = Readonly<Record<string, string | null>>;

let branches = 0;

const asChanges = (files: Files): readonly FileChange[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    mode: '100644',
    bytes: text === null ? null : Buffer.from(text),
  }));

/** A diff that adds files; crew reads its names off its text. */
function diffOf(base: string, files: Files): WorkDiff {
  const text = Object.entries(files)
    .filter(([, content]) => content !== null)
    .map(([path, content = '']) => {
      const lines = (content ?? '').split('\n').slice(0, -1);
      const head = `diff --git a/${path} b/${path}\nnew file mode 100644\nindex ${'0'.repeat(40)}..${'1'.repeat(40)}\n`;
      return `${head}--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
    })
    .join('');
  return { base, sha256: digestOf(text), files: Object.keys(files), text };
}

const PASS = { run_id: 'r', status: 'PASS', ref: 'verify-job', ms: 1, steps: [] } as const;

interface Scene {
  /** The change after each task, as it is on the base. */
  readonly parts: readonly Files[];
  readonly outcome?: WorkResult['outcome']['name'];
  readonly verified?: boolean;
  readonly subIssues?: boolean;
}

/** Publishes on the embedded GitHub what a work job brought. */
async function published({ parts, outcome = 'done', verified = true, subIssues = false }: Scene) {
  const github = environment.github();
  const base = (await github.branches.head('main')) ?? '';
  const diffs = parts.map((files) => diffOf(base, files));
  const byDigest = new Map(diffs.map((diff, n) => [diff.sha256, asChanges(parts[n] ?? {})]));
  const last = diffs.at(-1) ?? diffOf(base, {});
  // What the verify job would have found: the tree of the whole change.
  const { tree } = await github.branches.commit({
    parent: base,
    message: 'seen',
    files: byDigest.get(last.sha256) ?? [],
  });
  const list = { total: 0, names: [] };
  const names = ['fixed', 'broken', 'refused', 'before', 'flaky', 'added', 'removed', 'silenced', 'unknown'] as const;
  const document: VerifyDocument = {
    ...{ format: 1, run: 'build-1', head: base, base, change: { sha256: last.sha256, tree } },
    found: {
      is: 'verified',
      ...{
        base: { ...PASS, steps: [] },
        head: { ...PASS, steps: [] },
        walls: 'none',
        again: { total: 0, runs: [] },
        tamper: { total: 0, found: [] },
      },
      comparison: {
        verdict: verified ? 'better' : 'worse',
        lists: Object.fromEntries(
          names.map((name) => [
            name,
            name === (verified ? 'fixed' : 'broken') ? { total: 1, names: ['a test'] } : list,
          ]),
        ) as never,
        notes: [],
      },
    },
  };
  const tasks = parts.map((_, n) => ({
    id: n + 1,
    title: `Task ${n + 1}`,
    persona: 'coder',
    wave: 1,
    status: 'success',
  }));
  const result: WorkResult = {
    outcome: { name: outcome, says: 'table and summary', result: { tasks, summary: 'All of it.' } },
    diff: last,
    commits: diffs.map((diff, n) => ({ task: n + 1, title: `Task ${n + 1}`, diff })),
    spent: NO_SPENDING,
  };
  // It crosses from one job to the other as bytes.
  const crossed = readResult(Buffer.from(writeResult('build-1', result)), {
    run: 'build-1',
    workflow: 'build',
    digest: undefined,
  });
  if (!('result' in crossed)) throw new Error(crossed.flaw);
  const issue = 1;
  const target = {
    github,
    repo: REPO,
    outgoing: (text: string) => text,
    files: async (sha: string) => byDigest.get(sha) ?? [],
  };
  const applied: Change[] = [];
  const ctx: PublishContext = {
    ...{ run: 'build-1', repo: REPO, issue, place: 'thread', signals: [], github, clock },
    settings: {
      lang: 'en',
      config: { ...defaults, build: { ...defaults.build, 'sub-issues': subIssues } },
      configFile: '.github/crew.yml',
      problems: [],
    },
    history: { list: async () => [], load: async () => null, ofSubject: async () => [] },
    record: { run: 'build-1', signals: [], request: { by: { login: 'maya', id: 2 } } } as unknown as RunRecord,
    jobs: {
      ...{ work: 'success', url: 'https://github.test/ann/shop/actions/runs/1', actions: { id: 1, attempt: 1 } },
      verify: { result: 'success', document: writeArtifact(document), digest: undefined },
    },
    async apply(changes): Promise<readonly Applied[]> {
      applied.push(...changes);
      return applyChanges(changes, { target, clock });
    },
  };
  const branch = `crew/issue-${++branches}`;
  const order: OrderedBuild = {
    ...{
      cmd: 'cmd_001',
      request: 'Validate the input\n',
      dryRun: false,
      by: 'maya',
      issue: { number: issue, title: 'Validate the input' },
    },
    target: { how: 'branch', branch, at: null, base: 'main', commit: base, asked: 'issue' },
  };
  const ended = await publish(ctx, order, crossed.result);
  return { ended, applied, branch, base, github, again: () => publish(ctx, order, crossed.result) };
}

async function historyOf(github: ReturnType<typeof environment.github>, branch: string, base: string) {
  const shas: string[] = [];
  for (
    let sha = (await github.branches.head(branch)) ?? base;
    sha !== base;
    sha = (await github.branches.read(sha)).parents[0] ?? base
  )
    shas.unshift(sha);
  return shas;
}

describe('the publication of a build', () => {
  it('is one pull request with one commit for each task, and a check on the last', async () => {
    const first = { 'src/t1.js': 'one\n', 'src/gone.js': 'for a while\n' };
    const { ended, branch, base, github, applied, again } = await published({
      parts: [first, { 'src/t1.js': 'one\n', 'src/t2.js': 'two\n' }],
    });
    expect(ended).toMatchObject({ name: 'done', result: { branch, base: 'main', cmd_id: 'cmd_001' } });
    const commits = await historyOf(github, branch, base);
    expect(commits).toHaveLength(2);
    const [one = '', two = ''] = commits;
    // What the second task took back is not there any more.
    expect((await github.branches.files(one, ['src/gone.js', 'src/t2.js'])).map(({ path }) => path)).toEqual([
      'src/gone.js',
    ]);
    expect((await github.branches.files(two, ['src/gone.js', 'src/t2.js'])).map(({ path }) => path)).toEqual([
      'src/t2.js',
    ]);
    expect(applied.map(({ kind }) => kind)).toEqual(['branch', 'pull', 'check']);
    const pulls = await github.pulls.listByBranch(branch);
    expect(pulls).toMatchObject([{ title: 'Validate the input', draft: false, state: 'open' }]);
    expect(pulls[0]?.body).toContain('All 2 tasks are in this pull request, one commit each.');
    expect(pulls[0]?.body).toContain('Closes #1');
    // Published twice, it is there once.
    await again();
    expect(await historyOf(github, branch, base)).toEqual(commits);
    expect(await github.pulls.listByBranch(branch)).toHaveLength(1);
  });

  it('of a part is a draft, and closes nothing', async () => {
    const { branch, github, ended } = await published({ parts: [{ 'src/t3.js': 'three\n' }], outcome: 'partial' });
    const [pull] = await github.pulls.listByBranch(branch);
    expect(pull).toMatchObject({ draft: true });
    expect(pull?.body).not.toContain('Closes #');
    expect(ended.says).toMatch(/^Draft #\d+ has 1 of \d+ tasks; .*`\/crew fix` there/);
  });

  it('does not happen where the verify job is red, or nothing landed', async () => {
    const red = await published({ parts: [{ 'src/t4.js': 'four\n' }], verified: false });
    expect(red.ended.name).toBe('stuck');
    expect(red.applied).toEqual([]);
    const failed = await published({ parts: [{ 'src/t5.js': 'five\n' }], outcome: 'failed' });
    expect(failed.ended.name).toBe('failed');
    expect(failed.applied).toEqual([]);
  });

  it('makes the tasks sub-issues where that is configured, once, and its merge closes those that landed', async () => {
    const { branch, github, again } = await published({ parts: [{ 'src/t6.js': 'six\n' }], subIssues: true });
    await again();
    const { data } = await environment.as('maya').issues.listSubIssues({ owner: 'ann', repo: 'shop', issue_number: 1 });
    expect(data).toMatchObject([{ title: 'Task 1', state: 'open' }]);
    const [pull] = await github.pulls.listByBranch(branch);
    expect(pull?.body).toContain(`Closes #${data[0]?.number}\n`);
  });

  it('refuses a change of what crew itself goes by', async () => {
    const { ended, applied } = await published({ parts: [{ '.github/workflows/ci.yml': 'on: push\n' }] });
    expect(ended.name).toBe('refused');
    expect(applied).toEqual([]);
  });
});
