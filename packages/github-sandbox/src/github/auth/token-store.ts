// Creates, finds and revokes tokens. Used by authenticate.ts and mint.ts; create-world.ts opens the store, and world.ts holds it.

import { createHash } from 'node:crypto';
import type { State } from '../state.js';
import type { InstallationToken, UserToken, WorkflowToken } from './credential.js';

type StoredToken = UserToken | InstallationToken | WorkflowToken;
type WithoutToken<Token> = Token extends StoredToken ? Omit<Token, 'token'> : never;

/** The part of the world that creating and checking tokens needs. */
export type TokenContext = { readonly state: State; readonly tokens: TokenStore; readonly now: () => number };

/** All created tokens. */
export type TokenStore = {
  mint(owner: WithoutToken<StoredToken>): string;
  find(token: string): StoredToken | undefined;
  revoke(token: string): void;
};

const prefixes = { user: 'ghp', installation: 'ghs', workflow: 'ghs' } as const;

/** An empty store. Tokens have GitHub's format, so that programs that hide tokens recognize them. They are the same in every run. */
export function openTokenStore(): TokenStore {
  const tokens = new Map<string, StoredToken>();
  let mintedCount = 0;
  return {
    mint: (owner) => {
      mintedCount += 1;
      const letters = createHash('sha256').update(`embedded token ${mintedCount}`).digest('hex').slice(0, 36);
      const token = `${prefixes[owner.kind]}_${letters}`;
      tokens.set(token, { ...owner, token });
      return token;
    },
    find: (token) => tokens.get(token),
    revoke: (token) => {
      tokens.delete(token);
    },
  };
}
