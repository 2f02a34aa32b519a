// Finds the account of a commit's author, and the signature of an account. Used by acts/, seeds, REST, GraphQL and the pages.

import type { Account } from './state.js';

/** The account of a commit author, by email address, including no-reply addresses. */
export function accountWithEmail(
  accounts: Iterable<Account>,
  { email }: { readonly email: string },
): Account | undefined {
  const id = /^(\d+)\+.+@users\.noreply\.github\.com$/.exec(email)?.[1];
  for (const account of accounts) if (account.email === email || String(account.id) === id) return account;
  return undefined;
}

/** The signature of an account: its address, or its no-reply address. */
export function signatureOf(account: Account): { name: string; email: string } {
  const { login, email, id } = account;
  return { name: account.name ?? login, email: email ?? `${id}+${login}@users.noreply.github.com` };
}
