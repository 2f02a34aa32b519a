// Converts views to HTTP responses with security headers, and lets open pages wait for a change. Used by the pages' entry.

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Incoming, Reply } from '../../github/index.js';
import { markupOf } from '../html/html.js';
import type { Scene, View } from '../scene.js';
import { frame } from '../views/frame.js';
import type { PageResult } from './page-at.js';

/** The ETag of a page. It covers the content only, because the frame contains a nonce that differs in every response. */
export function digestOf({ main }: View): string {
  return `"${createHash('sha256').update(markupOf(main)).digest('base64url').slice(0, 22)}"`;
}

/** The response for a view, with security headers. */
export function respond(scene: Scene, { view, incoming }: { view: View; incoming: Incoming }): Reply {
  const nonce = randomBytes(18).toString('base64');
  const page = frame(scene, { view, nonce, path: incoming.path });
  return {
    status: view.status ?? 200,
    actor: scene.viewer.login,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce),
      'cache-control': 'no-store',
      etag: digestOf(view),
      'x-content-type-options': 'nosniff',
      // With `no-referrer`, browsers would send `Origin: null` with forms.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    bytes: Buffer.from(markupOf(page)),
  };
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A redirect to a path of this server. Any other address is replaced by the start page. */
export function seeOther(path: string, headers: { readonly [name: string]: string } = {}): Reply {
  return { status: 303, headers: { ...headers, location: isOwn(path) ? path : '/' } };
}

/** Whether an address is a path of this server. Browsers read `//host` and `/\host` as addresses of other servers. */
const isOwn = (path: string): boolean => /^\/(?![/\\])[\x21-\x7e]*$/.test(path);

type RenderedPage = { readonly scene: Scene; readonly shown: PageResult };

const MAX_WAIT_SECONDS = 20;
const PAUSE_MS = 200;

/**
 * Renders a page. A request with If-None-Match and `Prefer: wait` (RFC 7240) is answered when the page has changed, or as
 * unchanged when the wait is over. It polls, because not everything on a page has an event (reactions, runs).
 */
export async function waitForChange(
  incoming: Incoming,
  render: () => Promise<RenderedPage>,
): Promise<RenderedPage | 'unchanged'> {
  const seen = incoming.headers['if-none-match'];
  const rounds = (secondsToWait(incoming) * 1000) / PAUSE_MS;
  for (let round = 0; ; round += 1) {
    const rendered = await render();
    const isSame = rendered.shown !== null && 'main' in rendered.shown && digestOf(rendered.shown) === seen;
    if (!isSame) return rendered;
    if (round >= rounds) return 'unchanged';
    // A pending poll must not keep the process alive.
    await wait(PAUSE_MS, undefined, { ref: false });
  }
}

function secondsToWait({ headers }: Incoming): number {
  const seconds = /(?:^|,)\s*wait=(\d{1,4})/.exec(String(headers.prefer ?? ''))?.[1];
  return Math.min(MAX_WAIT_SECONDS, Number(seconds ?? 0));
}
