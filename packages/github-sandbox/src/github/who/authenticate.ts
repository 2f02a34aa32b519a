import { badCredentials } from '../refusal.js';
import type { Credential } from './credential.js';
import { appOfJwt } from './jwt.js';
import type { Registry } from './token-book.js';

/** Reads an Authorization header; git sends its token as the password of a basic one. */
export function authenticate(registry: Registry, header: string | undefined): Credential {
  if (header === undefined) return { kind: 'anonymous' };
  const [scheme = '', value = ''] = header.split(' ');
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return value.split('.').length === 3 ? signedBy(registry, value) : holderOf(registry, value);
    case 'basic':
      return holderOf(registry, Buffer.from(value, 'base64').toString().split(':').slice(1).join(':'));
    default:
      throw badCredentials();
  }
}

function signedBy(registry: Registry, jwt: string): Credential {
  return { kind: 'app', app: appOfJwt({ jwt, apps: registry.state.apps.values(), now: registry.now() }) };
}

function holderOf(registry: Registry, token: string): Credential {
  const held = registry.tokens.find(token);
  if (held === undefined) throw badCredentials();
  if ('expiresAt' in held && held.expiresAt <= registry.now()) throw badCredentials();
  if (held.kind === 'installation' && held.installation.suspended) throw badCredentials();
  return held;
}
