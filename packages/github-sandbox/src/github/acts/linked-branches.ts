// Creates branches that are linked to an issue. Only tests use it: the page and the APIs offer no such request.

import { zeroSha } from '../git/refs.js';
import type { Issue, Repository } from '../state.js';
import type { Act } from '../world.js';
import { changeRef } from './refs.js';

type Draft = { readonly issue: Issue; readonly repository: Repository; readonly name: string; readonly sha: string };

/** Creates a branch linked to an issue; false if a branch of this name exists. */
export async function createLinkedBranch(act: Act, { issue, repository, name, sha }: Draft): Promise<boolean> {
  const isCreated = await changeRef(act, { repository, name: `refs/heads/${name}`, before: zeroSha, after: sha });
  if (isCreated) issue.linkedBranches.push({ repository, name });
  return isCreated;
}
