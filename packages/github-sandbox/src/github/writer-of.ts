import type { Account } from './state.js';

/** GitHub knows an author by the address, its own no-reply ones included. */
export function writerOf(accounts: Iterable<Account>, { email }: { readonly email: string }): Account | undefined {
  const id = /^(\d+)\+.+@users\.noreply\.github\.com$/.exec(email)?.[1];
  for (const account of accounts) if (account.email === email || String(account.id) === id) return account;
  return undefined;
}

/** How an account signs commits: its own address, or the one that GitHub gives everybody. */
export function signatureOf(account: Account): { name: string; email: string } {
  const { login, email, id } = account;
  return { name: account.name ?? login, email: email ?? `${id}+${login}@users.noreply.github.com` };
}
