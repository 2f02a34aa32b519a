import { nodeId } from '../ids.js';
import { type Account, findAccount } from '../state.js';
import { type Act, stamp, type World } from '../world.js';
import type { AccountSeed } from './shape.js';

/** Adds an account, or gives the one that is there; whoever ends in [bot] is one. */
export function plantAccount(
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

/** The world as it was at a time, and in somebody's name: what is built there is dated and signed by itself. */
export function backThen(
  world: World,
  { by, at }: { readonly by: Account; readonly at?: string | undefined },
): Act & { readonly at: string } {
  const then = at === undefined ? world : { ...world, now: () => Date.parse(at) };
  return { world: then, by: { account: by, app: null, workflow: false }, at: stamp(then) };
}
