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
