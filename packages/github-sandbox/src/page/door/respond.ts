import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Incoming, Reply } from '../../github/index.js';
import { markupOf } from '../html/html.js';
import type { Scene } from '../scene.js';
import { frame, type View } from '../views/frame.js';
import type { Shown } from './page-at.js';

/** What a page shows, in a word that changes when it does. The frame is left out: its nonce is new every time. */
export function digestOf({ main }: View): string {
  return `"${createHash('sha256').update(markupOf(main)).digest('base64url').slice(0, 22)}"`;
}

/** A view in its frame, with the headers that keep everything else out of it. */
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
      // Not no-referrer: browsers would then send `Origin: null` with our own forms.
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

/** Sends the browser to another page of ours; whatever else is asked for leads to the first one. */
export function seeOther(path: string, headers: { readonly [name: string]: string } = {}): Reply {
  return { status: 303, headers: { ...headers, location: isOwn(path) ? path : '/' } };
}

/** `//elsewhere` and `/\elsewhere` are other servers to a browser. */
const isOwn = (path: string): boolean => /^\/(?![/\\])[\x21-\x7e]*$/.test(path);

type Drawn = { readonly scene: Scene; readonly shown: Shown };

const longestWait = 20;
const pause = 200;

/**
 * Draws a page. Who has it already (If-None-Match) and has time (Prefer: wait, RFC 7240) is answered when it changed,
 * or told that it did not. It looks again and again instead of listening, because not everything that a page shows has
 * an event: reactions and runs do not.
 */
export async function waitForChange(incoming: Incoming, draw: () => Promise<Drawn>): Promise<Drawn | 'unchanged'> {
  const seen = incoming.headers['if-none-match'];
  const rounds = (secondsToWait(incoming) * 1000) / pause;
  for (let round = 0; ; round += 1) {
    const drawn = await draw();
    const isSame = drawn.shown !== null && 'main' in drawn.shown && digestOf(drawn.shown) === seen;
    if (!isSame) return drawn;
    if (round >= rounds) return 'unchanged';
    // A reader that nobody waits for any more must not keep the process alive.
    await wait(pause, undefined, { ref: false });
  }
}

function secondsToWait({ headers }: Incoming): number {
  const asked = /(?:^|,)\s*wait=(\d{1,4})/.exec(String(headers.prefer ?? ''))?.[1];
  return Math.min(longestWait, Number(asked ?? 0));
}
