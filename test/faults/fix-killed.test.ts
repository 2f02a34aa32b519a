// The gate and `publish` of a fix, killed before and after every write to GitHub, and done again: what stands there afterwards is what
// one undisturbed life leaves. Work and verify are done once, for real.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type GitHub as Embedded, noLimits, startGitHub } from 'github-sandbox';
import { filesOf } from '../../src/action/publish.js';
import { runAction } from '../../src/action/run-phase.js';
import type { Event } from '../../src/ports/event.js';
import type { RunRecord } from '../../src/ports/run.js';
import type { JobResults } from '../../src/ports/workflow.js';
import { gate } from '../../src/runs/gate.js';
import { runPublish, type WorkOutput } from '../../src/runs/publish.js';
import { settleRuns } from '../../src/runs/settle.js';
import { parseScript, startModel } from '../../src/sample/model/index.js';
import { readEnv } from '../../src/services/env.js';
import { fromAction } from '../../src/services/event.js';
import { githubServices } from '../../src/services/wire.js';
import { type QuickClock, quickClock, START } from '../build/clock.js';
import { newFolder } from '../build/folder.js';
import { answer, edit, turn } from '../sandbox/actions/with-fixes.js';
import { nodePackage } from '../verify/pipeline/projects.js';

const REPO = 'ann/shop';
/** Every death, not only some. */
const LONG = process.env.CREW_LONG === '1';
const some = (deaths: readonly Death[]) => (LONG ? deaths : deaths.filter((_, n) => n % 3 === 0));

const HERE = { id: 77, attempt: 1, url: `https://github.example/${REPO}/actions/runs/77` };
const WRITES = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
  actions: 'write',
} as const;

const FILES = {
  ...nodePackage("import { add } from '../add.js';\ntest('adds', () => assert.equal(add(1, 2), 3));"),
  'add.js': 'export const add = (a, b) => a - b;\n',
  '.github/crew.yml':
    'sandbox:\n  required: false\nverify:\n  reruns: 0\n  steps:\n    - { name: test, run: node --test }\n',
};
const EDITOR = [
  turn(edit('add.js', 'a - b', 'a + b')),
  turn(answer({ shownBy: [{ file: 'test/little.test.js', test: 'adds' }] })),
];

interface Shop {
  readonly embedded: Embedded;
  readonly clock: QuickClock;
  readonly event: Event;
}

const opened: Embedded[] = [];
const closeAll = () => Promise.all(opened.splice(0).map((embedded) => embedded.close()));
afterEach(closeAll);
afterAll(closeAll);

