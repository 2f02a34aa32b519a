// The embedded GitHub: starts the server, and the interface that src/page, src/actions and (through src/index.ts) tests use.

import { createServer, type Server } from 'node:http';
import { createWorld } from './create-world.js';
import { openServer } from './endpoints/open-server.js';
import type { GitHubEvent } from './events/event.js';
import type { Faults } from './faults.js';
import type { PageHandler } from './http/message.js';
import type { Limits } from './limits.js';
import type { Effect, Exchange, RequestRecord } from './requests.js';
import type { RunExecutor } from './run-executor.js';
import type { Seed } from './seed/shape.js';
import { applySeed } from './seed.js';
import type { App, Delivery, Repository, State } from './state.js';
import { appNamed, type Holder, repositoryNamed, tokenFor } from './token-for.js';
import type { World } from './world.js';

export { changeRun, createRun } from './acts/runs.js';
export type { GitHubEvent } from './events/event.js';
export type { Fault } from './faults.js';
export { readCommit } from './git/commits.js';
export { resolveCommit } from './git/refs.js';
export type { Incoming, Reply } from './http/message.js';
export { githubLimits, noLimits } from './limits.js';
export type { Permissions } from './permissions.js';
export type { Effect, Exchange } from './requests.js';
export type { RunExecutor } from './run-executor.js';
export type { RepositorySeed, Seed } from './seed/shape.js';
export type { WorkflowRun } from './state.js';

export type GitHubOptions = {
  /** The folder of the bare repositories. */
  readonly dir: string;
  readonly port?: number;
  readonly host?: string;
  readonly now?: () => number;
  readonly limits?: Partial<Limits>;
  /** The path of a GraphQL schema to use instead of the installed one. */
  readonly schemaFile?: string;
};

/** Starts an embedded GitHub: an HTTP server and its state in memory. */
export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const { dir, port = 0, host = '127.0.0.1', now = Date.now, limits = {}, schemaFile = null } = options;
  const server = createServer();
  const origin = await listen(server, { port, host });
  const { world, events, webhooks } = createWorld({ origin, dir, now, limits });
  const serverContext = openServer(world, { schemaFile });
  server.on('request', serverContext.answer);
  return {
    url: world.urls.html,
    apiUrl: world.urls.api,
    graphqlUrl: world.urls.graphql,
    state: world.state,
    effects: world.effects.all,
    requests: serverContext.requests,
    faults: serverContext.faults,
    world,
    seed: (seed) => applySeed(world, seed),
    tokenFor: (holder) => tokenFor(world, holder),
    app: (slug) => appNamed(world, slug),
    repository: (name) => repositoryNamed(world, name),
    on: (_, listener) => events.listen(listener),
    observe: serverContext.exchanges.listen,
    plugExecutor: (executor) => {
      world.executor = executor;
    },
    mount: (handler) => {
      serverContext.pages.push(handler);
    },
    redeliver: webhooks.redeliver,
    webhooksSettled: webhooks.settled,
    close: () => closeServer(server),
  };
}

/** Listens and returns the URL; port 0 takes a free port. */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(`http://${host}:${address.port}`);
      else reject(new Error('the server has no port'));
    });
  });
}

/** Closes a server without waiting for open connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A running embedded GitHub. */
export type GitHub = {
  /** GITHUB_SERVER_URL; clone URLs are `${url}/owner/name.git`. */
  readonly url: string;
  /** GITHUB_API_URL. */
  readonly apiUrl: string;
  /** GITHUB_GRAPHQL_URL. */
  readonly graphqlUrl: string;
  readonly state: State;
  /** All changes in order, through any API. */
  readonly effects: readonly Effect[];
  readonly requests: readonly RequestRecord[];
  readonly faults: Faults;
  /** For code in the same process, such as the runner. */
  readonly world: World;
  seed(seed: Seed): Promise<void>;
  tokenFor(holder: Holder): string;
  /** An App by slug. Its id and private key are needed to configure the App's server. */
  app(slug: string): App;
  repository(name: string): Repository;
  /** Listens to events with their payload. Returns a function that stops listening. */
  on(name: 'event', listener: (event: GitHubEvent) => void): () => void;
  /** Observes every request with its response as it was before injected faults. Returns a function that stops observing. */
  observe(observer: (exchange: Exchange) => void): () => void;
  plugExecutor(executor: RunExecutor): void;
  /** Serves paths outside the APIs. */
  mount(handler: PageHandler): void;
  redeliver(delivery: Delivery): void;
  /** Resolves when every webhook was answered or failed. */
  webhooksSettled(): Promise<void>;
  close(): Promise<void>;
};
