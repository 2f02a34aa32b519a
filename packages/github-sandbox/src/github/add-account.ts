// Adds an account to the embedded GitHub. Used by seeds, by create-world.ts and by the merge queue.

import { nodeId } from './ids.js';
import type { AccountSeed } from './seed/shape.js';
import { type Account, findAccount } from './state.js';
import { stamp, type World } from './world.js';

/** Adds an account, or returns the existing one; logins that end in [bot] are bots. */
export function addAccount(
  world: World,
  seed: AccountSeed & { id?: number },
  kind: Account['kind'] = seed.login.endsWith('[bot]') ? 'Bot' : 'User',
): Account {
  const known = findAccount(world.state, seed.login);
  if (known !== undefined) return known;
  const id = seed.id ?? world.ids.next();
  const prefix = { User: 'U', Organization: 'O', Bot: 'BOT' }[kind];
  const account: Account = {
    kind,
    id,
    nodeId: nodeId(prefix, id),
    login: seed.login,
    name: seed.name ?? null,
    email: seed.email ?? null,
    createdAt: stamp(world),
  };
  world.state.accounts.set(seed.login.toLowerCase(), account);
  world.state.nodes.set(account.nodeId, account);
  return account;
}
