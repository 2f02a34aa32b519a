// What a scan costs: every request of the process as GitHub counted it.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type GitHub, noLimits, startGitHub } from 'github-sandbox';
import { appWork } from '../../src/app/app-work.js';
import { appKey, BOARD, PERMISSIONS } from '../../src/app/token.js';
import { facilitate } from '../../src/cli/commands/facilitate.js';
import { readFlags } from '../../src/cli/flags.js';
import type { Report } from '../../src/ports/report.js';
import { gate } from '../../src/runs/gate.js';
import { readEnv } from '../../src/services/env.js';
import { githubServices } from '../../src/services/wire.js';
import { paintFor } from '../../src/view/terminal.js';
import type { FacilitateView } from '../../src/workflows/facilitate/index.js';
import { newFolder } from '../build/folder.js';

let github: GitHub;
let seen = 0;
afterEach(() => github.close());

const REPO = 'acme/app';
const ON_BOARD = 'facilitate:\n  project: 4\n  project-owner: acme\n';
const QUESTION = 'POST /api/graphql graphql';
const AGENT = JSON.stringify({ name: 'mender', description: 'Mends what an issue names', version: '1.0.0' });

/** Four issues of last year on a board. */
async function acme(body = 'Put two in, one is gone.', count = 4) {
  const issues = Array.from({ length: count }, (_, n) => ({
    title: `Part ${n + 1}`,
    body: n === 3 ? `${body}\n\nBlocked by #${n}` : body,
    createdAt: '2025-11-18T12:00:00Z',
  }));
  github = await startGitHub({ dir: await newFolder(), limits: noLimits });
  await github.seed({
    users: ['ann'],
    organizations: ['acme'],
    repositories: [
      {
        owner: 'acme',
        name: 'app',
        files: { 'README.md': '# app\n', '.github/crew.yml': ON_BOARD, '.agent/mender/agent.json': AGENT },
        collaborators: { ann: 'admin' },
        issues,
      },
    ],
    projects: [
      { owner: 'acme', number: 4, title: 'Parts', items: issues.map((_, n) => ({ of: `acme/app#${n + 1}` })) },
    ],
    apps: [{ slug: 'crew', permissions: { ...BOARD, ...PERMISSIONS }, installations: [{ account: 'acme' }] }],
  });
  seen = github.requests.length;
}

const environment = () => ({
  GITHUB_TOKEN: github.tokenFor({ app: 'crew', on: 'acme' }),
  GITHUB_API_URL: github.apiUrl,
  GITHUB_GRAPHQL_URL: github.graphqlUrl,
  GITHUB_SERVER_URL: github.url,
});

/** Requests since the last call. */
function asked(): readonly string[] {
  const since = github.requests.slice(seen);
  seen = github.requests.length;
  return since.map(({ method, path: where, operation }) => `${method} ${where} ${operation ?? ''}`);
}

interface Look {
  readonly report: Report;
  readonly requests: readonly string[];
}

async function looked(look: () => Promise<Report>): Promise<Look> {
  asked();
  const report = await look();
  const requests = asked();
  return { report, requests };
}

/** The first scan, the one that reads what the first one wrote, and one with nothing new. */
async function coldAndWarm(look: () => Promise<Report>) {
  const cold = await looked(look);
  const after = await looked(look);
  const warm = await looked(look);
  expect(warm.report).toMatchObject({ coverage: { missing: [] } });
  expect(warm.report.changes).toEqual({ planned: 0, written: 0, deferred: 0 });
  return { cold, after, warm };
}

async function cloned(): Promise<string> {
  const folder = path.join(await newFolder(), 'app');
  // The server runs in this very process, so waiting must not stop it.
  const run = promisify(execFile);
  await run('git', ['clone', '-q', github.repository(REPO).gitDir, folder]);
  await run('git', ['-C', folder, 'remote', 'set-url', 'origin', `${github.url}/${REPO}.git`]);
  return folder;
}

/** The command line, in this process. */
async function atTerminal(root: string): Promise<Report> {
  const env = readEnv({ ...environment(), CREW_HOME: path.join(await newFolder(), '.crew') });
  const flags = readFlags(['--repo', REPO, '--root', root]).flags;
  const call = {
    flags,
    env,
    lang: 'en' as const,
    words: [],
    options: {},
    paint: paintFor(false),
    markdown: String,
    input: async () => '',
    log: () => undefined,
  };
  return (await facilitate(call)).json as Report;
}

/** A step of the Action without a clone. */
async function inStep(): Promise<Report> {
  const { GITHUB_TOKEN: token, ...env } = environment();
  const services = githubServices({ env: readEnv(env), repo: REPO, token: async () => token });
  const [ended] = await gate({ kind: 'scheduled', key: 'look', repo: REPO, command: 'facilitate' }, services);
  const shown = ended?.outcome?.shows as FacilitateView | undefined;
  if (!shown) throw new Error('no report');
  return shown.report;
}

/** The App, the same process from one event to the next. */
async function inApp(): Promise<() => Promise<Report>> {
  const { id, privateKey } = github.app('crew');
  const own = { APP_ID: String(id), PRIVATE_KEY: privateKey, WEBHOOK_SECRET: 'a secret of this test' };
  const env = readEnv({ ...environment(), ...own });
  const work = appWork(env, { key: appKey(env), home: await newFolder() });
  const [installation = 0] = github.state.installations.keys();
  const at = { installation, repository: github.repository(REPO).id };
  return async () => {
    await work.scan({ repo: REPO, installation: at, by: [] });
    const kept = await work.reports.find(REPO);
    if (!kept) throw new Error('the report was not kept');
    return kept.report;
  };
}

const reads = (requests: readonly string[]) => requests.filter((each) => /graphql|contents|access_tokens/.test(each));

describe('a scan of a board to which nothing happened', () => {
  it('takes a handful of requests at a terminal with a clone beside it, and the report counts them', async () => {
    await acme();
    const root = await cloned();
    const { cold, warm } = await coldAndWarm(() => atTerminal(root));
    expect(reads(cold.requests).length).toBeLessThanOrEqual(12);
    expect(warm.requests.every((each) => each === QUESTION)).toBe(true);
    expect(warm.requests.length).toBeLessThanOrEqual(5);
    // A try that broke off before it got to GitHub counts as well.
    expect(warm.report.cost.requests).toBeGreaterThanOrEqual(warm.requests.length);
    expect(warm.report.cost.requests).toBeLessThanOrEqual(warm.requests.length + 1);
  });

  it('takes as few in a step without a clone, agents and all', async () => {
    await acme();
    const { warm } = await coldAndWarm(inStep);
    // A scheduled scan also lists the records of runs, to end those that waited too long.
    expect(warm.requests.filter((each) => each !== QUESTION)).toEqual([
      expect.stringContaining('matching-refs/crew%2Fsubjects'),
    ]);
    expect(warm.requests.length).toBeLessThanOrEqual(6);
    expect(warm.report.completion).toMatchObject({ registry: true });
  });

  it('is counted in the App as well, whose tokens are counted when they are minted', async () => {
    await acme();
    const { cold, warm } = await coldAndWarm(await inApp());
    const minted = cold.requests.filter((each) => each.includes('access_tokens'));
    expect(minted).toHaveLength(2);
    // The report is written before the record of the scan, which takes three requests.
    expect(cold.report.cost.requests).toBeGreaterThanOrEqual(cold.requests.length - 3);
    expect(warm.requests.length).toBeLessThanOrEqual(10);
  }, 60_000);
});
