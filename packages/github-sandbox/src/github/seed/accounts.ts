// Creates the accounts and Apps of a seed, for seed.ts; and `actAt`, which the other files of seed/ use to date and sign what they create.

import { generateKeyPairSync } from 'node:crypto';
import { addAccount } from '../add-account.js';
import { nodeId } from '../ids.js';
import type { Account, App } from '../state.js';
import { repositoryNamed } from '../token-for.js';
import { type Act, stamp, type World } from '../world.js';
import type { AppSeed } from './shape.js';

/** The first argument of functions in acts/ with another time and actor: records built with it get this time and author. */
export function actAt(
  world: World,
  { by, at }: { readonly by: Account; readonly at?: string | undefined },
): Act & { readonly at: string } {
  const then = at === undefined ? world : { ...world, now: () => Date.parse(at) };
  return { world: then, by: { account: by, app: null, isWorkflow: false }, at: stamp(then) };
}

/** Registers an App and installs it. */
export function addApp(world: World, seed: AppSeed): void {
  const app = buildApp(world, seed);
  world.state.apps.set(app.id, app);
  for (const { account, repositories } of seed.installations ?? []) {
    const id = world.ids.next();
    world.state.installations.set(id, {
      id,
      app,
      account: addAccount(world, { login: account }),
      permissions: app.permissions,
      repositories: repositories?.map((name) => repositoryNamed(world, `${account}/${name}`)) ?? null,
      createdAt: stamp(world),
      suspended: false,
    });
  }
}

function buildApp(world: World, seed: AppSeed): App {
  const id = world.ids.next();
  const bot = addAccount(world, { login: `${seed.slug}[bot]` }, 'Bot');
  const keys = keysOf(seed);
  return {
    id,
    nodeId: nodeId('A', id),
    slug: seed.slug,
    name: seed.name ?? seed.slug,
    owner: addAccount(world, { login: seed.owner ?? seed.installations?.[0]?.account ?? seed.slug }),
    bot,
    permissions: { metadata: 'read', ...seed.permissions },
    events: seed.events ?? [],
    webhook: seed.webhook ?? null,
    get publicKey() {
      return keys().publicKey;
    },
    get privateKey() {
      return keys().privateKey;
    },
    createdAt: stamp(world),
  };
}

type Keys = { readonly publicKey: string; readonly privateKey: string };

/** The given key pair, or one that is generated when it is first read, because generating takes longer than the rest of a seed. */
function keysOf({ keys }: AppSeed): () => Keys {
  let known: Keys | undefined;
  return () => {
    known ??= keys ?? makeKeys();
    return known;
  };
}

function makeKeys(): Keys {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
}
