// Creates, finds and revokes tokens.

import { createHash } from 'node:crypto';
import type { State } from '../state.js';
import type { InstallationToken, UserToken, WorkflowToken } from './credential.js';

type HeldToken = UserToken | InstallationToken | WorkflowToken;
type Unnamed<Held> = Held extends HeldToken ? Omit<Held, 'token'> : never;

/** What authentication needs. */
export type Registry = { readonly state: State; readonly tokens: TokenStore; readonly now: () => number };

/** All created tokens. */
export type TokenStore = {
  mint(held: Unnamed<HeldToken>): string;
  find(token: string): HeldToken | undefined;
  revoke(token: string): void;
};

const prefixes = { user: 'ghp', installation: 'ghs', workflow: 'ghs' } as const;

/** Tokens have GitHub's format, so that redaction recognizes them, and are the same in every run. */
export function openTokenStore(): TokenStore {
  const held = new Map<string, HeldToken>();
  let minted = 0;
  return {
    mint: (holder) => {
      minted += 1;
      const letters = createHash('sha256').update(`embedded token ${minted}`).digest('hex').slice(0, 36);
      const token = `${prefixes[holder.kind]}_${letters}`;
      held.set(token, { ...holder, token });
      return token;
    },
    find: (token) => held.get(token),
    revoke: (token) => {
      held.delete(token);
    },
  };
}
