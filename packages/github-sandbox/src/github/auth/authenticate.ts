// Finds the identity of a request by its Authorization header. Used by the REST, GraphQL and git endpoints.

import { verify } from 'node:crypto';
import { ApiError, badCredentials } from '../api-error.js';
import type { App } from '../state.js';
import type { Credential } from './credential.js';
import type { TokenContext } from './token-store.js';

/** Reads the Authorization header; throws GitHub's 401 error if it is invalid. Git sends its token as the password of basic authentication. */
export function authenticate(registry: TokenContext, header: string | undefined): Credential {
  if (header === undefined) return { kind: 'anonymous' };
  const [scheme = '', value = ''] = header.split(' ');
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return value.split('.').length === 3 ? credentialOfJwt(registry, value) : credentialOfToken(registry, value);
    case 'basic':
      return credentialOfToken(registry, Buffer.from(value, 'base64').toString().split(':').slice(1).join(':'));
    default:
      throw badCredentials();
  }
}

function credentialOfJwt(registry: TokenContext, jwt: string): Credential {
  return { kind: 'app', app: appOfJwt({ jwt, apps: registry.state.apps.values(), now: registry.now() }) };
}

function credentialOfToken(registry: TokenContext, token: string): Credential {
  const credential = registry.tokens.find(token);
  if (credential === undefined) throw badCredentials();
  if ('expiresAt' in credential && credential.expiresAt <= registry.now()) throw badCredentials();
  if (credential.kind === 'installation' && credential.installation.suspended) throw badCredentials();
  return credential;
}

/** The longest lifetime of a JSON web token, as on GitHub. */
const MAX_JWT_SECONDS = 600;
/** Seconds that a client's clock may be ahead, as on GitHub. */
const CLOCK_SKEW_SECONDS = 60;

/** The App that signed a JSON web token; throws GitHub's error if it is invalid. */
export function appOfJwt({ jwt, apps, now }: { jwt: string; apps: Iterable<App>; now: number }): App {
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  const claims = readClaims(payload);
  const seconds = Math.floor(now / 1000);
  if (readClaims(header).alg !== 'RS256') throw undecodableJwt();
  const app = [...apps].find((one) => String(one.id) === String(claims.iss));
  if (app === undefined) throw unauthorized("'Issuer' claim ('iss') must be an Integer, or the App was not found");
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify('RSA-SHA256', signed, app.publicKey, Buffer.from(signature, 'base64url'))) throw undecodableJwt();
  checkTimes({ issued: claims.iat, expires: claims.exp, seconds });
  return app;
}

function checkTimes({ issued, expires, seconds }: { issued: unknown; expires: unknown; seconds: number }): void {
  if (typeof expires !== 'number' || expires <= seconds) {
    throw unauthorized(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (typeof issued !== 'number' || issued > seconds + CLOCK_SKEW_SECONDS) {
    throw unauthorized(
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (
    expires > seconds + MAX_JWT_SECONDS + CLOCK_SKEW_SECONDS ||
    expires - issued > MAX_JWT_SECONDS + 2 * CLOCK_SKEW_SECONDS
  ) {
    throw unauthorized("'Expiration time' claim ('exp') is too far in the future");
  }
}

function readClaims(part: string): { [claim: string]: unknown } {
  try {
    const claims: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    throw undecodableJwt();
  }
}

const unauthorized = (message: string) => new ApiError({ status: 401, message });
const undecodableJwt = () => unauthorized('A JSON web token could not be decoded');