/** The same repository every time, down to its commits, with a comment that asks. */
async function openShop(words = '/crew fix'): Promise<Shop> {
  const clock = quickClock();
  const embedded = await startGitHub({ dir: await newFolder(), now: clock.now, limits: noLimits });
  opened.push(embedded);
  await embedded.seed({
    users: ['ann', 'maya'],
    repositories: [
      {
        ...{ owner: 'ann', name: 'shop', files: FILES, collaborators: { maya: 'write' }, actionsMayOpenPulls: true },
        issues: [{ title: 'add is wrong', body: 'add(1, 2) in add.js should give 3.', author: 'maya' }],
      },
    ],
  });
  const call = async (method: string, to: string, body?: object) => {
    const headers = { authorization: `token ${embedded.tokenFor({ user: 'maya' })}` };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${embedded.apiUrl}/repos/${REPO}/issues/1${to}`, sent)).json() as Promise<{ user: object }>;
  };
  const comment = await call('POST', '/comments', { body: words });
  const repository = { full_name: REPO, default_branch: 'main' };
  const payload = { action: 'created', issue: await call('GET', ''), comment, repository, sender: comment.user };
  const event = fromAction('issue_comment', payload, { repo: REPO, id: '77', command: '' });
  if (!event) throw new Error('that says nothing to crew');
  return { embedded, clock, event };
}

/** Services of a job that has just begun. */
function services({ embedded, clock }: Shop) {
  const env = readEnv({
    GITHUB_API_URL: embedded.apiUrl,
    GITHUB_GRAPHQL_URL: embedded.graphqlUrl,
    GITHUB_SERVER_URL: 'https://github.example',
  });
  const token = async () => embedded.tokenFor({ workflow: REPO, permissions: WRITES });
  return githubServices({ env, repo: REPO, token, clock, log: () => undefined, here: HERE });
}

const gateOf = (environment: Shop) => gate(environment.event, services(environment));

interface Made {
  readonly run: string;
  readonly brought: WorkOutput;
  readonly jobs: JobResults;
}

const publishOf = (environment: Shop, { run, brought, jobs }: Made) => {
  const own = services(environment);
  return runPublish({ subject: 'issue-1', run, workOutput: brought, jobs, filesOf: (diff) => filesOf(own, diff) }, own);
};

interface Death {
  /** The request at which it dies, counted from 1. */
  readonly at: number;
  /** Before the request reached GitHub, or before its reply came. */
  readonly when: 'before' | 'after';
}

/** A death before and one after each request by which this life changes something. */
async function deathsOf({ embedded }: Shop, live: () => Promise<unknown>): Promise<readonly Death[]> {
  const from = embedded.requests.length;
  await live();
  const requests = embedded.requests.slice(from);
  return requests.flatMap(({ method, path: where }, n): readonly Death[] =>
    method === 'GET' || where.includes('graphql')
      ? []
      : [
          { at: n + 1, when: 'before' },
          { at: n + 1, when: 'after' },
        ],
  );
}

/** A life that ends there: GitHub hears nothing more of it. */
async function dies({ embedded }: Shop, { at, when }: Death, live: () => Promise<unknown>): Promise<void> {
  if (when === 'after') embedded.faults.add({ kind: 'drop', when: 'after', from: at });
  embedded.faults.add({ kind: 'drop', when: 'before', from: when === 'after' ? at + 1 : at, times: 'all' });
  await live().catch(() => undefined);
  embedded.faults.clear();
}

const recordsIn = async (environment: Shop): Promise<readonly RunRecord[]> =>
  (await services(environment).store.read('issue-1')).runs;
const commentsIn = ({ embedded }: Shop) =>
  (embedded.repository(REPO).issues[0]?.comments ?? []).filter(({ author }) => author.kind === 'Bot');
const eyesIn = ({ embedded }: Shop) => embedded.effects.filter(({ kind }) => kind === 'reaction.created').length;

/** The phases work and verify, on folders of their own; what they leave is the same in every shop of the kind. */
async function made(environment: Shop): Promise<Made> {
  const [handled] = await gateOf(environment);
  const { run = '', ref = '' } = handled?.proceed ?? {};
  const [at, temp] = [await newFolder(), await newFolder()];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: at, stdio: 'pipe' });
  git('clone', '--quiet', environment.embedded.repository(REPO).gitDir, 'tree');
  git('-C', 'tree', 'checkout', '--quiet', '--detach', ref);
  await writeFile(path.join(at, 'event.json'), '{}');
  const model = await startModel({
    script: parseScript(
      JSON.stringify({ parts: [{ name: 'editor', when: { system: 'You are the Editor' }, turns: EDITOR }] }),
    ),
  });
  const job = async (phase: 'work' | 'verify', more: Readonly<Record<string, string>>) => {
    const output = path.join(at, `${phase}.output`);
    await writeFile(output, '');
    const env = {
      PATH: process.env.PATH,
      HOME: await newFolder(),
      GITHUB_API_URL: environment.embedded.apiUrl,
      GITHUB_GRAPHQL_URL: environment.embedded.graphqlUrl,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_EVENT_NAME: 'issue_comment',
      GITHUB_EVENT_PATH: path.join(at, 'event.json'),
      GITHUB_REPOSITORY: REPO,
      GITHUB_RUN_ID: '77',
      GITHUB_WORKSPACE: at,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: temp,
      CREW_NOW: new Date(START + 1000).toISOString(),
      CREW_RUN: run,
      CREW_SUBJECT: 'issue-1',
      INPUT_PHASE: phase,
      ...more,
    };
    const said: string[] = [];
    const code = await runAction({ env, out: (text) => said.push(text), err: (text) => said.push(text) });
    if (code !== 0) throw new Error(said.join(''));
    const text = await readFile(output, 'utf8');
    return Object.fromEntries(
      [...text.matchAll(/^(\S+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name, , value]) => [name, value ?? '']),
    );
  };
  const work = await job('work', {
    'INPUT_ANTHROPIC-API-KEY': 'a-key',
    ANTHROPIC_BASE_URL: model.url,
    INPUT_TOKEN: environment.embedded.tokenFor({
      workflow: REPO,
      permissions: { contents: 'read', issues: 'read', pull_requests: 'read' },
    }),
  }).finally(() => model.close());
  git('-C', 'tree', 'reset', '--quiet', '--hard', work.base ?? '');
  git('-C', 'tree', 'clean', '--quiet', '--force', '-d');
  const verify = await job('verify', { CREW_BASE: work.base ?? '', CREW_DIGEST: work.digest ?? '' });
  const left = (file: string) => readFile(path.join(temp, file));
  return {
    run,
    brought: {
      bytes: await left('crew-work/result.json'),
      digest: work.digest,
      journal: (await left('crew-work/journal.jsonl')).toString(),
    },
    jobs: {
      work: 'success',
      verify: { result: 'success', document: await left('crew-verify/verify.json'), digest: verify.digest },
      url: HERE.url,
      actions: HERE,
    },
  };
}

describe('a gate that is killed and heard again', () => {
  it('/crew help: answers once', async () => {
    const first = await openShop('/crew help');
    const deaths = await deathsOf(first, () => gateOf(first));
    expect(deaths.length).toBeGreaterThan(2);
    for (const death of some(deaths)) {
      const environment = await openShop('/crew help');
      await dies(environment, death, () => gateOf(environment));
      await gateOf(environment);
      expect({ death, said: commentsIn(environment).length, eyes: eyesIn(environment) }).toEqual({
        death,
        said: 1,
        eyes: 1,
      });
    }
  }, 300_000);

  it('/crew fix: records one run, shows it in one comment, and goes on', async () => {
    const first = await openShop();
    const deaths = await deathsOf(first, () => gateOf(first));
    expect(deaths.length).toBeGreaterThan(4);
    for (const death of some(deaths)) {
      const environment = await openShop();
      await dies(environment, death, () => gateOf(environment));
      const [handled] = await gateOf(environment);
      const records = await recordsIn(environment);
      expect({ death, runs: records.length, said: commentsIn(environment).length, eyes: eyesIn(environment) }).toEqual({
        ...{ death, runs: 1, said: 1, eyes: 1 },
      });
      expect(handled?.proceed).toMatchObject({ run: records[0]?.run, subject: 'issue-1' });
      expect(records[0]).toMatchObject({ actions: { id: HERE.id } });
    }
  }, 300_000);
});

describe('a gate that is killed, and crew-settle.yml after it', () => {
  /** What crew-settle.yml does after the Actions run failed. */
  async function settle(environment: Shop): Promise<void> {
    const own = services(environment);
    const id = environment.event.kind === 'comment' ? environment.event.comment.id : 0;
    const ended = { id: HERE.id, title: `crew #1 ${id}`, url: HERE.url, isCancelled: false };
    const verify = { result: 'failure', document: null, digest: undefined };
    const jobs: JobResults = { work: 'failure', verify, url: HERE.url, actions: HERE };
    const workOutput = { bytes: null, digest: undefined, journal: null };
    for (const { subject, run } of await settleRuns(ended, own))
      await runPublish({ subject, run, workOutput, jobs, filesOf: async () => [] }, own);
  }

  it('/crew fix: the requester is told once what to do, and a recorded run is ended', async () => {
    const first = await openShop();
    const deaths = await deathsOf(first, () => gateOf(first));
    const recorded = new Set<number>();
    for (const death of some(deaths)) {
      const environment = await openShop();
      await dies(environment, death, () => gateOf(environment));
      await settle(environment);
      await settle(environment);
      const records = await recordsIn(environment);
      recorded.add(records.length);
      const said = commentsIn(environment).map(({ body }) => body);
      const remedies = said.filter((body) => /Ask again\.|\/crew continue/.test(body));
      expect({ death, ends: records.map(({ end }) => end?.outcome), remedies: remedies.length }).toEqual({
        ...{ death, ends: records.map(() => 'infra_error'), remedies: 1 },
      });
      expect(remedies[0]).toContain(records.length === 0 ? 'before it could record anything' : '/crew continue');
      // The notice, and the comment of a recorded run.
      expect({ death, said: said.length }).toEqual({ death, said: 1 + records.length });
    }
    expect([...recorded].sort()).toEqual([0, 1]);
  }, 300_000);
});

