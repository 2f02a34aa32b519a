// Tokens of the App: minted late, for one repository, with no more than crew uses.
import { createAppAuth } from '@octokit/auth-app';
import { request } from '@octokit/request';
import { UserError } from '../errors.js';
import type { Installation } from './app.js';
import type { Env } from './env.js';

/** As in app.yml; a test compares them. */
export const PERMISSIONS = {
  actions: 'write',
  contents: 'write',
  issues: 'write',
  metadata: 'read',
  pull_requests: 'write',
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

/** A source of tokens for one repository of one installation. */
export function installationTokens(
  { id, privateKey }: AppKey,
  apiUrl: string,
): (at: Installation) => (fresh: boolean) => Promise<string> {
  const auth = createAppAuth({ appId: id, privateKey, request: request.defaults({ baseUrl: apiUrl }) });
  return (at) => async (fresh) => {
    const { token } = await auth({
      type: 'installation',
      installationId: at.installation,
      repositoryIds: [at.repository],
      permissions: PERMISSIONS,
      refresh: fresh,
    });
    return token;
  };
}
