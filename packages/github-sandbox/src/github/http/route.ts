// The types of REST routes and the router that finds them. Used by rest/, paginate.ts and the REST endpoint.

import type { Actor, Credential } from '../auth/credential.js';
import type { Need } from '../auth/required-permission.js';
import type { Repository } from '../state.js';
import type { World } from '../world.js';
import type { Reply } from './message.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler receives. */
export type Call = {
  readonly world: World;
  readonly who: Credential;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly body: unknown;
  readonly path: string;
  /** Lists hide objects with a higher id (fault `stale`). */
  readonly newestVisibleId: number;
};

/** A call below /repos/{owner}/{repo}: the repository exists and is visible. */
export type RepositoryCall = Call & { readonly repository: Repository };

/** A call that changes something, with its actor. */
export type RepositoryAct = RepositoryCall & { readonly by: Actor };

export type Route = {
  readonly method: Method;
  /** As in the official API description, including parameters. */
  readonly path: string;
  readonly operation: string;
  readonly need: Need;
  /** Whether the secondary rate limit for content that notifies people counts its calls. Default: for every method except GET. */
  readonly hasContentRateLimit: boolean;
  readonly handle: (call: Call, at: { repository: Repository | null; by: Actor | null }) => Reply | Promise<Reply>;
};

type Description = { operation: string; need: Need; hasContentRateLimit?: boolean };
type Handler<Given> = (call: Given) => Reply | Promise<Reply>;

/** A route whose path is not below a repository. */
export function route(
  at: `${Method} /${string}` | `${Method} /`,
  description: Description,
  handle: Handler<Call>,
): Route {
  return { ...describe(at, description), handle: (call) => handle(call) };
}

/** A read route of a repository. */
export function repositoryRoute(
  at: `${Method} ${string}`,
  description: Description,
  handle: Handler<RepositoryCall>,
): Route {
  const handleIn: Route['handle'] = (call, { repository }) => {
    if (repository === null) throw new Error(`${at} is not below a repository`);
    return handle({ ...call, repository });
  };
  return { ...describe(`${at}`, description), handle: handleIn };
}

/** A route that changes a repository. */
export function repositoryAct(
  at: `${Method} ${string}`,
  description: Description,
  handle: Handler<RepositoryAct>,
): Route {
  const handleIn: Route['handle'] = (call, { repository, by }) => {
    if (repository === null || by === null) throw new Error(`${at} requires a caller with an account`);
    return handle({ ...call, repository, by });
  };
  return { ...describe(`${at}`, description), handle: handleIn };
}

function describe(at: string, { operation, need, hasContentRateLimit }: Description): Omit<Route, 'handle'> {
  const [method = '', path = ''] = at.split(' ');
  return {
    method: methodOf(method),
    path: expandRepository(path),
    operation,
    need,
    hasContentRateLimit: hasContentRateLimit ?? method !== 'GET',
  };
}

/** In the paths of routes, `…` stands for /repos/{owner}/{repo}. */
const expandRepository = (path: string): string => path.replace(/^…/, '/repos/{owner}/{repo}');

function methodOf(text: string): Method {
  const known: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const method = known.find((one) => one === text);
  if (method === undefined) throw new Error(`no such method: ${text}`);
  return method;
}

export type Match = { readonly route: Route; readonly params: { readonly [name: string]: string } };
type CompiledRoute = {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly fixedSegments: number;
};

/** Names of parameters that may contain slashes. */
const parametersWithSlashes = new Set(['path', 'ref', 'branch']);

/** Finds the route of a request; the one with more fixed segments wins. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match | null {
  const compiled = routes.map(compile).sort((a, b) => b.fixedSegments - a.fixedSegments);
  return (method, path) => {
    for (const { route, pattern, names } of compiled) {
      const found = route.method === method ? pattern.exec(path) : null;
      if (found === null) continue;
      const params = Object.fromEntries(names.map((name, i) => [name, decode(found[i + 1] ?? '')]));
      return { route, params };
    }
    return null;
  };
}

/** Leaves a badly encoded part as it is; no record has such a name. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function compile(route: Route): CompiledRoute {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  const pattern = route.path
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\/\{path\}/g, '(?:/(.*))?')
    .replace(/\{(\w+)\}/g, (_, name: string) => (parametersWithSlashes.has(name) ? '(.+)' : '([^/]+)'));
  const fixed = route.path.split('/').filter((word) => word !== '' && !word.startsWith('{')).length;
  return { route, pattern: new RegExp(`^${pattern}$`), names, fixedSegments: fixed };
}
