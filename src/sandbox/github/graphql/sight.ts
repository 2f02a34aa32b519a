import type { Standing } from '../limits.js';
import type { Node } from '../state.js';
import type { Credential } from '../who/credential.js';
import type { World } from '../world.js';
import type { Cost } from './cost.js';

/** An object that GraphQL reads: values, or functions of the arguments. */
export type Fields = { readonly [name: string]: unknown };

/** What every resolver is given as its context: the world as this caller sees it. */
export type Sight = {
  readonly world: World;
  readonly who: Credential;
  /** Nothing with an id above this is seen: the stale replica that a fault pretends. */
  readonly newestSeen: number;
  readonly cost: Cost;
  readonly standing: Standing;
  /** The fields of anything in the world; through here types refer to each other without importing each other. */
  show(node: Node): Fields;
};
