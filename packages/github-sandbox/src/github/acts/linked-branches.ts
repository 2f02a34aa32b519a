// Creates branches that are linked to an issue.

import { zeroSha } from '../git/refs.js';
import type { Issue, Repository } from '../state.js';
import type { Act } from '../world.js';
import { changeRef } from './refs.js';

type Draft = { readonly issue: Issue; readonly repository: Repository; readonly name: string; readonly sha: string };

/** Creates a branch linked to an issue; false if a branch of this name exists. */
export async function createLinkedBranch(act: Act, { issue, repository, name, sha }: Draft): Promise<boolean> {
  const made = await changeRef(act, { repository, name: `refs/heads/${name}`, before: zeroSha, after: sha });
  if (made) issue.linkedBranches.push({ repository, name });
  return made;
}
