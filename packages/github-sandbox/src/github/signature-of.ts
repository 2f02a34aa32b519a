import type { Account } from './state.js';

/** How an account signs commits: its own address, or the one that GitHub gives everybody. */
export function signatureOf(account: Account): { name: string; email: string } {
  const { login, email, id } = account;
  return { name: account.name ?? login, email: email ?? `${id}+${login}@users.noreply.github.com` };
}
