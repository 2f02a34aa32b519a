// Serves the REST API. Used by open-server.ts.

import { createHash } from 'node:crypto';
import { ApiError, notFound } from '../api-error.js';
import { authenticate } from '../auth/authenticate.js';
import { authorize } from '../auth/authorize.js';
import { actorOf, type Credential, callerOf } from '../auth/credential.js';
import type { Incoming, Reply } from '../http/message.js';
import { parseJson } from '../http/read-body.js';
import { type Call, createRouter, type Match, type Route } from '../http/route.js';
import { apiPrefix } from '../ids.js';
import type { RateLimit } from '../limits.js';
import { findRepository } from '../state.js';
import type { World } from '../world.js';
import type { Endpoint } from './serve.js';

const documentation = 'https://docs.github.com/rest';

/** The REST API: authentication, rate limit, routing, authorization, handler. */
export function restEndpoint(world: World, routes: readonly Route[]): Endpoint {
  const find = createRouter(routes);
  return {
    name: 'rest',
    serves: (path) => path.startsWith(apiPrefix),
    answer: async (incoming, { newestVisibleId }) => {
      const path = incoming.path.slice(apiPrefix.length).replace(/\/+$/, '') || '/';
      const match = find(incoming.method, path);
      const operation = match?.route.operation;
      const named = operation === undefined ? {} : { operation };
      try {
        const who = authenticate(world, incoming.headers.authorization);
        const reply = await answerAs(world, { who, match, incoming, path, newestVisibleId });
        return { ...reply, ...named, actor: callerOf(who) };
      } catch (problem) {
        return { ...errorResponse(problem, operation), ...named };
      }
    },
  };
}

type AuthenticatedRequest = {
  who: Credential;
  match: Match | null;
  incoming: Incoming;
  path: string;
  newestVisibleId: number;
};

/** A 304 response costs nothing, so the cost is known only at the end. */
async function answerAs(world: World, request: AuthenticatedRequest): Promise<Reply> {
  const { who, match, incoming } = request;
  const operation = match?.route.operation;
  const key = callerOf(who);
  const reply = await replyTo(world, request).catch((problem: unknown) => errorResponse(problem, operation));
  const cost = reply.status === 304 || operation === 'rate-limit/get' ? 0 : 1;
  const rateLimit = world.limits.spend({ key, resource: 'core', cost });
  const headers = { ...rateLimitHeaders(rateLimit), 'x-github-api-version-selected': versionOf(incoming) };
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

async function replyTo(world: World, request: AuthenticatedRequest): Promise<Reply> {
  const { who, match, incoming } = request;
  const { remaining } = world.limits.read({ key: callerOf(who), resource: 'core' });
  if (remaining <= 0 && match?.route.operation !== 'rate-limit/get') throw primaryLimit(who);
  if (match === null) throw notFound();
  return withEtag(incoming, await perform(world, { ...request, match }));
}

async function perform(world: World, request: AuthenticatedRequest & { match: Match }): Promise<Reply> {
  const { who, match, incoming, path, newestVisibleId } = request;
  const { route, params } = match;
  const repository = findRepository(world.state, `${params.owner}/${params.repo}`) ?? null;
  authorize(who, route.need, repository);
  const wait = route.hasContentRateLimit ? world.limits.waitForContent(callerOf(who)) : null;
  if (wait !== null) throw secondaryLimit(wait);
  const call: Call = {
    world,
    who,
    params,
    query: incoming.query,
    headers: incoming.headers,
    body: parseJson(incoming.body),
    path,
    newestVisibleId,
  };
  return route.handle(call, { repository, by: actorOf(who) });
}

const versionOf = ({ headers }: Incoming): string => String(headers['x-github-api-version'] ?? '2022-11-28');

function rateLimitHeaders(rateLimit: RateLimit): { [name: string]: string } {
  return {
    'x-ratelimit-limit': String(rateLimit.limit),
    'x-ratelimit-remaining': String(rateLimit.remaining),
    'x-ratelimit-used': String(rateLimit.used),
    'x-ratelimit-reset': String(rateLimit.reset),
    'x-ratelimit-resource': rateLimit.resource,
  };
}

const primaryLimit = (who: Credential): ApiError =>
  new ApiError({ status: 403, message: `API rate limit exceeded for ${callerOf(who)}.` });

function secondaryLimit(wait: number): ApiError {
  return new ApiError({
    status: 403,
    message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    headers: { 'retry-after': String(wait) },
  });
}

/** The response for an ApiError; other errors are thrown. */
function errorResponse(problem: unknown, operation: string | undefined): Reply {
  if (!(problem instanceof ApiError)) throw problem;
  const about = operation === undefined ? documentation : `${documentation}/${operation.split('/')[0]}`;
  const json = {
    message: problem.message,
    ...problem.details,
    documentation_url: about,
    status: String(problem.status),
  };
  return { status: problem.status, headers: problem.headers, json };
}

/** Adds an ETag, and answers 304 if the client has it. */
function withEtag(incoming: Incoming, reply: Reply): Reply {
  if (incoming.method !== 'GET' || reply.status !== 200 || reply.json === undefined) return reply;
  const etag = `W/"${createHash('sha256').update(JSON.stringify(reply.json)).digest('hex')}"`;
  const headers = { ...reply.headers, etag };
  const { 'if-none-match': known = '' } = incoming.headers;
  return known.split(/,\s*/).some((one) => equalEtags(one, etag)) ? { status: 304, headers } : { ...reply, headers };
}

/** Weak comparison, because proxies add and remove `W/`. */
const equalEtags = (a: string, b: string): boolean => a.replace(/^W\//, '') === b.replace(/^W\//, '');
