// What a look costs, with every request of the process counted: as GitHub saw them, not as crew says.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as passes } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { appWork } from '../../src/main/app-work.js';
import { facilitate } from '../../src/main/desk/facilitate.js';
import { readEnv } from '../../src/main/env.js';
import { appKey, BOARD, PERMISSIONS } from '../../src/main/token.js';
import { hubCrew } from '../../src/main/wire.js';
import type { Report } from '../../src/report.js';
import { road } from '../../src/road.js';
import type { Shown } from '../../src/workflows/facilitate/index.js';
import { type EmbeddedGitHub, startEmbeddedGitHub } from '../build/embedded-github.js';
import { newFolder } from '../build/folder.js';

let github: EmbeddedGitHub;
let seen = 0;
afterEach(() => github.close());

const REPO = 'acme/app';
const ON_BOARD = 'facilitate:\n  project: 4\n  project-owner: acme\n';
const AGENT = JSON.stringify({ name: 'mender', description: 'Mends what an issue names', version: '1.0.0' });

/** Forty issues of last year on a board; so large a text in each of them that the last look does not fit into an answer. */
async function acme(config = ON_BOARD, body = 'Put two in, one is gone.') {
  const issues = Array.from({ length: 40 }, (_, n) => ({
    title: `Part ${n + 1}`,
    body: n % 10 === 9 ? `${body}\n\nBlocked by #${n}` : body,
    createdAt: '2025-11-18T12:00:00Z',
  }));
  github = await startEmbeddedGitHub({
    seed: {
      users: ['ann'],
      organizations: ['acme'],
      repositories: [
        {
          owner: 'acme',
          name: 'app',
          files: { 'README.md': '# app\n', '.github/crew.yml': config, '.agent/mender/agent.json': AGENT },
          collaborators: { ann: 'admin' },
          issues,
        },
      ],
      projects: [{ owner: 'acme', number: 4, title: 'Parts', items: issues.map((_, n) => ({ of: `acme/app#${n + 1}` })) }],
      apps: [{ slug: 'crew', permissions: { ...BOARD, ...PERMISSIONS }, installations: [{ account: 'acme' }] }],
    },
  });
  seen = github.requests.length;
}

const environment = () => ({
  GITHUB_TOKEN: github.tokenFor({ app: 'crew', on: 'acme' }),
  GITHUB_API_URL: github.apiUrl,
  GITHUB_GRAPHQL_URL: github.graphqlUrl,
  GITHUB_SERVER_URL: github.url,
});

/** Whatever GitHub was asked since the last time. */
function asked(): readonly string[] {
  const since = github.requests.slice(seen);
  seen = github.requests.length;
  return since.map(({ method, path: where, operation }) => `${method} ${where} ${operation ?? ''}`);
}

interface Look {
  readonly report: Report;
  readonly requests: readonly string[];
}

/** What moved in the second of a look is read again by the next one. */
const aMomentLater = () => passes(2100);

async function looked(look: () => Promise<Report>): Promise<Look> {
  asked();
  const report = await look();
  const requests = asked();
  await aMomentLater();
  return { report, requests };
}

/** The first look, the one that sees what the first one wrote, and one to which nothing happened. */
async function coldAndWarm(look: () => Promise<Report>) {
  const cold = await looked(look);
  const after = await looked(look);
  const warm = await looked(look);
  expect(warm.report).toMatchObject({ complete: true, coverage: { issues: 40, seen: 40, missing: [] } });
  expect(warm.report.changes).toEqual({ planned: 0, written: 0, deferred: 0 });
  return { cold, after, warm };
}

async function cloned(): Promise<string> {
  const folder = path.join(await newFolder(), 'app');
  // The server runs in this very process, so waiting must not stop it.
  await promisify(execFile)('git', ['clone', '-q', github.repository(REPO).gitDir, folder]);
  return folder;
}

/** The command line, in this process. */
async function atTerminal(root: string): Promise<Report> {
  const env = readEnv({ ...environment(), CREW_HOME: path.join(root, '.crew') });
  const { json } = await facilitate({
    flags: { root, repo: REPO, lang: 'en', json: true, dryRun: false } as Parameters<typeof facilitate>[0]['flags'],
    words: [],
    env,
    paint: ((text: string) => text) as unknown as Parameters<typeof facilitate>[0]['paint'],
    input: async () => '',
    tell: () => undefined,
  });
  return json as Report;
}

describe('probe', () => {
  for (const withClone of [true, false]) {
    it(`step ${withClone}`, async () => {
      await acme();
      const clone = withClone ? await cloned() : undefined;
      let n = 0;
      const { cold, after, warm } = await coldAndWarm(async () => {
        const crew = hubCrew({
          env: readEnv(environment()), door: 'step', repo: REPO, token: async () => environment().GITHUB_TOKEN, store: memoryStore(),
          aim: { clone },
        });
        n += 1;
        const [ended] = await road({ kind: 'scheduled', key: `k${n}`, repo: REPO, command: 'facilitate' }, crew);
        return (ended?.outcome?.shows as Shown).report;
      });
      console.log(JSON.stringify([withClone, cold, after, warm].map((l: any) => l.requests ? [l.report.cost, l.requests.filter((x: string) => !/POST .*(labels|comments)/.test(x))] : l), null, 1));
    }, 60_000);
  }
  it('app', async () => {
    await acme();
    const { id, privateKey } = github.app('crew');
    const env = readEnv({ ...environment(), APP_ID: String(id), PRIVATE_KEY: privateKey, WEBHOOK_SECRET: 'a secret of this test' });
    const work = appWork(env, { key: appKey(env), store: memoryStore(), home: await newFolder() });
    const [installation] = github.state.installations.keys();
    const at = { installation: installation ?? 0, repository: github.repository(REPO).id };
    const { cold, after, warm } = await coldAndWarm(async () => {
      await work.look({ repo: REPO, at, by: [] });
      const kept = await work.reports.find(REPO);
      if (!kept) throw new Error('none');
      return kept.report;
    });
    console.log(JSON.stringify([cold, after, warm].map((l: any) => [l.report.cost, l.requests.filter((x: string) => !/POST .*(labels|comments)/.test(x))]), null, 1));
  }, 60_000);
});
