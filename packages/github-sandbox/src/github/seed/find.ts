// Finds the issues and pull requests that a seed refers to.

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
  throw new Error(`${home === undefined ? 'the world' : fullName(home)} is seeded without an issue #${number ?? ref}`);
}

/** The same for issues only. */
export function issueAt(world: World, named: Named): Issue {
  const thread = threadAt(world, named);
  if (thread.kind === 'Issue') return thread;
  throw new Error(`${named.ref} is seeded as a pull request, and an issue is wanted`);
}
