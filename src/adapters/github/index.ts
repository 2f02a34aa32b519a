// Opens crew's GitHub ports (src/ports) for one repository and one identity: one client, one file for each port, and the readers of the
// board. src/services calls it for all entry points.

import type { ScanRecords, SnapshotQuery, SnapshotReader } from '../../ports/board.js';
import type { ApiUsage, GitHub, Identity, OwnIssue, OwnIssues, People, Permission, Repo } from '../../ports/index.js';
import { githubActions } from './actions.js';
import type { RunReader } from './board/runs.js';
import { SCAN_RECORD, scanRecordsIn } from './board/scan-records.js';
import { githubBranches } from './branches.js';
import { githubChecks } from './checks.js';
import { githubCi, type OwnChecks } from './ci/index.js';
import {
  type Client,
  type ClientOptions,
  cacheSuccess,
  createClient,
  type RepositoryName,
  statusOf,
} from './client.js';
import { githubLabels } from './labels.js';
import { createPrefetch, type Expected, type Prefetch } from './prefetch.js';
import { githubPulls } from './pulls.js';
import { githubRefs } from './refs.js';
import { githubRepository } from './repository.js';
import { githubReviews } from './reviews.js';
import { githubThread, identityOf } from './thread.js';

const VIEWER_QUERY = 'query crewViewer { viewer { login databaseId } rateLimit { cost } }';

const PERMISSIONS: readonly Permission[] = ['admin', 'write', 'read'];

/** People and permissions, always from the API: what a webhook says about permissions may be out of date. */
export function githubPeople(client: Client, repository: RepositoryName, prefetch?: Prefetch): People {
  const me = cacheSuccess<Identity>(async () => {
    const prefetched = await prefetch?.me();
    if (prefetched) return prefetched;
    const { viewer } = await client.graphql<{ viewer: { login: string; databaseId: number | null } }>(VIEWER_QUERY);
    return { login: viewer.login, id: viewer.databaseId ?? 0 };
  });
  return {
    me,
    async permission(login) {
      try {
        const { data } = await client.rest.repos.getCollaboratorPermissionLevel({ ...repository, username: login });
        return PERMISSIONS.find((each) => each === data.permission) ?? 'none';
      } catch (error) {
        if (statusOf(error) === 404) return 'none';
        throw error;
      }
    },
  };
}

interface RawIssue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly state: string;
  readonly html_url: string;
  readonly user: { readonly login: string; readonly id: number } | null;
  readonly pull_request?: unknown;
}

const issueOf = ({ id, number, title, body, state, html_url, user }: RawIssue): OwnIssue => ({
  id,
  number,
  title,
  body: body ?? '',
  open: state === 'open',
  url: html_url,
  author: identityOf(user),
});

/** Issues that crew opened. */
function githubOwnIssues({ rest, paginate }: Client, repository: RepositoryName): OwnIssues {
  return {
    async listByAuthor(login) {
      const parameters = {
        ...repository,
        creator: login,
        state: 'all' as const,
        sort: 'created' as const,
        direction: 'asc' as const,
      };
      const issues: readonly RawIssue[] = await paginate(rest.issues.listForRepo, { ...parameters, per_page: 100 });
      return issues.filter((each) => each.pull_request === undefined).map(issueOf);
    },
    create: async (issue) => issueOf((await rest.issues.create({ ...repository, ...issue })).data),
    async update(number, issue) {
      await rest.issues.update({ ...repository, issue_number: number, ...issue });
    },
    async subIssues(parent) {
      const issues = await paginate(rest.issues.listSubIssues, {
        ...repository,
        issue_number: parent,
        per_page: 100,
      });
      return issues.map(({ number }) => number);
    },
    async addSubIssue(parent, id) {
      await rest.issues.addSubIssue({ ...repository, issue_number: parent, sub_issue_id: id });
    },
    async close(number) {
      await rest.issues.update({
        ...repository,
        issue_number: number,
        state: 'closed',
        state_reason: 'not_planned',
      });
    },
  };
}

export interface SnapshotReaderOptions {
  /** The client options with the board's token, if boards have another token. */
  readonly board?: ClientOptions | undefined;
  /** Parses the record of a run. */
  readonly runs: RunReader;
  /** GitHub's host. */
  readonly host: string;
}

/** The ports of one repository. */
export interface OpenedGitHub {
  readonly github: GitHub;
  /** Reads the board. Its requests are counted in `spent`, also those with the board's own token. */
  readonly snapshotReader: (options: SnapshotReaderOptions) => SnapshotReader;
  /** Reads and replaces the record of the last scan. It is redacted before it is written. */
  readonly scanRecords: (redact: (text: string) => string) => ScanRecords;
}

/** What the first request reads in addition to the viewer and the record of the last scan. */
export type PrefetchedParts = Omit<Expected, 'refFile'>;

export interface GitHubOptions extends ClientOptions {
  /** Checks and workflow files to ignore when the repository's checks are read. Default: crew's own. */
  readonly own?: OwnChecks | undefined;
}

/** crew's own checks and workflow files. */
const OWN_CHECKS: OwnChecks = {
  checks: ['crew/verify'],
  workflows: ['crew', 'crew-verify', 'crew-settle', 'facilitate'].map((file) => `.github/workflows/${file}.yml`),
};

/** Opens the ports of one repository for one identity, and the readers of its board. */
export function openGitHub(name: Repo, options: GitHubOptions, expecting?: PrefetchedParts): OpenedGitHub {
  const repositoryName = repositoryNameOf(name);
  const client = createClient(options);
  const clients = [client];
  const prefetch = expecting && createPrefetch(client, repositoryName, { refFile: SCAN_RECORD, ...expecting });
  const repository = githubRepository(client, repositoryName, prefetch);
  const { defaultBranch } = repository;
  const people = githubPeople(client, repositoryName, prefetch);
  const peopleOf = (repo: Repo) => (repo === name ? people : githubPeople(client, repositoryNameOf(repo)));
  const refs = githubRefs(client, repositoryName, prefetch);
  const github: GitHub = {
    thread: githubThread(client, repositoryName),
    issues: githubOwnIssues(client, repositoryName),
    people,
    labels: githubLabels({ client, clock: options.clock }),
    refs,
    actions: githubActions(client, { ...repositoryName, defaultBranch }),
    repository,
    branches: githubBranches(client, repositoryName),
    pulls: githubPulls(client, { ...repositoryName, defaultBranch }),
    reviews: githubReviews(client, repositoryName),
    ci: githubCi(client, { ...repositoryName, own: options.own ?? OWN_CHECKS }),
    checks: githubChecks(client, { ...repositoryName, me: people.me }),
    spent: () => sumOf(clients),
  };
  const snapshotReader = ({ board, runs, host }: SnapshotReaderOptions) => {
    const boardClient = board && createClient(board);
    if (boardClient) clients.push(boardClient);
    const boardOptions = { home: client, board: boardClient, people: peopleOf, refs, clock: options.clock, runs, host };
    // Loaded when a board is scanned: most processes do not scan one.
    const reader = cacheSuccess(async () => (await import('./board/read-board.js')).githubBoard(boardOptions));
    return { read: async (query: SnapshotQuery) => (await reader()).read(query) };
  };
  const scanRecords = (redact: (text: string) => string) =>
    scanRecordsIn({ client, refs, repository: repositoryName, redact });
  return { github, snapshotReader, scanRecords };
}

function repositoryNameOf(name: Repo): RepositoryName {
  const [owner = '', repo = ''] = name.split('/');
  return { owner, repo };
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
