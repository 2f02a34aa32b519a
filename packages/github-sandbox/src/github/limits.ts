// The rate limits of the embedded GitHub. Counted by the REST and GraphQL endpoints, and shown by rest/root.ts and GraphQL. world.ts holds
// the counters, create-world.ts opens them, and src/github/index.ts exports limits to choose from.

/** Rate limits. Defaults are GitHub's. */
export type Limits = {
  readonly requestsPerHour: number;
  /** For GITHUB_TOKEN, per repository. Limits REST requests and GraphQL points separately. */
  readonly workflowRequestsPerHour: number;
  readonly graphqlPointsPerHour: number;
  readonly contentPerMinute: number;
  readonly contentPerHour: number;
};

export const githubLimits: Limits = {
  requestsPerHour: 5000,
  workflowRequestsPerHour: 1000,
  graphqlPointsPerHour: 5000,
  contentPerMinute: 80,
  contentPerHour: 500,
};

/** No limits, for benchmarks. */
export const noLimits: Limits = {
  requestsPerHour: Number.MAX_SAFE_INTEGER,
  workflowRequestsPerHour: Number.MAX_SAFE_INTEGER,
  graphqlPointsPerHour: Number.MAX_SAFE_INTEGER,
  contentPerMinute: Number.MAX_SAFE_INTEGER,
  contentPerHour: Number.MAX_SAFE_INTEGER,
};

export type Resource = 'core' | 'graphql';

/** The state of one rate limit window. */
export type RateLimit = {
  readonly resource: Resource;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since 1970 at which the window restarts. */
  readonly reset: number;
  readonly exceeded: boolean;
};

export type RateLimits = {
  read(caller: { key: string; resource: Resource }): RateLimit;
  /** Counts a cost, unless it would exceed the limit, and returns the state. */
  spend(spent: { key: string; resource: Resource; cost: number }): RateLimit;
  /** Counts one creation of content and returns null, or returns the seconds to wait if the limit is reached. */
  waitForContent(key: string): number | null;
};

type Window = { start: number; used: number };

const minute = 60_000;
const hour = 60 * minute;

/** Rate limits; `key` is the caller (`callerOf`). */
export function openRateLimits({ limits, now }: { limits: Limits; now: () => number }): RateLimits {
  const windows = new Map<string, Window>();
  const contentTimes = new Map<string, number[]>();
  const spend: RateLimits['spend'] = ({ key, resource, cost }) => {
    const window = currentWindow({ windows, key: `${resource} ${key}`, now: now() });
    const limit = limitFor({ limits, key, resource });
    const exceeded = cost > 0 && window.used + cost > limit;
    if (!exceeded) window.used += cost;
    const reset = Math.ceil((window.start + hour) / 1000);
    return { resource, limit, used: window.used, remaining: limit - window.used, reset, exceeded };
  };
  return {
    read: (caller) => spend({ ...caller, cost: 0 }),
    spend,
    waitForContent: (key) => {
      const recent = (contentTimes.get(key) ?? []).filter((at) => at > now() - hour);
      const wait = secondsToWait({ recent, limits, now: now() });
      contentTimes.set(key, wait === null ? [...recent, now()] : recent);
      return wait;
    },
  };
}

function currentWindow({ windows, key, now }: { windows: Map<string, Window>; key: string; now: number }): Window {
  const known = windows.get(key);
  if (known !== undefined && known.start + hour > now) return known;
  const fresh = { start: now, used: 0 };
  windows.set(key, fresh);
  return fresh;
}

function limitFor({ limits, key, resource }: { limits: Limits; key: string; resource: Resource }): number {
  if (key.startsWith('workflow ')) return limits.workflowRequestsPerHour;
  return resource === 'graphql' ? limits.graphqlPointsPerHour : limits.requestsPerHour;
}

function secondsToWait({
  recent,
  limits,
  now,
}: {
  recent: readonly number[];
  limits: Limits;
  now: number;
}): number | null {
  const lastMinute = recent.filter((at) => at > now - minute);
  const [oldestOfMinute = now] = lastMinute;
  const [oldestOfHour = now] = recent;
  if (lastMinute.length >= limits.contentPerMinute) return Math.ceil((oldestOfMinute + minute - now) / 1000);
  if (recent.length >= limits.contentPerHour) return Math.ceil((oldestOfHour + hour - now) / 1000);
  return null;
}
