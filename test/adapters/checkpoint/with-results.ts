import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArtifactStore, createArtifactStore, openResults, type ServiceAccess } from 'github-sandbox';
import { type CheckpointOptions, openCheckpoint } from '../../../src/adapters/checkpoint/index.js';
import type { Checkpoint } from '../../../src/ports/index.js';
import { type QuickClock, quickClock } from '../../build/clock.js';

export const RUN = 7;

/**
 * What happens to one request on its way: it is lost before or after the service got it, it comes late (long after it was given up) or
 * spoilt, its answer is cut, slow (by so many milliseconds), another one (by its status), or none at all.
 */
export interface Fault {
  readonly on: 'ListArtifacts' | 'DeleteArtifact' | 'CreateArtifact' | 'PUT' | 'FinalizeArtifact' | 'all';
  readonly is: 'lost' | 'reply lost' | 'late' | 'spoilt' | 'cut' | 'silent' | number | { readonly slow: number };
  /** How many requests it strikes; one where nothing is said. */
  readonly times?: number;
}

export interface World {
  readonly clock: QuickClock;
  readonly store: ArtifactStore;
  /** The requests so far, by call: `PUT` for the bytes. */
  readonly requests: string[];
  readonly log: string[];
  /** What the job called `work` is given, until it ends. */
  readonly pass: ServiceAccess;
  admit(bearer: { runId: number; job: string }): Promise<ServiceAccess>;
  break(...faults: readonly Fault[]): void;
  /** What was late arrives. */
  arrive(): Promise<void>;
  open(more?: Partial<CheckpointOptions>): Checkpoint;
  /** What stands: the documents by name, the newest last. */
  stored(): Promise<[string, string][]>;
  close(): Promise<void>;
}

/** The sandbox's results service with a job let in, and a way to it on which things go wrong. */
export async function withResults({ most }: { most?: number } = {}): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'results-'));
  const store = createArtifactStore(join(dir, 'artifacts'), most);
  const clock = quickClock();
  const results = openResults({ store, now: () => new Date(clock.now()) });
  const pass = await results.admit({ runId: RUN, job: 'work' });
  const [requests, log]: [string[], string[]] = [[], []];
  const way = brokenWay(requests);
  return {
    clock,
    store,
    requests,
    log,
    pass,
    admit: results.admit,
    break: way.break,
    arrive: way.arrive,
    open: (more) =>
      openCheckpoint({
        token: pass.token,
        resultsUrl: pass.url,
        name: 'crew-work',
        clock,
        log: (line, fields) => log.push(`${line} ${JSON.stringify(fields)}`),
        fetch: way.fetch,
        timing: { requestMs: 300, lastMs: 1_000 },
        ...more,
      }),
    async stored() {
      const into = await mkdtemp(join(dir, 'in-'));
      const entries = await store.list(RUN);
      for (const { id, name } of entries) await store.extract({ runId: RUN, id, into: join(into, name) });
      return Promise.all(
        entries.map(
          async ({ name }): Promise<[string, string]> => [
            name,
            await readFile(join(into, name, `${name}.json`), 'utf8'),
          ],
        ),
      );
    },
    async close() {
      await results.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function brokenWay(requests: string[]): { fetch: typeof fetch } & Pick<World, 'break' | 'arrive'> {
  let faults: { fault: Fault; left: number }[] = [];
  const late: (() => Promise<unknown>)[] = [];
  return {
    break: (...more) => {
      faults = more.map((fault) => ({ fault, left: fault.times ?? 1 }));
    },
    async arrive() {
      for (const send of late.splice(0)) await send();
    },
    async fetch(input, init) {
      const call = init?.method === 'PUT' ? 'PUT' : (String(input).split('/').at(-1) ?? '');
      requests.push(call);
      const struck = faults.find(({ fault, left }) => (fault.on === call || fault.on === 'all') && left > 0);
      if (struck === undefined) return fetch(input, init);
      struck.left -= 1;
      const { signal, ...rest } = init ?? {};
      const send = (body = rest.body): Promise<Response> => fetch(input, { ...rest, ...(body ? { body } : {}) });
      return spoil(struck.fault.is, { send, late, signal: signal ?? undefined, body: rest.body });
    },
  };
}

interface OnItsWay {
  readonly send: (body?: RequestInit['body']) => Promise<Response>;
  readonly body: RequestInit['body'];
  readonly late: (() => Promise<unknown>)[];
  readonly signal: AbortSignal | undefined;
}

async function spoil(is: Fault['is'], { send, body, late, signal }: OnItsWay): Promise<Response> {
  if (typeof is === 'number') return Response.json({ code: 'internal', msg: 'something went wrong' }, { status: is });
  if (is === 'silent') return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
  if (typeof is === 'object') {
    await new Promise((done) => setTimeout(done, is.slow));
    signal?.throwIfAborted();
    return send();
  }
  if (is === 'spoilt' && body instanceof Uint8Array) return send(new Uint8Array([...body.slice(0, -1), 1]));
  if (is === 'late') late.push(send);
  if (is === 'lost' || is === 'late') throw new TypeError('fetch failed');
  const answer = await send();
  if (is === 'reply lost') throw new TypeError('fetch failed');
  return new Response((await answer.text()).slice(0, -5), { status: answer.status });
}
