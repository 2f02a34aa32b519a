import type { Account, App } from '../state.js';

/** Who does something: the account that GitHub shows, the App behind it, and whether it is a workflow's own token. */
export type Actor = {
  readonly account: Account;
  readonly app: App | null;
  readonly workflow: boolean;
};
