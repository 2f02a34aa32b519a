// Creates installation tokens and the tokens of jobs. Used by the REST route for tokens and by token-for.ts; create-world.ts takes the
// workflow bot from it.

import type { Permissions } from '../permissions.js';
import { findAccount, type Installation, type Repository } from '../state.js';
import type { TokenContext } from './token-store.js';

const hour = 3_600_000;
/** The account of GITHUB_TOKEN. */
export const workflowBot = 'github-actions[bot]';

/** An installation token, valid for an hour. */
export function mintInstallationToken(
  registry: TokenContext,
  wanted: { installation: Installation; permissions: Permissions; repositories: readonly Repository[] | null },
): { token: string; expiresAt: string } {
  const expiresAt = registry.now() + hour;
  const token = registry.tokens.mint({ kind: 'installation', ...wanted, expiresAt });
  return { token, expiresAt: new Date(expiresAt).toISOString().replace(/\.\d+Z$/, 'Z') };
}

/** A GITHUB_TOKEN, valid for the maximum duration of a job. */
export function mintWorkflowToken(
  registry: TokenContext,
  { repository, permissions }: { repository: Repository; permissions: Permissions },
): string {
  const bot = findAccount(registry.state, workflowBot);
  if (bot === undefined) throw new Error(`${workflowBot} is missing from the accounts`);
  return registry.tokens.mint({
    kind: 'workflow',
    repository,
    bot,
    permissions: { metadata: 'read', ...permissions },
    expiresAt: registry.now() + 24 * hour,
  });
}
