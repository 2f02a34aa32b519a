import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Incoming } from '../../github/index.js';
import { MAX_BODY } from '../../github/rest/check-runs.js';

/** CSRF tokens: only pages of this process contain a valid one for a person. */
export type CsrfTokens = {
  of(login: string): string;
  isValid(login: string, token: string): boolean;
};

/** Creates and checks CSRF tokens. */
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

const ownNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Protects against DNS rebinding: a foreign name in Host means that another site's name points here. Returns the reason for refusal, or
 * null.
 */
export function foreignHost({ headers }: Incoming, url: string): string | null {
  const host = headers.host ?? '';
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  if (ownNames.includes(name) || name === new URL(url).hostname) return null;
  return `This sandbox is only available at ${url}.`;
}

/** Why a form is refused, or null: checks Origin, Sec-Fetch-Site and the CSRF token. */
export function foreignPost({ headers }: Incoming, { hasValidToken }: { hasValidToken: boolean }): string | null {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  if (origin !== undefined && origin !== `http://${host}`) return 'This form was sent from another site.';
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'This form was sent from another site.';
  return hasValidToken
    ? null
    : 'This form is out of date: the sandbox was restarted, or you switched accounts. Reload the page.';
}

export type Form = URLSearchParams;

/** A text field with normalized line ends; browsers send CR LF. */
export function textIn(form: Form, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n').trimEnd();
}

/** Why a body is too long, or null; GitHub's limit. */
export function tooLong(body: string): string | null {
  const length = [...body].length;
  return length > MAX_BODY ? `The text is too long: ${length} characters (maximum is ${MAX_BODY}).` : null;
}
