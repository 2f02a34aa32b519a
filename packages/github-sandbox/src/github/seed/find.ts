// Finds the issues and pull requests that a seed refers to. Used by the other files of seed/.

import { fullName, type Issue, type Repository, type Thread } from '../state.js';
import { repositoryNamed } from '../token-for.js';
import type { World } from '../world.js';
import type { RefSeed } from './shape.js';

type Named = { readonly repository?: Repository; readonly ref: RefSeed };

/** The issue or pull request of a reference: a number, or `owner/name#12`. */
export function threadAt(world: World, { repository, ref }: Named): Thread {
  const [, name, number] = /^(?:(.+)#)?(\d+)$/.exec(String(ref)) ?? [];
  const home = name === undefined ? repository : repositoryNamed(world, name);
  const thread = home?.threadsByNumber.get(Number(number));
  if (thread !== undefined) return thread;
  throw new Error(`${home === undefined ? 'the seed' : fullName(home)} has no issue #${number ?? ref}`);
}

/** The issue of a reference; throws if it is a pull request. */
export function issueAt(world: World, named: Named): Issue {
  const thread = threadAt(world, named);
  if (thread.kind === 'Issue') return thread;
  throw new Error(`the seed refers to ${named.ref} as an issue, but it is a pull request`);
}
