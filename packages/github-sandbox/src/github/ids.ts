// Ids, node ids and URLs of the embedded GitHub. Used where records are created (acts/, seed/) and shown (rest/, events/), by endpoints/,
// pulls/checks.ts, world.ts and the files that build it, and by the runner host in src/actions.

/** Counts ids in order of creation, so that the same scenario always gives the same ids. */
export type Ids = {
  next(): number;
  last(): number;
};

/** Counts above `first`, so that ids are not mistaken for issue numbers. */
export function countFrom(first: number): Ids {
  let last = first;
  return {
    next: () => {
      last += 1;
      return last;
    },
    last: () => last,
  };
}

/** The client id of an App, derived from its id. */
export function clientId(app: number): string {
  return `Iv23li${String(app).padStart(14, '0')}`;
}

/** A GraphQL node id in GitHub's format. */
export function nodeId(prefix: string, id: number): string {
  return `${prefix}_kwDO${Buffer.from(String(id)).toString('base64url')}`;
}

/** The base URLs of this server. */
export type Urls = {
  readonly html: string;
  readonly api: string;
  readonly graphql: string;
};

export const apiPrefix = '/api/v3';
export const graphqlPath = '/api/graphql';

/** The URLs of a server at `origin`, in the layout of GitHub Enterprise Server. */
export function urlsAt(origin: string): Urls {
  return { html: origin, api: `${origin}${apiPrefix}`, graphql: `${origin}${graphqlPath}` };
}
