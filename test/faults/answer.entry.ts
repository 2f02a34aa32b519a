// A process of its own that takes one webhook down the road, and dies where it is told: before or after the n-th time
// that it reaches for the journal or for GitHub. Its clock runs faster than others.
//   CREW_TEST_EVENT the webhook's body · CREW_TEST_STORE the folder of journals
//   CREW_TEST_DIES n, or 0 for never · CREW_TEST_FAST how many times as fast
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { folderStore } from '../../src/adapters/store/folder.js';
import { fromWebhook } from '../../src/event.js';
import { readEnv } from '../../src/services/env.js';
import { hubCrew } from '../../src/services/wire.js';
import type { Clock, Store } from '../../src/ports.js';
import { road } from '../../src/road.js';

const { CREW_TEST_EVENT = '', CREW_TEST_STORE = '', CREW_TEST_DIES = '0', CREW_TEST_FAST = '1000' } = process.env;
const FAST = Number(CREW_TEST_FAST);
/** The same for every life, so that time goes on from one to the next. */
const BIRTH = Date.parse('2026-01-01T00:00:00Z');

let reached = 0;
function point(): void {
  reached += 1;
  if (reached === Number(CREW_TEST_DIES)) process.kill(process.pid, 'SIGKILL');
}

async function around<T>(act: () => Promise<T>): Promise<T> {
  point();
  const result = await act();
  point();
  return result;
}

const send = globalThis.fetch;
globalThis.fetch = (...args) => around(() => send(...args));

const folder = folderStore(CREW_TEST_STORE);
const store: Store = { ...folder, append: (...args) => around(() => folder.append(...args)) };
const clock: Clock = {
  now: () => BIRTH + (Date.now() - BIRTH) * FAST,
  sleep: async (ms, signal) => {
    if (ms > 0) await setTimeout(ms / FAST, undefined, signal ? { signal } : {}).catch(() => undefined);
  },
};

const event = fromWebhook('issue_comment', JSON.parse(readFileSync(CREW_TEST_EVENT, 'utf8')));
if (!event) throw new Error('the webhook says nothing to crew');
const env = readEnv(process.env);
const crew = hubCrew({ env, door: 'app', repo: 'ann/shop', token: async () => env.token() ?? null, store, clock });
const ended = await road(event, crew);
process.stdout.write(JSON.stringify({ reached, outcomes: ended.map(({ outcome }) => outcome?.name) }));
