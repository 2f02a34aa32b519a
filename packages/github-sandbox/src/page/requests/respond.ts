import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Incoming, Reply } from '../../github/index.js';
import { markupOf } from '../html/html.js';
import type { Scene, View } from '../scene.js';
import { frame } from '../views/frame.js';
import type { Shown } from './page-at.js';

/** A digest of the view's content without its frame, whose nonce changes every time. */
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

/** Redirects to a path of this server; others become the start page. */
export function seeOther(path: string, headers: { readonly [name: string]: string } = {}): Reply {
  return { status: 303, headers: { ...headers, location: isOwn(path) ? path : '/' } };
}

/** Browsers read `//elsewhere` and `/\elsewhere` as other servers. */
const isOwn = (path: string): boolean => /^\/(?![/\\])[\x21-\x7e]*$/.test(path);

type Drawn = { readonly scene: Scene; readonly shown: Shown };

const MAX_WAIT_S_LENGTH = 20;
const PAUSE_MS = 200;

/**
 * Renders a page. A request with If-None-Match and `Prefer: wait` (RFC 7240) is answered when the page has changed, or as
 * unchanged when the wait is over. It polls, because not everything on a page has an event (reactions, runs).
 */
export async function waitForChange(incoming: Incoming, draw: () => Promise<Drawn>): Promise<Drawn | 'unchanged'> {
  const seen = incoming.headers['if-none-match'];
  const rounds = (secondsToWait(incoming) * 1000) / PAUSE_MS;
  for (let round = 0; ; round += 1) {
    const drawn = await draw();
    const isSame = drawn.shown !== null && 'main' in drawn.shown && digestOf(drawn.shown) === seen;
    if (!isSame) return drawn;
    if (round >= rounds) return 'unchanged';
    // A pending poll must not keep the process alive.
    await wait(PAUSE_MS, undefined, { ref: false });
  }
}

function secondsToWait({ headers }: Incoming): number {
  const asked = /(?:^|,)\s*wait=(\d{1,4})/.exec(String(headers.prefer ?? ''))?.[1];
  return Math.min(MAX_WAIT_S_LENGTH, Number(asked ?? 0));
}
