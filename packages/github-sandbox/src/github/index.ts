import { createServer } from 'node:http';
import { createWorld } from './create-world.js';
import { hangUp, listen } from './doors/listen.js';
import { openDesk } from './doors/open-desk.js';
import type { GitHub } from './github.js';
import type { Limits } from './limits.js';
import { plant } from './seed.js';
import { appNamed, repositoryNamed, tokenFor } from './token-for.js';

export { changeRun, createRun } from './acts/runs.js';
export type { Effect } from './effects.js';
export type { GitHubEvent } from './events/event.js';
export type { Fault } from './faults.js';
export { readCommit } from './git/commits.js';
export { resolveCommit } from './git/refs.js';
export type { GitHub } from './github.js';
export type { Incoming, Reply } from './http/message.js';
export { githubLimits, noLimits } from './limits.js';
export type { Permissions } from './permissions.js';
export type { Exchange } from './requests.js';
export type { Runner } from './runner.js';
export type { RepositorySeed, Seed } from './seed/shape.js';
export type { WorkflowRun } from './state.js';

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

/** Starts a GitHub: a server, a world in memory behind it, and the desk between them. */
export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const { dir, port = 0, host = '127.0.0.1', now = Date.now, limits = {}, schemaFile = null } = options;
  const server = createServer();
  const origin = await listen(server, { port, host });
  const { world, events, webhooks } = createWorld({ origin, dir, now, limits });
  const desk = openDesk(world, { schemaFile });
  server.on('request', desk.answer);
  return {
    url: world.urls.html,
    apiUrl: world.urls.api,
    graphqlUrl: world.urls.graphql,
    state: world.state,
    effects: world.effects.all,
    requests: desk.requests,
    faults: desk.faults,
    world,
    seed: (seed) => plant(world, seed),
    tokenFor: (holder) => tokenFor(world, holder),
    app: (slug) => appNamed(world, slug),
    repository: (name) => repositoryNamed(world, name),
    on: (_, listener) => events.listen(listener),
    observe: desk.exchanges.listen,
    plugRunner: (runner) => {
      world.runner = runner;
    },
    mount: (handler) => {
      desk.pages.push(handler);
    },
    redeliver: webhooks.redeliver,
    webhooksSettled: webhooks.settled,
    close: () => hangUp(server),
  };
}
