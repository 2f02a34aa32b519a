// CSRF tokens, and the checks that refuse requests of other sites. Used by the pages' entry; the scene carries the viewer's token to forms.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Incoming } from '../../github/index.js';

/** The CSRF tokens of viewers. A token is derived from the login and a secret of this process. */
export type CsrfTokens = {
  of(login: string): string;
  isValid(login: string, token: string): boolean;
};

/** Creates the tokens from a random secret. */
export function createCsrfTokens(secret: Buffer): CsrfTokens {
  const of = (login: string) => createHmac('sha256', secret).update(login).digest('base64url');
  return {
    of,
    isValid: (login, token) => {
      const expected = Buffer.from(of(login));
      const found = Buffer.from(token);
      return expected.length === found.length && timingSafeEqual(expected, found);
    },
  };
}

const LOCAL_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Protects against DNS rebinding, in which the name of another site resolves to this machine. Returns why a request is refused whose Host
 * header has such a name; null if it is allowed.
 */
export function hostRefusal({ headers }: Incoming, url: string): string | null {
  const host = headers.host ?? '';
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  if (LOCAL_NAMES.includes(name) || name === new URL(url).hostname) return null;
  return `This sandbox is only available at ${url}.`;
}

/** Why a submitted form is refused, by Origin, Sec-Fetch-Site and the CSRF token; null if it is allowed. */
export function postRefusal({ headers }: Incoming, { hasValidToken }: { hasValidToken: boolean }): string | null {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  if (origin !== undefined && origin !== `http://${host}`) return 'This form was sent from another site.';
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'This form was sent from another site.';
  return hasValidToken
    ? null
    : 'This form is out of date: the sandbox was restarted, or you switched accounts. Reload the page.';
}
