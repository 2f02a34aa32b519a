// The context of GraphQL resolvers. endpoints/graphql.ts creates it for each query; the files of graphql/ and endpoints/serve.ts use its
// types.

import type { Credential } from '../auth/credential.js';
import type { RateLimit } from '../limits.js';
import type { mergeabilityOf } from '../pulls/mergeability.js';
import type { Node, PullRequest } from '../state.js';
import type { World } from '../world.js';
import type { Cost } from './cost.js';

/** An object that GraphQL resolves: values, or functions of the arguments. */
export type Fields = { readonly [name: string]: unknown };

/** A field that fails because of a fault, such as `PullRequest.reviews`: of all objects, or of those with the number or name `of`. */
export type BrokenField = {
  readonly field: string;
  readonly of?: number | string;
  readonly message?: string;
  readonly type?: string;
};

/** The context of every resolver: the world as the caller sees it. */
export type QueryContext = {
  readonly world: World;
  readonly who: Credential;
  /** Objects with a higher id are hidden (fault `stale`). */
  readonly newestVisibleId: number;
  /** The seed for shuffling lists without a guaranteed order; null: not shuffled. */
  readonly shuffleSeed: number | null;
  /** Fields that fail because of a fault. */
  readonly brokenFields: readonly BrokenField[];
  /** Mergeability results of this query, so that each is computed once. */
  readonly mergeabilities: Map<PullRequest, ReturnType<typeof mergeabilityOf>>;
  readonly cost: Cost;
  readonly rateLimit: RateLimit;
  /** The fields of any object. Files of graphql/types call it instead of importing each other. */
  show(node: Node): Fields;
};
