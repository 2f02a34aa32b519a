// `/crew write` on an issue of the embedded GitHub, through gate, work and publish: each job with what the one before left.
import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { filesAfter } from '../../../src/action/jobs.js';
import { baseCommitOf } from '../../../src/adapters/base-commit/index.js';
import { openWorkspace } from '../../../src/adapters/workspace/index.js';
import type { Config } from '../../../src/config/index.js';
import { schema } from '../../../src/config/schema.js';
import { memorySpending } from '../../../src/memory/spending.js';
import type { Event } from '../../../src/ports/event.js';
import type { WorkEnvironment } from '../../../src/ports/index.js';
import type { JobResults, WorkDiff } from '../../../src/ports/workflow.js';
import { gate } from '../../../src/runs/gate.js';
import { runPublish } from '../../../src/runs/publish.js';
import { journalFile, type Services } from '../../../src/runs/services.js';
import { memoryRunStore } from '../../../src/runs/stores.js';
import { runWork } from '../../../src/runs/work.js';
import { digestOfBytes, writeResult } from '../../../src/runs/work-result.js';
import { processOwner } from '../../../src/services/process.js';
import { writeArtifact } from '../../../src/verify/artifact.js';
import { write } from '../../../src/workflows/write/index.js';
import { isDocument } from '../../../src/workflows/write/publish.js';
import { newFolder } from '../../build/folder.js';
import { openShop, REPO } from '../../build/shop.js';
import { card, issue, modelOf, type Script, story } from './context.js';

const PEOPLE = {
  maya: { login: 'maya', id: 2, bot: false, permission: 'write' },
  eve: { login: 'eve', id: 99, bot: false, permission: 'read' },
} as const;

async function stage(script: Script, { isVerified = true } = {}) {
  const environment = await openShop({ pulls: true });
  const github = environment.github();
  const config = schema.parse({ lang: 'ja' }) as Config;
  const store = memoryRunStore();
  let comments = 100;
  let actionsRun = 0;
  const servicesAt = (id: number): Services => ({
    ...{
      workflows: [write as Services['workflows'][number]],
      store,
      spending: memorySpending(),
      clock: environment.clock,
      github,
    },
    instant: async ({ asked }) => ({ name: 'refused', says: 'wrong' in asked ? 'wrong' : 'unknown' }),
    log: () => undefined,
    target: { github, repo: REPO, outgoing: (text) => text },
    settings: async () => ({ lang: 'ja', config, configFile: '.github/crew.yml', problems: [] }),
    own: async () => ({ labelPrefix: 'crew:', me: 1 }),
    asker: async (event) => {
      const { permission, ...actor } = PEOPLE[('actor' in event ? event.actor.login : '') as keyof typeof PEOPLE];
      return { actor, permission, bots: [], me: 1 };
    },
    dryRun: false,
    here: { id, attempt: 1, url: `https://github.test/${REPO}/actions/runs/${id}` },
  });
  const model = modelOf(script);

  /** A comment, and all jobs that follow from it. */
  const comment = async (body: string, who: keyof typeof PEOPLE = 'maya') => {
    comments += 1;
    actionsRun += 1;
    const { permission: _, ...actor } = PEOPLE[who];
    const event: Event = {
      ...{ kind: 'comment', key: `comment-${comments}`, actor, at: { repo: REPO, issue: 1 } },
      comment: { id: comments, where: 'review', body },
      seen: { at: '2026-11-18T12:00:00Z', title: '手引きがほしい', body: '最初の使い方' },
    };
    const services = servicesAt(actionsRun);
    for (const { proceed } of await gate(event, services)) if (proceed) return jobs({ ...proceed, services });
    return null;
  };

  const jobs = async ({ run, subject, services }: { run: string; subject: string; services: Services }) => {
    const folder = await newFolder();
    const record = (await store.read(subject)).runs.find((each) => each.run === run);
    const root = await cloneAt(record?.ref ?? 'HEAD');
    const result = await runWork(
      {
        ...{ subject, run, folder, redact: (text) => text, stop: new AbortController().signal, show: () => undefined },
        environment: async () => shopAt(root),
      },
      services,
    );
    const bytes = Buffer.from(writeResult(run, result));
    const journal = await readFile(path.join(folder, 'journal.jsonl'), 'utf8');
    const document = result.diff && isVerified ? await verified(root, run, result.diff) : null;
    const of: JobResults = {
      ...{ work: 'success', url: services.here?.url ?? '', actions: { id: services.here?.id ?? 0, attempt: 1 } },
      verify: { result: 'success', document, digest: undefined },
    };
    const filesOf = async (diff: WorkDiff) => filesAfter(diff, await github.branches.files(diff.base, diff.files));
    return runPublish(
      { subject, run, jobs: of, filesOf, workOutput: { bytes, digest: digestOfBytes(bytes), journal } },
      services,
    );
  };

  const cloneAt = async (ref: string): Promise<string> => {
    const root = path.join(await newFolder(), 'tree');
    const url = new URL(`${REPO}.git`, `${environment.embedded.url}/`);
    url.username = 'x-access-token';
    url.password = environment.crewToken();
    // The server is in this process.
    await promisify(execFile)('git', ['clone', '--quiet', url.href, root]);
    execFileSync('git', ['checkout', '--quiet', '--detach', ref], { cwd: root, stdio: 'pipe' });
    return root;
  };

  const shopAt = async (root: string): Promise<WorkEnvironment> =>
    ({
      ...{
        workspace: openWorkspace(root),
        model,
        gate: () => ({ verdict: 'deny', phase: '0', why: '' }),
        agentsFolder: path.join(root, '.agent'),
      },
      ...{ sandbox: {}, web: { hosts: [] }, keep: () => ({}), close: async () => undefined },
      baseCommit: baseCommitOf({
        root,
        place: { folder: path.join(await newFolder(), 'trees'), owner: processOwner() },
        hidden: [],
      }),
    }) as unknown as WorkEnvironment;
  return { environment, store, model, comment };
}

