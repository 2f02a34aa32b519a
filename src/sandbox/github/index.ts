import { createServer, type Server } from 'node:http';
import { logEffects } from './effects.js';
import { createEmitter } from './events/emitter.js';
import { eventOf, type GitHubEvent } from './events/event.js';
import type { Happening } from './events/happening.js';
import { payloadOf } from './events/payload.js';
import { openWebhooks } from './events/webhooks.js';
import { openFaults } from './faults.js';
import { gitDoor } from './git/git-door.js';
import { createTurns } from './git/in-turn.js';
import type { GitHub } from './github.js';
import { controlDoor } from './http/control-door.js';
import { type PageHandler, pageDoor } from './http/page-door.js';
import { restDoor } from './http/rest-door.js';
import { serve } from './http/serve.js';
import { countFrom } from './ids.js';
import { githubLimits, type Limits, openLimitBook } from './limits.js';
import type { Exchange, RequestRecord } from './requests.js';
import { routes } from './rest/index.js';
import { plant, plantAccount } from './seed.js';
import { emptyState } from './state.js';
import { appNamed, repositoryNamed, tokenFor } from './token-for.js';
import { urlsAt } from './urls.js';
import { workflowBot } from './who/mint.js';
import { openTokenBook } from './who/token-book.js';
import { stamp, type World } from './world.js';

export { listWorkflows } from './actions/workflow-files.js';
export { changeRun, createRun } from './acts/runs.js';
export type { Effect } from './effects.js';
export type { GitHubEvent } from './events/event.js';
export type { Fault } from './faults.js';
export type { GitHub } from './github.js';
export type { Incoming, Reply } from './http/message.js';
export { githubLimits, noLimits } from './limits.js';
export type { Exchange, RequestRecord } from './requests.js';
export type { Runner } from './runner.js';
export type { IssueSeed, RepositorySeed, Seed } from './seed.js';
export type { Permissions } from './who/permissions.js';

export type GitHubOptions = {
  /** Where the bare repositories are made. */
  readonly dir: string;
  readonly port?: number;
  readonly host?: string;
  readonly now?: () => number;
  readonly limits?: Partial<Limits>;
  /** A newer GraphQL schema than the one that is installed. */
  readonly schemaFile?: string;
};

/** The id this bot has on github.com; some programs know it by heart. */
const workflowBotId = 41_898_282;

/** Starts a GitHub: a world in memory, doors to it, and a server in front of them. */
export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const server = createServer();
  const origin = await listen(server, { port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  const events = createEmitter<GitHubEvent>();
  const { world, webhooks } = createWorld({ origin, options, events });
  plantAccount(world, { login: workflowBot, id: workflowBotId }, 'Bot');
  events.listen(webhooks.send);

  const requests: RequestRecord[] = [];
  const exchanges = createEmitter<Exchange>();
  const pages: PageHandler[] = [];
  const faults = openFaults({ now: world.now, newestId: world.ids.last });
  const doors = [
    restDoor(world, routes),
    gitDoor(world),
    controlDoor({ faults, effects: world.effects, requests }),
    pageDoor(pages),
  ];
  const desk = {
    doors,
    faults,
    stamp: () => stamp(world),
    note: (record: Omit<RequestRecord, 'n'>) => requests.push({ n: requests.length + 1, ...record }),
    observe: exchanges.tell,
  };
  server.on('request', (request, response) => {
    serve(desk, request, response).catch((problem: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(problem instanceof Error ? problem.stack : String(problem));
    });
  });

  return {
    url: world.urls.html,
    apiUrl: world.urls.api,
    graphqlUrl: world.urls.graphql,
    state: world.state,
    effects: world.effects.all,
    requests,
    faults,
    world,
    seed: (seed) => plant(world, seed),
    tokenFor: (holder) => tokenFor(world, holder),
    app: (slug) => appNamed(world, slug),
    repository: (name) => repositoryNamed(world, name),
    on: (_, listener) => events.listen(listener),
    observe: exchanges.listen,
    plugRunner: (runner) => {
      world.runner = runner;
    },
    mount: (handler) => {
      pages.push(handler);
    },
    redeliver: webhooks.redeliver,
    webhooksSettled: webhooks.settled,
    close: () => close(server),
  };
}

function createWorld({
  origin,
  options,
  events,
}: {
  origin: string;
  options: GitHubOptions;
  events: ReturnType<typeof createEmitter<GitHubEvent>>;
}) {
  const now = options.now ?? Date.now;
  const state = emptyState();
  const ids = countFrom(1000);
  const urls = urlsAt(origin);
  const webhooks = openWebhooks({ state, ids, stamp: () => stamp({ now }) });
  const happenings = createEmitter<Happening>();
  happenings.listen((happening) => events.tell(eventOf(happening, payloadOf(urls, happening))));
  const world: World = {
    state,
    urls,
    dir: options.dir,
    now,
    ids,
    effects: logEffects(() => stamp({ now })),
    happenings,
    tokens: openTokenBook(),
    limits: openLimitBook({ limits: { ...githubLimits, ...options.limits }, now }),
    inTurn: createTurns(),
    redeliver: webhooks.redeliver,
    runner: null,
  };
  return { world, webhooks };
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(`http://${host}:${address.port}`);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
