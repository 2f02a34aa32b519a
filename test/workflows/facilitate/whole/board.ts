// A board on the embedded GitHub, and crew who looks at it: the whole road, with nothing left out but the waiting.
import { afterAll } from '@jest/globals';
import {
  type Effect,
  type GitHub as Embedded,
  noLimits,
  type Permissions,
  type Seed,
  startGitHub,
} from 'github-sandbox';
import { memoryStore, memoryStore } from '../../../../src/adapters/store/memory.js';
import type { Crew, Crew } from '../../../../src/core/crew.js';
import type { Outcome, Outcome } from '../../../../src/core/outcome.js';
import type { Event, Event } from '../../../../src/event.js';
import type { Aim } from '../../../../src/main/board-reader.js';
import type { Clock, Clock, Store, Store } from '../../../../src/ports.js';
import type { Report, Report } from '../../../../src/report.js';
import { road, road } from '../../../../src/road.js';
import { readEnv, readEnv } from '../../../../src/services/env.js';
import type { Aim } from '../../../../src/services/field-desk.js';
import { hubCrew, hubCrew } from '../../../../src/services/wire.js';
import type { Shown } from '../../../../src/workflows/facilitate/index.js';
import { type QuickClock, quickClock, START } from '../../../build/clock.js';
import { newFolder } from '../../../build/folder.js';

export const REPO = 'acme/app';
export const ME = 'crew[bot]';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** As the tests' stories tell it: so many days before they begin. */
export const ago = (days: number): string => new Date(START - days * DAY).toISOString().replace('.000Z', 'Z');

/** What an App of crew's asks for. */
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
  readonly aim?: Aim;
  readonly dryRun?: boolean;
  readonly comments?: string;
  readonly event?: Event;
  /** Another life, with what is to happen to it. */
  readonly worker?: Worker;
  /** A token with less than an App of crew's has. */
  readonly permissions?: Permissions;
}

/** Who does it: a process of its own, as far as anybody can tell from outside. */
export interface Worker {
  readonly name: string;
  /** Asked before every request. */
  readonly before?: () => Promise<void>;
  readonly clock?: Clock;
  /** Where its journals are; in its own memory unless it is said, or in the repository. */
  readonly store?: Store | 'refs';
}

export interface Seen {
  readonly outcome: Outcome;
  readonly report: Report;
  readonly shown: Shown;
}

export interface Board {
  readonly embedded: Embedded;
  readonly clock: QuickClock;
  /** One whole facilitation. */
  readonly look: (asked?: Asked) => Promise<Seen>;
  /** How one ended that saw nothing. */
  readonly ends: (asked?: Asked) => Promise<Outcome>;
  /** What stands there: labels, comments, and that nothing else was touched. */
  readonly stands: () => Standing;
  /** What happened since the last time this was asked. */
  readonly happened: () => readonly Effect[];
  /** Requests since the last time this was asked. */
  readonly requested: () => number;
}

/** Of every issue its labels and what crew says there. */
export type Standing = Readonly<
  Record<string, { readonly labels: readonly string[]; readonly says: readonly string[] }>
>;

const opened: Embedded[] = [];
afterAll(() => Promise.all(opened.splice(0).map((embedded) => embedded.close())));

/** Closes it before the tests of the file are over: for those that open very many. */
export async function closeBoard({ embedded }: Board): Promise<void> {
  opened.splice(opened.indexOf(embedded), 1);
  await embedded.close();
}

/** Opens acme/app with crew installed there. */
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
    const [ended] = await road(event, crewOn(embedded, clock, asked));
    if (!ended?.outcome) throw new Error('nothing came to an end');
    return ended.outcome;
  };
  return {
    embedded,
    clock,
    ends: (asked = {}) => travel(asked),
    async look(asked = {}) {
      const outcome = await travel(asked);
      const shown = outcome.shows as Shown | undefined;
      if (!shown) throw new Error(`nothing was seen: ${outcome.name} ${outcome.says}`);
      return { outcome, shown, report: shown.report };
    },
    stands: () => standingOn(embedded),
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

/** Crew as a process has it: nothing is left of it when it is over but what it wrote. */
function crewOn(embedded: Embedded, quick: Clock, { worker, permissions, aim, dryRun, comments }: Asked): Crew {
  const clock = worker?.clock ?? quick;
  const mint = () =>
    embedded.tokenFor({ app: 'crew', on: 'acme', ...(permissions === undefined ? {} : { permissions }) });
  let token = mint();
  const crew = hubCrew({
    env: readEnv({
      GITHUB_API_URL: embedded.apiUrl,
      GITHUB_GRAPHQL_URL: embedded.graphqlUrl,
      GITHUB_SERVER_URL: embedded.url,
    }),
    door: 'step',
    repo: REPO,
    token: async (fresh) => {
      await worker?.before?.();
      if (fresh) token = mint();
      return token;
    },
    store: worker?.store === 'refs' ? undefined : (worker?.store ?? memoryStore()),
    clock,
    log: () => undefined,
    ...(aim === undefined ? {} : { aim }),
    ...(comments === undefined ? {} : { comments }),
    ...(dryRun === undefined ? {} : { dryRun }),
  });
  // Every other life is over, as far as this one can tell.
  const name = worker?.name ?? 'one';
  return { ...crew, desk: { ...crew.desk, holder: { name, isGone: (other) => other !== name } } };
}

function standingOn(embedded: Embedded): Standing {
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

/** Comments and labels of issues, and their definitions: everything else is crew's own memory. */
export const isContent = ({ kind }: Effect): boolean => !kind.startsWith('ref.');

/** An issue by its number. */
export const of = (report: Report, issue: number | string) => {
  const found = report.assessments.find((each) => each.issue === issue);
  if (!found) throw new Error(`no word of ${issue}`);
  return found;
};

/** State and rule of every issue. */
export const judgedIn = ({ assessments }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(assessments.map(({ issue, state, rule }) => [String(issue), `${state} ${rule}`]));
