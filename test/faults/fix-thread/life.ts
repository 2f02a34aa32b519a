// One life of a job, as far as GitHub sees it: what becomes of each of its requests, and where it is killed.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { GitHub as Embedded, Fault } from 'github-sandbox';
import type { Machine } from '../../../src/main/phases/publish-run.js';
import type { Clock } from '../../../src/ports.js';
import type { IdleClock } from '../../build/idle-clock.js';

/** What can become of a request. Of one that is done, nobody may hear. */
export const MISHAPS = {
  'dies before it': null,
  'dies after it': { kind: 'drop', when: 'after' },
  'finds no connection': { kind: 'drop', when: 'before' },
  'hears no answer': { kind: 'drop', when: 'after' },
  'is answered 500': { kind: 'status', when: 'before', status: 500 },
  'is answered 502, and it is done': { kind: 'status', when: 'after', status: 502 },
  'is told to wait': { kind: 'status', when: 'before', status: 429, headers: { 'retry-after': '7' } },
  'meets an outage': { kind: 'status', when: 'before', status: 503, forMs: 20_000 },
} as const satisfies Record<string, Fault | null>;
export type Mishap = keyof typeof MISHAPS;
export const mishaps = Object.keys(MISHAPS) as readonly Mishap[];

export interface Asked {
  /** How many there were, this one included; and how many of those wrote. */
  readonly n: number;
  readonly writes: number;
  readonly isWrite: boolean;
}

/** Decides over each request; null: nothing happens to it. */
export type Fate = (asked: Asked) => Mishap | null;

export interface Life {
  readonly machine: Machine;
  /** Gives what came of it; `died` where it was killed. */
  live<T>(work: () => Promise<T>): Promise<T | 'died'>;
  requests(): number;
  writes(): number;
}

/** Nothing of a killed process is tidied up: what it waits for never comes. */
const forEver = new Promise<never>(() => undefined);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly send: () => Promise<Response>;
}

const lives = new AsyncLocalStorage<(sent: Sent) => Promise<Response>>();

const onTheirWay = new Set<Promise<unknown>>();

/** When nothing is on its way any more: of somebody who was killed a request may still be. */
export async function stillness(): Promise<void> {
  while (onTheirWay.size > 0) await Promise.allSettled(onTheirWay);
}

/** From now on whoever lives a life here sends through it; gives what ends that. */
export function watchFetch(): () => void {
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const through = lives.getStore();
    const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
    const sent = { method: init?.method ?? 'GET', path, send: () => send(input, init) };
    return through ? through(sent) : sent.send();
  };
  return () => {
    globalThis.fetch = send;
  };
}

const isWrite = ({ method, path }: Sent): boolean => method !== 'GET' && !path.endsWith('/graphql');

/** Where a fault lies in wait for it: the address of the API may have a path of its own. */
const atPath = ({ path }: Sent): string =>
  `${path.replace(/^.*(?=\/repos\/)/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

/** A process of a name of its own. */
export function lifeOf(
  { embedded, clock }: { embedded: Embedded; clock: IdleClock },
  { name, fate = () => null }: { name: string; fate?: Fate },
): Life {
  let [n, writes, isDead] = [0, 0, false];
  let bury: () => void = () => undefined;
  const died = new Promise<'died'>((resolve) => {
    bury = () => resolve('died');
  });
  const end = (): Promise<never> => {
    isDead = true;
    bury();
    return forEver;
  };
  const through = async (sent: Sent): Promise<Response> => {
    if (isDead) return forEver;
    n += 1;
    if (isWrite(sent)) writes += 1;
    const mishap = fate({ n, writes, isWrite: isWrite(sent) });
    const fault = mishap && MISHAPS[mishap];
    if (mishap === 'dies before it') return end();
    if (fault) embedded.faults.add('forMs' in fault ? fault : { ...fault, method: sent.method, path: atPath(sent) });
    try {
      const answer = await clock.during(() => underway(whole(sent)));
      return isDead ? await forEver : answer;
    } catch (error) {
      if (mishap === 'dies after it') return end();
      throw error;
    }
  };
  const sleep: Clock['sleep'] = (ms, signal) => (isDead ? forEver : clock.sleep(ms, signal));
  return {
    // Of a process on another machine nobody can tell whether it lives.
    machine: { clock: { now: clock.now, sleep }, holder: { name, isGone: () => false } },
    live: (work) => Promise.race([lives.run(through, work), died]),
    requests: () => n,
    writes: () => writes,
  };
}

function underway<T>(sent: Promise<T>): Promise<T> {
  onTheirWay.add(sent);
  const arrived = () => onTheirWay.delete(sent);
  sent.then(arrived, arrived);
  return sent;
}

/** The answer to its last byte, so that nothing of it is still on its way while the clock goes on. */
async function whole({ send }: Sent): Promise<Response> {
  const answer = await send();
  const bytes = await answer.arrayBuffer();
  const { status, statusText, headers, url } = answer;
  const body = status === 204 || status === 304 ? null : bytes;
  // One that somebody made has no address, and pages are turned by it.
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
}
