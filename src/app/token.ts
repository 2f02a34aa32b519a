// Tokens of the App: minted late, for one repository, with no more than crew uses.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createAppAuth } from '@octokit/auth-app';
import { request } from '@octokit/request';
import { UserError } from '../ports/errors.js';
import type { Env } from '../services/env.js';
import type { TokenSource } from '../services/wire.js';
import type { Installation } from './app.js';

/** What a token for work in one repository may do. With BOARD it is what app.yml asks for; a test compares them. */
export const PERMISSIONS = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'read',
} as const;

/** What a token that looks at a board may do: read, wherever its cards come from. */
export const BOARD = {
  checks: 'read',
  contents: 'read',
  issues: 'read',
  metadata: 'read',
  organization_projects: 'read',
  pull_requests: 'read',
  statuses: 'read',
} as const;

export interface AppKey {
  readonly id: string;
  readonly privateKey: string;
}

/** The App's own id and key, or what is missing of them. */
export function appKey({ app }: Pick<Env, 'app'>): AppKey & { readonly secret: string } {
  const { id, privateKey, secret } = app;
  const missing = Object.entries({ APP_ID: id, PRIVATE_KEY: privateKey, WEBHOOK_SECRET: secret }).flatMap(
    ([name, value]) => (value ? [] : [name]),
  );
  if (id && privateKey && secret) return { id, privateKey, secret };
  throw new UserError({
    expected: 'APP_ID, PRIVATE_KEY and WEBHOOK_SECRET of a GitHub App',
    found: `no ${missing.join(', no ')}`,
    remedy: 'Set them as your App’s settings page shows them; without the secret anybody could send it commands.',
  });
}

/** The tokens of one installation, each minted when it is used and for no more than that. */
export interface Tokens {
  /** For the repository that an event came from. */
  readonly home: TokenSource;
  /** For another one that cards of the board come from; none for what the installation does not reach. */
  readonly elsewhere: (repo: string) => TokenSource;
  /** For looking at the board; none where the installation was not given that. */
  readonly board: TokenSource;
  /** How many requests minting them took. */
  readonly minted: () => number;
}

/** Where tokens come from. */
export function installationTokens({ id, privateKey }: AppKey, apiUrl: string): (at: Installation) => Tokens {
  // Tokens are kept for everybody, so what asks for one is counted where it is asked for.
  const asking = new AsyncLocalStorage<() => void>();
  const counted: typeof fetch = (...given) => {
    asking.getStore()?.();
    return fetch(...given);
  };
  const baseUrl = apiUrl;
  const auth = createAppAuth({
    appId: id,
    privateKey,
    request: request.defaults({ baseUrl, request: { fetch: counted } }),
  });
  return ({ installation, repository }) => {
    let requests = 0;
    const count = () => {
      requests += 1;
    };
    const mint = async (only: object, refresh: boolean) => {
      const wanted = { type: 'installation', installationId: installation, ...only, refresh } as const;
      return (await asking.run(count, () => auth(wanted))).token;
    };
    // An installation of before, or on a person's account, was not given all of it: then there is none, and that is said.
    const orNone = (minted: Promise<string>) => minted.catch(refusedIsNone);
    return {
      // An installation whose owner has not yet agreed to all of it gives what it has.
      home: async (fresh) =>
        (await orNone(mint({ repositoryIds: [repository], permissions: PERMISSIONS }, fresh))) ??
        mint({ repositoryIds: [repository] }, fresh),
      elsewhere: (repo) => (fresh) =>
        orNone(mint({ repositoryNames: [repo.slice(repo.indexOf('/') + 1)], permissions: PERMISSIONS }, fresh)),
      board: (fresh) => orNone(mint({ permissions: BOARD }, fresh)),
      minted: () => requests,
    };
  };
}

/** GitHub says 422 to what an installation was not given; everything else is trouble, and is one. */
function refusedIsNone(error: unknown): null {
  if (error instanceof Error && 'status' in error && error.status === 422) return null;
  throw error;
}
