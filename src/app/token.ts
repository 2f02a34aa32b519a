// Creates the App's tokens when they are needed, for one repository, with the permissions that crew uses. Used by app-work.ts, serve.ts and
// setup.ts.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createAppAuth } from '@octokit/auth-app';
import { request } from '@octokit/request';
import * as z from 'zod';
import { UserError } from '../ports/errors.js';
import type { Env } from '../services/env.js';
import type { TokenSource } from '../services/wire.js';
import type { Installation } from './app.js';

/** Permissions of a token for one repository. Together with BOARD they are those of app.yml; a test compares them. */
export const PERMISSIONS = {
  actions: 'write',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'read',
} as const;

/** Permissions of a token that reads a board: read, in every repository that its items come from. */
export const BOARD = {
  checks: 'read',
  contents: 'read',
  issues: 'read',
  metadata: 'read',
  organization_projects: 'read',
  pull_requests: 'read',
  statuses: 'read',
} as const;

/** The credentials by which the App creates tokens. */
export interface AppKey {
  readonly id: string;
  readonly privateKey: string;
}

/** Id, key and webhook secret of the App. Throws a UserError that names the missing ones. */
export function appKey({ app }: Pick<Env, 'app'>): AppKey & { readonly secret: string } {
  const { id, privateKey, secret } = app;
  const missing = Object.entries({ APP_ID: id, PRIVATE_KEY: privateKey, WEBHOOK_SECRET: secret }).flatMap(
    ([name, value]) => (value ? [] : [name]),
  );
  if (id && privateKey && secret) return { id, privateKey, secret };
  throw new UserError({
    expected: 'APP_ID, PRIVATE_KEY and WEBHOOK_SECRET of a GitHub App',
    found: `no ${missing.join(', no ')}`,
    remedy: 'Set them as the settings page of your App shows them. Without the secret, anyone could send it commands.',
  });
}

/** The tokens of one installation. Each is created when it is used. */
interface Tokens {
  /** For the repository that an event came from. */
  readonly home: TokenSource;
  /** For another repository of the board; null if the installation does not reach it. */
  readonly elsewhere: (repo: string) => TokenSource;
  /** For reading the board; null if the installation lacks that permission. */
  readonly board: TokenSource;
  /** How many requests creating the tokens took. */
  readonly minted: () => number;
}

/** Creates tokens of installations. */
export function installationTokens({ id, privateKey }: AppKey, apiUrl: string): (at: Installation) => Tokens {
  // The token cache is shared, so requests are counted for the caller that causes them.
  const requestCounter = new AsyncLocalStorage<() => void>();
  const countingFetch: typeof fetch = (...parameters) => {
    requestCounter.getStore()?.();
    return fetch(...parameters);
  };
  const auth = createAppAuth({
    appId: id,
    privateKey,
    request: request.defaults({ baseUrl: apiUrl, request: { fetch: countingFetch } }),
  });
  return ({ installation, repository }) => {
    let requests = 0;
    const count = () => {
      requests += 1;
    };
    const createToken = async (limits: object, refresh: boolean) => {
      const options = { type: 'installation', installationId: installation, ...limits, refresh } as const;
      return (await requestCounter.run(count, () => auth(options))).token;
    };
    // An older installation, or one on a person's account, lacks some permissions; GitHub then answers 422.
    const orNull = (token: Promise<string>) => token.catch(nullIfRefused);
    return {
      // If the owner has not accepted all permissions yet, the token has those that were accepted.
      home: async (fresh) =>
        (await orNull(createToken({ repositoryIds: [repository], permissions: PERMISSIONS }, fresh))) ??
        createToken({ repositoryIds: [repository] }, fresh),
      elsewhere: (repo) => (fresh) =>
        orNull(createToken({ repositoryNames: [repo.slice(repo.indexOf('/') + 1)], permissions: PERMISSIONS }, fresh)),
      board: (fresh) => orNull(createToken({ permissions: BOARD }, fresh)),
      minted: () => requests,
    };
  };
}

/** Null for GitHub's 422 (permission not granted). Other errors are thrown again. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Error && 'status' in error && error.status === 422) return null;
  throw error;
}

const created = z.object({
  id: z.number(),
  html_url: z.url(),
  pem: z.string(),
  webhook_secret: z.string().nullable(),
});

/** A GitHub App with its credentials, as GitHub's manifest flow returns them once. */
export type CreatedApp = z.infer<typeof created>;

/** Exchanges the code of the manifest flow for the App. A code is valid once and for an hour. */
export async function convertManifest(baseUrl: string, code: string): Promise<CreatedApp> {
  const { data } = await request('POST /app-manifests/{code}/conversions', { baseUrl, code });
  return created.parse(data);
}
