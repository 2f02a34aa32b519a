// Serves the GraphQL API. Used by open-server.ts.

import { z } from 'zod';
import { ApiError } from '../api-error.js';
import { authenticate } from '../auth/authenticate.js';
import { type Credential, callerOf } from '../auth/credential.js';
import type { QueryContext } from '../graphql/query-context.js';
import { executeQuery, prepare, type Query } from '../graphql/run.js';
import { loadSchema } from '../graphql/schema.js';
import { showNode } from '../graphql/types/index.js';
import { mutationType } from '../graphql/types/mutation.js';
import { queryType } from '../graphql/types/query.js';
import { type Incoming, ok, type Reply } from '../http/message.js';
import { parseJson } from '../http/read-body.js';
import { graphqlPath } from '../ids.js';
import type { RateLimit } from '../limits.js';
import type { World } from '../world.js';
import type { Endpoint, ResponseFaults } from './serve.js';

const body = z.object({
  query: z.string(),
  variables: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((given) => given ?? undefined),
  operationName: z
    .string()
    .nullish()
    .transform((given) => given ?? undefined),
});

/** The GraphQL API, executed on GitHub's schema. */
export function graphqlEndpoint(world: World, schemaFile: string | null): Endpoint {
  return {
    name: 'graphql',
    serves: (path) => path === graphqlPath || path === '/graphql' || path === '/api/v3/graphql',
    answer: async (incoming, faults) => {
      try {
        const who = authenticate(world, incoming.headers.authorization);
        if (who.kind === 'anonymous' || who.kind === 'app') throw unauthenticated();
        const query = readQuery(incoming);
        const reply = await answerAs(world, { who, query, faults, schemaFile });
        return { ...reply, operation: 'graphql', actor: callerOf(who) };
      } catch (problem) {
        if (!(problem instanceof ApiError)) throw problem;
        const json = {
          message: problem.message,
          documentation_url: 'https://docs.github.com/graphql',
          status: String(problem.status),
        };
        return { status: problem.status, headers: problem.headers, json };
      }
    },
  };
}

const unauthenticated = (): ApiError =>
  new ApiError({ status: 401, message: 'This endpoint requires you to be authenticated.' });

function readQuery(incoming: Incoming): Query {
  if (incoming.method !== 'POST') throw new ApiError({ status: 404, message: 'Not Found' });
  const read = body.safeParse(parseJson(incoming.body));
  if (!read.success)
    throw new ApiError({ status: 400, message: 'A query attribute must be specified and must be a string.' });
  return read.data;
}

type AuthenticatedQuery = { who: Credential; query: Query; faults: ResponseFaults; schemaFile: string | null };

async function answerAs(world: World, { who, query, faults, schemaFile }: AuthenticatedQuery): Promise<Reply> {
  const schema = await loadSchema(schemaFile);
  const prepared = prepare(schema, query);
  if ('errors' in prepared) return ok({ errors: prepared.errors });
  const { document, cost } = prepared;
  const rateLimit = world.limits.spend({ key: callerOf(who), resource: 'graphql', cost: cost.points });
  const headers = limitHeaders(rateLimit);
  if (rateLimit.exceeded) {
    return { ...ok({ errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded.' }] }), headers };
  }
  const context: QueryContext = {
    world,
    who,
    ...faults,
    mergeabilities: new Map(),
    cost,
    rateLimit,
    show: (node) => showNode(context, node),
  };
  const root = { ...queryType(context), ...mutationType(context) };
  return { ...ok(await executeQuery({ schema, document, query, root, context })), headers };
}

const limitHeaders = ({ limit, remaining, used, reset }: RateLimit) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-used': String(used),
  'x-ratelimit-reset': String(reset),
  'x-ratelimit-resource': 'graphql',
});
