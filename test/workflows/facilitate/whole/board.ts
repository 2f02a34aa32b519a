// A board on the embedded GitHub, and crew scanning it through the gate, as the Action and the command line do.
import { afterAll } from '@jest/globals';
import {
  type Effect,
  type GitHub as Embedded,
  noLimits,
  type Permissions,
  type Seed,
  startGitHub,
} from 'github-sandbox';
import type { Event } from '../../../../src/ports/event.js';
import type { Clock } from '../../../../src/ports/index.js';
import type { Report } from '../../../../src/ports/report.js';
import type { Outcome } from '../../../../src/ports/run.js';
import { gate } from '../../../../src/runs/gate.js';
import type { BoardScope } from '../../../../src/services/board-reader.js';
import { readEnv } from '../../../../src/services/env.js';
import { type GitHubServices, githubServices } from '../../../../src/services/wire.js';
import type { FacilitateView } from '../../../../src/workflows/facilitate/index.js';
import { type QuickClock, quickClock, START } from '../../../build/clock.js';
import { newFolder } from '../../../build/folder.js';

export const REPO = 'acme/app';
export const ME = 'crew[bot]';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** ISO time so many days before the clock of the tests starts. */
export const ago = (days: number): string => new Date(START - days * DAY).toISOString().replace('.000Z', 'Z');

/** The permissions of crew's App. */
export const GRANTED: Permissions = {
  metadata: 'read',
  contents: 'write',
  issues: 'write',
  pull_requests: 'read',
  checks: 'read',
  statuses: 'read',
  organization_projects: 'read',
};

export type RepositorySeed = NonNullable<Seed['repositories']>[number];
export type IssueSeed = NonNullable<RepositorySeed['issues']>[number];
export type PullSeed = NonNullable<RepositorySeed['pulls']>[number];

export interface Asked {
  readonly aim?: BoardScope;
  readonly dryRun?: boolean;
  readonly comments?: string;
  readonly event?: Event;
  readonly worker?: Worker;
  /** A token with less than crew's App has. */
  readonly permissions?: Permissions;
}

/** A process that scans. */
export interface Worker {
  /** Awaited before every request. */
  readonly before?: () => Promise<void>;
  readonly clock?: Clock;
}

export interface Seen {
  readonly outcome: Outcome;
  readonly report: Report;
  readonly shown: FacilitateView;
}

export interface Board {
  readonly embedded: Embedded;
  readonly clock: QuickClock;
  /** One scan by a new process, which has nothing but what is on GitHub. */
  readonly look: (asked?: Asked) => Promise<Seen>;
  /** The outcome of a scan that may have no report. */
  readonly ends: (asked?: Asked) => Promise<Outcome>;
  readonly stands: () => Standing;
  /** Effects since the last call. */
  readonly happened: () => readonly Effect[];
  /** Requests since the last call. */
  readonly requested: () => number;
}

/** The labels of every issue, and crew's comments there. */
export type Standing = Readonly<
  Record<string, { readonly labels: readonly string[]; readonly says: readonly string[] }>
>;

const opened: Embedded[] = [];
afterAll(() => Promise.all(opened.splice(0).map((embedded) => embedded.close())));

/** Closes a board before the end of the file, in files that open very many. */
export async function closeBoard({ embedded }: Board): Promise<void> {
  opened.splice(opened.indexOf(embedded), 1);
  await embedded.close();
}

/** Opens acme/app with crew's App installed. */
export async function openBoard(seed: Partial<RepositorySeed>, more: Seed = {}, now = START): Promise<Board> {
  const clock = quickClock(now);
  const embedded = await startGitHub({ dir: await newFolder(), now: clock.now, limits: noLimits });
  opened.push(embedded);
  const { organizations = [], repositories = [], ...rest } = more;
  await embedded.seed({
    ...rest,
    organizations: ['acme', ...organizations],
    apps: [{ slug: 'crew', permissions: GRANTED, installations: [{ account: 'acme' }] }],
    repositories: [
      ...repositories,
      {
        owner: 'acme',
        name: 'app',
        createdAt: ago(1000),
        collaborators: { maya: 'write', noah: 'admin' },
        ...seed,
      },
    ],
  });
  clock.pass(MINUTE);
  return boardOn(embedded, clock);
}

function boardOn(embedded: Embedded, clock: QuickClock): Board {
  let effects = embedded.effects.length;
  let requests = embedded.requests.length;
  const travel = async (asked: Asked): Promise<Outcome> => {
    const event = asked.event ?? {
      kind: 'typed',
      key: `typed-${clock.now()}`,
      repo: REPO,
      issue: undefined,
      words: ['facilitate'],
    };
    const [ended] = await gate(event, servicesOn(embedded, clock, asked));
    if (!ended?.outcome) throw new Error('the command was not handled');
    return ended.outcome;
  };
  return {
    embedded,
    clock,
    ends: (asked = {}) => travel(asked),
    async look(asked = {}) {
      const outcome = await travel(asked);
      const shown = outcome.shows as FacilitateView | undefined;
      if (!shown) throw new Error(`no report: ${outcome.name} ${outcome.says}`);
      return { outcome, shown, report: shown.report };
    },
    stands: () => ownCommentOn(embedded),
    happened() {
      const since = embedded.effects.slice(effects);
      effects = embedded.effects.length;
      return since;
    },
    requested() {
      const since = embedded.requests.length - requests;
      requests = embedded.requests.length;
      return since;
    },
  };
}

/** Services of a new process: nothing is left of an earlier one but what it wrote to GitHub. */
function servicesOn(
  embedded: Embedded,
  quick: Clock,
  { worker, permissions, aim, dryRun, comments }: Asked,
): GitHubServices {
  const mint = () =>
    embedded.tokenFor({ app: 'crew', on: 'acme', ...(permissions === undefined ? {} : { permissions }) });
  let token = mint();
  return githubServices({
    env: readEnv({
      GITHUB_API_URL: embedded.apiUrl,
      GITHUB_GRAPHQL_URL: embedded.graphqlUrl,
      GITHUB_SERVER_URL: embedded.url,
    }),
    repo: REPO,
    token: async (fresh) => {
      await worker?.before?.();
      if (fresh) token = mint();
      return token;
    },
    clock: worker?.clock ?? quick,
    log: () => undefined,
    ...{ boardScope: aim, dryRun, comments },
  });
}

function ownCommentOn(embedded: Embedded): Standing {
  const repositories = [...embedded.state.repositories.values()];
  const issues = repositories.flatMap((repository) => repository.issues.map((issue) => ({ repository, issue })));
  return Object.fromEntries(
    issues.map(({ repository, issue }) => [
      `${repository.owner.login}/${repository.name}#${issue.number}`,
      {
        labels: issue.labels.map(({ name }) => name).sort(),
        says: issue.comments.filter(({ author }) => author.login === ME).map(({ body }) => body),
      },
    ]),
  );
}

/** Comments, labels and label definitions; the rest is crew's own record in its refs. */
export const isContent = ({ kind }: Effect): boolean => !kind.startsWith('ref.');

/** An issue by its number. */
export const of = (report: Report, issue: number | string) => {
  const found = report.assessments.find((each) => each.issue === issue);
  if (!found) throw new Error(`#${issue} is not in the report`);
  return found;
};

/** State and rule of every issue. */
export const judgedIn = ({ assessments }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(assessments.map(({ issue, state, rule }) => [String(issue), `${state} ${rule}`]));
