import type { PageHandler } from './doors/page-door.js';
import type { Effect } from './effects.js';
import type { GitHubEvent } from './events/event.js';
import type { Faults } from './faults.js';
import type { Exchange, RequestRecord } from './requests.js';
import type { Runner } from './runner.js';
import type { Seed } from './seed/shape.js';
import type { App, Delivery, Repository, State } from './state.js';
import type { Holder } from './token-for.js';
import type { World } from './world.js';

/** The embedded GitHub as whoever started it holds it. */
export type GitHub = {
  /** GITHUB_SERVER_URL; a repository is cloned from `${url}/owner/name.git`. */
  readonly url: string;
  /** GITHUB_API_URL. */
  readonly apiUrl: string;
  /** GITHUB_GRAPHQL_URL. */
  readonly graphqlUrl: string;
  readonly state: State;
  /** What changed, in order, through whatever door. */
  readonly effects: readonly Effect[];
  readonly requests: readonly RequestRecord[];
  readonly faults: Faults;
  /** For what acts inside the process, like the runner; tests from outside have no use for it. */
  readonly world: World;
  seed(seed: Seed): Promise<void>;
  tokenFor(holder: Holder): string;
  /** The App with a slug: its id and private key are what the App's server is configured with. */
  app(slug: string): App;
  repository(name: string): Repository;
  /** Events with their payload, at the moment they happen. Returns what ends the listening. */
  on(name: 'event', listener: (event: GitHubEvent) => void): () => void;
  /** Sees every request with its true answer. Returns what ends the observing. */
  observe(observer: (exchange: Exchange) => void): () => void;
  plugRunner(runner: Runner): void;
  /** Serves paths that are no API. */
  mount(handler: PageHandler): void;
  redeliver(delivery: Delivery): void;
  /** Resolves when every webhook sent so far was answered or given up. */
  webhooksSettled(): Promise<void>;
  close(): Promise<void>;
};
