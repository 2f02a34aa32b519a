// An embedded GitHub with a board on it, and somebody who looks at it.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { type GitHub as Embedded, noLimits, type Seed, startGitHub } from 'github-sandbox';
import { githubBoard } from '../../../src/adapters/github/board/read-board.js';
import { scanRecordsIn } from '../../../src/adapters/github/board/scan-records.js';
import { type Client, createClient } from '../../../src/adapters/github/client.js';
import { githubPeople } from '../../../src/adapters/github/index.js';
import { githubRefs } from '../../../src/adapters/github/refs.js';
import type { ScanRecords, SnapshotQuery, SnapshotRead } from '../../../src/ports/board.js';
import { readRuns } from '../../../src/services/board-reader.js';
import { type QuickClock, quickClock } from '../../build/clock.js';
import { newFolder } from '../../build/folder.js';

export const REPO = 'acme/app';
export const NOW = '2026-11-18T12:00:00Z';

const opened: Embedded[] = [];
afterAll(() => Promise.all(opened.splice(0).map((embedded) => embedded.close())));

/** A person by login, or an App. */
type Holder = string | { readonly app: string; readonly on: string };

export interface Around {
  readonly embedded: Embedded;
  readonly clock: QuickClock;
  readonly client: Client;
  readonly look: (ask?: Partial<SnapshotQuery>, as?: Holder) => Promise<SnapshotRead>;
  readonly records: (redact?: (text: string) => string) => ScanRecords;
  readonly refs: ReturnType<typeof githubRefs>;
  /** Requests and points since the last time this was asked. */
  readonly spent: () => { requests: number; points: number };
  /** A full clone, as somebody has it beside them. */
  readonly clone: () => Promise<string>;
}

type Repository = NonNullable<Seed['repositories']>[number];

function peopleOf(client: Client, full: string) {
  const [owner = '', repo = ''] = full.split('/');
  return githubPeople(client, { owner, repo });
}

/** Opens a GitHub with acme/app on it, seen by one who may write there. */
export async function openField(seed: Partial<Repository> = {}, more: Seed = {}, now = NOW): Promise<Around> {
  const clock = quickClock(Date.parse(now));
  // A newer schema may be named, to hold every question against it.
  const { CREW_GITHUB_SCHEMA: schemaFile } = process.env;
  const embedded = await startGitHub({
    dir: await newFolder(),
    now: clock.now,
    limits: noLimits,
    ...(schemaFile === undefined ? {} : { schemaFile }),
  });
  opened.push(embedded);
  const { organizations = [], repositories = [], ...rest } = more;
  await embedded.seed({
    ...rest,
    organizations: ['acme', ...organizations],
    repositories: [
      ...repositories,
      {
        owner: 'acme',
        name: 'app',
        createdAt: '2024-01-01T00:00:00Z',
        collaborators: { maya: 'write', noah: 'admin', eyes: 'write' },
        ...seed,
      },
    ],
  });
  const clientOf = (holder: Holder) =>
    createClient({
      apiUrl: embedded.apiUrl,
      graphqlUrl: embedded.graphqlUrl,
      token: async () => embedded.tokenFor(typeof holder === 'string' ? { user: holder } : holder),
      clock,
      log: () => undefined,
    });
  const client = clientOf('eyes');
  const at = { owner: 'acme', repo: 'app' };
  const refs = githubRefs(client, at);
  let before = { requests: 0, graphqlPoints: 0 };
  return {
    embedded,
    clock,
    client,
    refs,
    look(ask = {}, as) {
      const home = as === undefined ? client : clientOf(as);
      const runs = (subject: string, text: string) => readRuns({ subject, text, now: clock.now() });
      const reader = githubBoard({ home, people: (repo) => peopleOf(home, repo), refs, clock, runs });
      return reader.read({ repo: REPO, now: new Date(clock.now()).toISOString().replace('.000Z', 'Z'), ...ask });
    },
    records: (redact = (text) => text) => scanRecordsIn({ client, refs, repository: at, redact }),
    spent() {
      const now = client.spent();
      const since = {
        requests: now.requests - before.requests,
        points: now.graphqlPoints - before.graphqlPoints,
      };
      before = now;
      return since;
    },
    async clone() {
      const folder = path.join(await newFolder(), 'app');
      execFileSync('git', ['clone', '-q', embedded.repository(REPO).gitDir, folder]);
      return folder;
    },
  };
}
