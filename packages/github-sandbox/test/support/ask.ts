import { graphql } from '@octokit/graphql';
import type { GitHub } from '../../src/github/index.js';

export type Answer = { readonly [name: string]: unknown };

/** One query as the official client sends it. */
export function ask(github: GitHub, query: string, given: { variables?: object; token: string }): Promise<Answer> {
  const { variables = {}, token } = given;
  return graphql(query, { ...variables, baseUrl: github.apiUrl, headers: { authorization: `token ${token}` } });
}

/** The whole answer, data and errors, as it came over the wire. */
export async function askRaw(
  github: GitHub,
  query: string,
  given: { variables?: object; token: string },
): Promise<Answer> {
  const { variables = {}, token } = given;
  const answer = await fetch(github.graphqlUrl, {
    method: 'POST',
    headers: { authorization: `bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return Object(await answer.json());
}
