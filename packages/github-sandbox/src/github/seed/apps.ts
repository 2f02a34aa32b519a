import { generateKeyPairSync } from 'node:crypto';
import { nodeId } from '../ids.js';
import type { App } from '../state.js';
import { repositoryNamed } from '../token-for.js';
import { stamp, type World } from '../world.js';
import { plantAccount } from './accounts.js';
import type { AppSeed } from './shape.js';

/** Registers an App and installs it. */
export function plantApp(world: World, seed: AppSeed): void {
  const app = buildApp(world, seed);
  world.state.apps.set(app.id, app);
  for (const { account, repositories } of seed.installations ?? []) {
    const id = world.ids.next();
    world.state.installations.set(id, {
      id,
      app,
      account: plantAccount(world, { login: account }),
      permissions: app.permissions,
      repositories: repositories?.map((name) => repositoryNamed(world, `${account}/${name}`)) ?? null,
      createdAt: stamp(world),
      suspended: false,
    });
  }
}

function buildApp(world: World, seed: AppSeed): App {
  const id = world.ids.next();
  const bot = plantAccount(world, { login: `${seed.slug}[bot]` }, 'Bot');
  return {
    id,
    nodeId: nodeId('A', id),
    slug: seed.slug,
    name: seed.name ?? seed.slug,
    owner: plantAccount(world, { login: seed.owner ?? seed.installations?.[0]?.account ?? seed.slug }),
    bot,
    permissions: { metadata: 'read', ...seed.permissions },
    events: seed.events ?? [],
    webhook: seed.webhook ?? null,
    ...(seed.keys ?? makeKeys()),
    createdAt: stamp(world),
  };
}

function makeKeys(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
