import type { RateLimit } from '../limits.js';
import type { mergeabilityOf } from '../pulls/mergeability.js';
import type { Node, PullRequest } from '../state.js';
import type { Credential } from '../who/credential.js';
import type { World } from '../world.js';
import type { Cost } from './cost.js';

/** An object that GraphQL reads: values, or functions of the arguments. */
export type Fields = { readonly [name: string]: unknown };

/** A field that cannot be read: `PullRequest.reviews`, of everything or of one number or name. */
export type BrokenField = {
  readonly field: string;
  readonly of?: number | string;
  readonly message?: string;
  readonly type?: string;
};

/** What every resolver is given as its context: the world as this caller sees it. */
export type Sight = {
  readonly world: World;
  readonly who: Credential;
  /** Nothing with an id above this is seen: the stale replica that a fault pretends. */
  readonly newestSeen: number;
  /** The seed of another order for lists that have none of their own; null: as they stand. */
  readonly shuffled: number | null;
  /** Fields that a fault breaks: null with an error, while the rest of the answer stands. */
  readonly broken: readonly BrokenField[];
  /** What this query has asked GitHub to find out, so that it asks once. */
  readonly asked: Map<PullRequest, ReturnType<typeof mergeabilityOf>>;
  readonly cost: Cost;
  readonly rateLimit: RateLimit;
  /** The fields of anything in the world; through here types refer to each other without importing each other. */
  show(node: Node): Fields;
};
