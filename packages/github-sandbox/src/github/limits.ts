/** How much a caller may ask for. GitHub's numbers unless a test or a bench says otherwise. */
export type Limits = {
  readonly requestsPerHour: number;
  /** Of GITHUB_TOKEN, for all workflows of a repository together: requests, and as many points of GraphQL. */
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

/** For benches, which measure the client and not the waiting. */
export const noLimits: Limits = {
  requestsPerHour: Number.MAX_SAFE_INTEGER,
  workflowRequestsPerHour: Number.MAX_SAFE_INTEGER,
  graphqlPointsPerHour: Number.MAX_SAFE_INTEGER,
  contentPerMinute: Number.MAX_SAFE_INTEGER,
  contentPerHour: Number.MAX_SAFE_INTEGER,
};

export type Resource = 'core' | 'graphql';

/** Where a caller stands in the hour's window of one resource. */
export type RateLimit = {
  readonly resource: Resource;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since 1970 when the window starts anew. */
  readonly reset: number;
  readonly exceeded: boolean;
};

export type LimitBook = {
  /** Counts a cost against the hour and says where that leaves the caller; a cost of 0 only looks. */
  spend(spent: { owner: string; resource: Resource; cost: number }): RateLimit;
  /** Counts one piece of content; the seconds to wait when it is too much, null when it may be made. */
  waitForContent(owner: string): number | null;
};

type Window = { start: number; used: number };

const minute = 60_000;
const hour = 60 * minute;

/** Opens the book in which requests are counted, by owner of the token as GitHub does. */
export function openLimitBook({ limits, now }: { limits: Limits; now: () => number }): LimitBook {
  const windows = new Map<string, Window>();
  const made = new Map<string, number[]>();
  return {
    spend: ({ owner, resource, cost }) => {
      const window = currentWindow({ windows, key: `${resource} ${owner}`, now: now() });
      const limit = limitFor({ limits, owner, resource });
      const exceeded = cost > 0 && window.used + cost > limit;
      if (!exceeded) window.used += cost;
      const reset = Math.ceil((window.start + hour) / 1000);
      return { resource, limit, used: window.used, remaining: limit - window.used, reset, exceeded };
    },
    waitForContent: (owner) => {
      const recent = (made.get(owner) ?? []).filter((at) => at > now() - hour);
      const wait = waitAmong({ recent, limits, now: now() });
      made.set(owner, wait === null ? [...recent, now()] : recent);
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

function limitFor({ limits, owner, resource }: { limits: Limits; owner: string; resource: Resource }): number {
  if (owner.startsWith('workflow ')) return limits.workflowRequestsPerHour;
  return resource === 'graphql' ? limits.graphqlPointsPerHour : limits.requestsPerHour;
}

function waitAmong({ recent, limits, now }: { recent: readonly number[]; limits: Limits; now: number }): number | null {
  const lastMinute = recent.filter((at) => at > now - minute);
  const [oldestOfMinute = now] = lastMinute;
  const [oldestOfHour = now] = recent;
  if (lastMinute.length >= limits.contentPerMinute) return Math.ceil((oldestOfMinute + minute - now) / 1000);
  if (recent.length >= limits.contentPerHour) return Math.ceil((oldestOfHour + hour - now) / 1000);
  return null;
}
