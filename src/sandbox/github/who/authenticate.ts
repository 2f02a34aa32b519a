import { badCredentials } from '../http/refusal.js';
import type { World } from '../world.js';
import type { Credential } from './credential.js';
import { appOfJwt } from './jwt.js';

/** Reads an Authorization header; git sends its token as the password of a basic one. */
export function authenticate(world: World, header: string | undefined): Credential {
  if (header === undefined) return { kind: 'anonymous' };
  const [scheme = '', value = ''] = header.split(' ');
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return value.split('.').length === 3 ? signedBy(world, value) : holderOf(world, value);
    case 'basic':
      return holderOf(world, Buffer.from(value, 'base64').toString().split(':').slice(1).join(':'));
    default:
      throw badCredentials();
  }
}

function signedBy(world: World, jwt: string): Credential {
  return { kind: 'app', app: appOfJwt({ jwt, apps: world.state.apps.values(), now: world.now() }) };
}

function holderOf(world: World, token: string): Credential {
  const held = world.tokens.find(token);
  if (held === undefined) throw badCredentials();
  if ('expiresAt' in held && held.expiresAt <= world.now()) throw badCredentials();
  if (held.kind === 'installation' && held.installation.suspended) throw badCredentials();
  return held;
}
