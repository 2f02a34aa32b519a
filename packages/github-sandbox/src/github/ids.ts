/** Numbers and node ids in the order things are made: the same story gives the same ids on every machine. */
export type Ids = {
  next(): number;
  last(): number;
};

/** Starts counting above `first`, so that ids of different kinds of things are never mistaken for issue numbers. */
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

/** The other name of an App, which is derived from its id here. */
export function clientId(app: number): string {
  return `Iv23li${String(app).padStart(14, '0')}`;
}

/** A GraphQL node id in the outer shape of GitHub's: a prefix that tells the kind, then opaque letters. */
export function nodeId(prefix: string, id: number): string {
  return `${prefix}_kwDO${Buffer.from(String(id)).toString('base64url')}`;
}

/** Where this GitHub is reached; every link in every answer is made from these. */
export type Urls = {
  readonly html: string;
  readonly api: string;
  readonly graphql: string;
};

export const apiPrefix = '/api/v3';
export const graphqlPath = '/api/graphql';

/** The addresses of a server at `origin`, laid out as GitHub Enterprise Server lays them out. */
export function urlsAt(origin: string): Urls {
  return { html: origin, api: `${origin}${apiPrefix}`, graphql: `${origin}${graphqlPath}` };
}
