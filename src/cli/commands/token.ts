import { UserError } from '../../ports/errors.js';
import type { Env } from '../../services/env.js';
import type { Call } from './call.js';
import { remoteOf } from './remote.js';

/** The token of the command line. Throws when there is none. */
export function tokenOf(env: Env): () => Promise<string> {
  const token = env.token();
  if (token) return async () => token;
  throw new UserError({
    expected: 'a token for GitHub',
    found: 'none',
    remedy: 'Set GITHUB_TOKEN, or sign in with `gh auth login`.',
  });
}

/** The repository: --repo, else the clone's own remote. */
export async function repoOf({ flags, env }: Pick<Call, 'flags' | 'env'>): Promise<string> {
  const repo = flags.repo ?? (await remoteOf(flags.root, env.urls.server));
  if (repo) return repo;
  throw new UserError({
    expected: 'a repository on GitHub',
    found: 'no --repo, and no remote of it in this folder',
    remedy: 'Name it with --repo OWNER/NAME.',
  });
}