/** The verify job's document: it lays the change on the base and names the tree, by git's own reckoning. */
async function verified(root: string, run: string, diff: WorkDiff): Promise<Uint8Array> {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  git('add', '--all');
  const change = { sha256: diff.sha256, tree: git('write-tree') };
  return writeArtifact({
    format: 1,
    run,
    head: diff.base,
    base: diff.base,
    change,
    found: { is: 'nothing', files: [...diff.files], total: 1 },
  });
}

const pullsOf = async ({ environment }: Awaited<ReturnType<typeof stage>>) =>
  environment.github().pulls.listByBranch('crew/issue-1');

describe('/crew write on an issue', () => {
  it('offers three paths, waits, takes the selection, and ends in a pull request', async () => {
    const at = await stage(story());
    const first = await at.comment('/crew write 手引きを書いて');
    expect(first?.record.end).toMatchObject({
      outcome: 'awaiting',
      awaits: { kind: 'selection', choices: ['A', 'B', 'C'] },
    });
    const said = at.environment
      .comments()
      .map(({ body }) => body)
      .join('\n');
    expect(said).toContain('書き方の案が3つあります');
    expect(said).toContain('| **A: 案** | **B: 案** | **C: 案** |');
    expect(await pullsOf(at)).toEqual([]);

    expect(await at.comment('/crew select B', 'eve')).toBeNull();
    const before = at.model.requests.length;
    const second = await at.comment('/crew select B 意外性がよい');
    expect(second?.record.end?.says).toContain('プルリクエスト');
    expect(second?.record.end).toMatchObject({ outcome: 'done' });
    // Nothing that was answered is asked again, on a machine that has only the record.
    expect(at.model.requests.slice(before).map(({ who }) => who)).not.toContain('path');
    const [pull] = await pullsOf(at);
    expect(pull).toMatchObject({ state: 'open', draft: false, title: '灯台の猫' });
    expect(pull?.body).toMatch(
      /<summary>最終ラウンドでの各レビュアーの点数<\/summary>\n\n\| 章 \| `.*\n.*\n\| 1 \| \d/,
    );
    expect(pull?.body).not.toContain('pass_gate');
    expect(pull?.body).toContain('Closes #1');
    const [file] = await at.environment.github().branches.files(pull?.head.sha ?? '', ['docs/灯台の猫.md']);
    expect(new TextDecoder().decode(file?.bytes ?? new Uint8Array())).toBe('# 夜明け\n\n第1稿。\n\n猫は海を見た。\n');
  });

  it('ends a forced pass as partial, with a draft pull request that names the open issues and closes nothing', async () => {
    const at = await stage(
      story({
        review: ({ reviewer }) =>
          card(reviewer === 'lens' ? 6 : 7, reviewer === 'lens' ? [issue('major', '¶2', '長い')] : []),
      }),
    );
    await at.comment('/crew write 手引きを書いて');
    const { record } = (await at.comment('/crew select A')) ?? {};
    expect(record?.end?.outcome).toBe('partial');
    const [pull] = await pullsOf(at);
    expect(pull?.draft).toBe(true);
    expect(pull?.body).toContain('Lens ¶2: 長い');
    expect(pull?.body).toContain('Refs #1');
    expect(pull?.body).not.toContain('Closes #1');
  });

  it('answers a wrong selection, and one that nobody waits for', async () => {
    const at = await stage(story());
    expect(await at.comment('/crew select A')).toBeNull();
    await at.comment('/crew write 手引きを書いて');
    expect(await at.comment('/crew select D')).toBeNull();
    const last = at.environment.comments().at(-1)?.body ?? '';
    expect(last).toContain('wrong');
    const run = (await at.store.read('issue-1')).runs[0];
    expect(run?.signals).toEqual([]);
    expect(await at.store.file('issue-1', journalFile(run?.run ?? ''))).toContain('path-C');
  });

  it('pushes nothing without a document of the verify job', async () => {
    const at = await stage(story(), { isVerified: false });
    await at.comment('/crew write 手引きを書いて');
    const { record } = (await at.comment('/crew select A')) ?? {};
    expect(record?.end?.outcome).toBe('infra_error');
    expect(await at.environment.github().branches.head('crew/issue-1')).toBeNull();
  });

  it.each([
    ['docs/a.md', true],
    ['README.md', true],
    ['物語/01.txt', true],
    ['.github/workflows/ci.yml', false],
    ['.github/a.md', false],
    ['src/a.ts', false],
    ['AGENTS.md', false],
    ['.agent/x/prompt.md', false],
    ['package.json', false],
  ])('lets a work job change %s: %s', (file, may) => {
    expect(isDocument(file)).toBe(may);
  });
});