describe('publish that is killed and done again', () => {
  let work: Made;
  let deaths: readonly Death[];
  beforeAll(async () => {
    const environment = await openShop();
    work = await made(environment);
    deaths = await deathsOf(environment, () => publishOf(environment, work));
    await expectPublished(environment);
  }, 120_000);

  /** One branch with one commit, one pull request, one check, one notice, and the ending. */
  async function expectPublished(environment: Shop, death?: Death): Promise<void> {
    const { pulls, checks, gitDir } = environment.embedded.repository(REPO);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: gitDir, encoding: 'utf8' }).trim();
    const said = commentsIn(environment).map(({ body }) => body);
    const [record, ...others] = await recordsIn(environment);
    const head = git('rev-parse', 'crew/issue-1');
    const found = {
      commits: git('rev-list', '--count', 'main..crew/issue-1'),
      pulls: pulls.map(({ state }) => state),
      checks: (checks.suites.get(head) ?? [])
        .flatMap(({ runs }) => runs)
        .map(({ name, conclusion }) => [name, conclusion]),
      notices: said.filter((body) => body.startsWith('@maya')).length,
      comments: said.length,
      runs: others.length + 1,
      outcome: record?.end?.outcome,
    };
    expect({ death, ...found }).toEqual({
      death,
      commits: '1',
      pulls: ['open'],
      checks: [['crew/verify', 'success']],
      notices: 1,
      comments: 2,
      runs: 1,
      outcome: 'done',
    });
  }

  it('leaves what an undisturbed one leaves, wherever it died', async () => {
    expect(deaths.length).toBeGreaterThan(12);
    for (const death of some(deaths)) {
      const environment = await openShop();
      await gateOf(environment);
      await dies(environment, death, () => publishOf(environment, work));
      await publishOf(environment, work);
      await expectPublished(environment, death);
    }
  }, 600_000);

  it('by two jobs at once leaves the same', async () => {
    const environment = await openShop();
    await gateOf(environment);
    await Promise.all([publishOf(environment, work), publishOf(environment, work)]);
    const { pulls } = environment.embedded.repository(REPO);
    expect(pulls).toHaveLength(1);
    expect((await recordsIn(environment)).map(({ end }) => end?.outcome)).toEqual(['done']);
  });
});
