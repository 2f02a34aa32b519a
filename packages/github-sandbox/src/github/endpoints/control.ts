// The control API under /_sandbox, for child processes of tests: faults, effects, requests. Used by open-server.ts.

import { z } from 'zod';
import type { Faults } from '../faults.js';
import { created, type Incoming, noContent, ok, type Reply } from '../http/message.js';
import type { EffectLog, RequestRecord } from '../requests.js';
import type { Endpoint } from './serve.js';

const pathPrefix = '/_sandbox';

const when = z.enum(['before', 'after']);
const faultKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drop'), when }),
  z.object({
    kind: z.literal('status'),
    when,
    status: z.number(),
    message: z.string().exactOptional(),
    headers: z.record(z.string(), z.string()).exactOptional(),
  }),
  z.object({ kind: z.literal('delay'), ms: z.number() }),
  z.object({ kind: z.literal('truncate') }),
  z.object({ kind: z.literal('stale') }),
  z.object({ kind: z.literal('shuffle'), seed: z.number() }),
  z.object({
    kind: z.literal('field'),
    field: z.string(),
    of: z.union([z.number(), z.string()]).exactOptional(),
    message: z.string().exactOptional(),
    type: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('timeout'), ms: z.number().exactOptional() }),
]);
const requestMatch = z.object({
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  body: z.string().exactOptional(),
  from: z.number().exactOptional(),
  times: z.union([z.number(), z.literal('all')]).exactOptional(),
  forMs: z.number().exactOptional(),
});

/** An HTTP API for child processes of a test: faults, effects and requests. */
export function controlEndpoint(given: {
  faults: Faults;
  effects: EffectLog;
  requests: readonly RequestRecord[];
}): Endpoint {
  const routes: { readonly [at: string]: (incoming: Incoming) => Reply } = {
    'GET /faults': () => ok(given.faults.active),
    'POST /faults': ({ body }) => {
      const json: unknown = JSON.parse(body.toString());
      given.faults.add({ ...requestMatch.parse(json), ...faultKind.parse(json) });
      return created({});
    },
    'DELETE /faults': () => {
      given.faults.clear();
      return noContent();
    },
    'GET /effects': () => ok(given.effects.all),
    'GET /requests': () => ok(given.requests),
  };
  return {
    name: 'control',
    serves: (path) => path.startsWith(`${pathPrefix}/`),
    answer: async (incoming) => {
      const handle = routes[`${incoming.method} ${incoming.path.slice(pathPrefix.length)}`];
      if (handle === undefined) return { status: 404, json: { message: 'Not Found' } };
      return handle(incoming);
    },
  };
}
