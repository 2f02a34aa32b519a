import { setTimeout as wait } from 'node:timers/promises';
import type { Incoming } from '../../github/index.js';
import type { Scene } from '../scene.js';
import type { Shown } from './page-at.js';
import { digestOf } from './respond.js';

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
