// Implements crew's GitHub ports. One client; one file per port.

import type { ScanRecords, SnapshotQuery, SnapshotReader } from '../../ports/board.js';
import type { ApiUsage, GitHub, Identity, OwnIssue, OwnIssues, People, Permission, Repo } from '../../ports/index.js';
import { githubActions } from './actions.js';
import type { RunReader } from './board/runs.js';
import { SCAN_RECORD, scanRecordsIn } from './board/scan-records.js';
import { githubBranches } from './branches.js';
import { githubChecks } from './checks.js';
import { githubCi, type OwnChecks } from './ci/index.js';
import { type Client, type ClientOptions, cacheSuccess, createClient, statusOf } from './client.js';
import { githubLabels } from './labels.js';
import { createPrefetch, type Expected, type Prefetch } from './prefetch.js';
import { githubPulls } from './pulls.js';
import { githubRefs } from './refs.js';
import { githubRepository } from './repository.js';
import { githubReviews } from './reviews.js';
import { githubThread, identityOf } from './thread.js';

const ME = 'query crewViewer { viewer { login databaseId } rateLimit { cost } }';

const permissions: readonly Permission[] = ['admin', 'write', 'read'];

/** People and permissions from the API. What a webhook says about permissions is not used. */
export function githubPeople(client: Client, repository: { owner: string; repo: string }, prefetch?: Prefetch): People {
  const me = cacheSuccess<Identity>(async () => {
    const known = await prefetch?.me();
    if (known) return known;
    const { viewer } = await client.graphql<{ viewer: { login: string; databaseId: number | null } }>(ME);
    return { login: viewer.login, id: viewer.databaseId ?? 0 };
  });
  return {
    me,
    async permission(login) {
      try {
        const { data } = await client.rest.repos.getCollaboratorPermissionLevel({ ...repository, username: login });
        return permissions.find((each) => each === data.permission) ?? 'none';
      } catch (error) {
        if (statusOf(error) === 404) return 'none';
        throw error;
      }
    },
  };
}

interface Raw {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly state: string;
  readonly html_url: string;
  readonly user: { readonly login: string; readonly id: number } | null;
  readonly pull_request?: unknown;
}

const issueOf = ({ id, number, title, body, state, html_url, user }: Raw): OwnIssue => ({
  id,
  number,
  title,
  body: body ?? '',
  open: state === 'open',
  url: html_url,
  author: identityOf(user),
});

/** Issues that crew opened. */
function githubOwnIssues({ rest, paginate }: Client, repository: { owner: string; repo: string }): OwnIssues {
  return {
    async listByAuthor(login) {
      const ask = {
        ...repository,
        creator: login,
        state: 'all' as const,
        sort: 'created' as const,
        direction: 'asc' as const,
      };
      const found: readonly Raw[] = await paginate(rest.issues.listForRepo, { ...ask, per_page: 100 });
      return found.filter((each) => each.pull_request === undefined).map(issueOf);
    },
    create: async (issue) => issueOf((await rest.issues.create({ ...repository, ...issue })).data),
    async update(number, issue) {
      await rest.issues.update({ ...repository, issue_number: number, ...issue });
    },
    async subIssues(parent) {
      const found = await paginate(rest.issues.listSubIssues, { ...repository, issue_number: parent, per_page: 100 });
      return found.map(({ number }) => number);
    },
    async addSubIssue(parent, id) {
      await rest.issues.addSubIssue({ ...repository, issue_number: parent, sub_issue_id: id });
    },
    async close(number) {
      await rest.issues.update({ ...repository, issue_number: number, state: 'closed', state_reason: 'not_planned' });
    },
  };
}

export interface SnapshotReaderOptions {
  /** The token for boards, if it is another one. */
  readonly board?: ClientOptions | undefined;
  readonly runs: RunReader;
  readonly host: string;
}

/** The ports of one repository. */
export interface OpenedGitHub {
  readonly github: GitHub;
  /** Reads the board; its cost is included in `spent`, also with another token. */
  readonly snapshotReader: (options: SnapshotReaderOptions) => SnapshotReader;
  /** The record of the last scan; redacted before it is written. */
  readonly scanRecords: (redact: (text: string) => string) => ScanRecords;
}

/** What the first request reads besides the viewer and the last record. */
export type PrefetchedParts = Omit<Expected, 'refFile'>;

export interface GitHubOptions extends ClientOptions {
  /** Checks and workflow files to ignore when the repository's checks are read. Default: crew's own. */
  readonly own?: OwnChecks | undefined;
}

const OWN_CHECKS: OwnChecks = {
  checks: ['crew/verify'],
  workflows: ['crew', 'crew-verify', 'crew-settle', 'facilitate'].map((file) => `.github/workflows/${file}.yml`),
};

/** Opens the ports of one repository for one identity, and the readers of its board. */
export function openGitHub(name: Repo, options: GitHubOptions, expecting?: PrefetchedParts): OpenedGitHub {
  const [owner = '', repo = ''] = name.split('/');
  const at = { owner, repo };
  const client = createClient(options);
  const clients = [client];
  const prefetch = expecting && createPrefetch(client, at, { refFile: SCAN_RECORD, ...expecting });
  const repository = githubRepository(client, at, prefetch);
  const people = githubPeople(client, at, prefetch);
  const peopleOf = (full: Repo) => {
    const [owner = '', repo = ''] = full.split('/');
    return full === name ? people : githubPeople(client, { owner, repo });
  };
  const refs = githubRefs(client, at, prefetch);
  const github: GitHub = {
    thread: githubThread(client, at),
    issues: githubOwnIssues(client, at),
    people,
    labels: githubLabels({ client, clock: options.clock }),
    refs,
    actions: githubActions(client, { ...at, defaultBranch: repository.defaultBranch }),
    repository,
    branches: githubBranches(client, at),
    pulls: githubPulls(client, { ...at, defaultBranch: repository.defaultBranch }),
    reviews: githubReviews(client, at),
    ci: githubCi(client, { ...at, own: options.own ?? OWN_CHECKS }),
    checks: githubChecks(client, { ...at, me: people.me }),
    spent: () => sumOf(clients),
  };
  const snapshotReader = ({ board, runs, host }: SnapshotReaderOptions) => {
    const boardClient = board && createClient(board);
    if (boardClient) clients.push(boardClient);
    const of = { home: client, board: boardClient, people: peopleOf, refs, clock: options.clock, runs, host };
    // Loaded when a board is scanned: most processes do not scan one.
    const reader = cacheSuccess(async () => (await import('./board/read-board.js')).githubBoard(of));
    return { read: async (query: SnapshotQuery) => (await reader()).read(query) };
  };
  const scanRecords = (redact: (text: string) => string) => scanRecordsIn({ client, refs, at, redact });
  return { github, snapshotReader, scanRecords };
}

/** The sum of all clients' requests. */
const sumOf = (clients: readonly Client[]): ApiUsage =>
  clients
    .map(({ spent }) => spent())
    .reduce((sum, each) => ({
      requests: sum.requests + each.requests,
      graphqlPoints: sum.graphqlPoints + each.graphqlPoints,
    }));

/** The ports of one repository for one identity. */
export const createGitHub = (name: Repo, options: GitHubOptions): GitHub => openGitHub(name, options).github;
