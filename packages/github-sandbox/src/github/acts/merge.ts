// Merges pull requests. Used by REST, the pages, and the merge queue.

import { signatureOf } from '../commit-author.js';
import { moveRef } from '../git/refs.js';
import { mergeTree, writeMerge } from '../git/write-tree.js';
import type { MergeMethod, PullRequest } from '../state.js';
import { type Act, stamp } from '../world.js';
import { markMerged } from './mark-merged.js';
import { tipOf } from './pull-commits.js';
import { emitRefMoved } from './refs.js';

type MergeRequest = {
  readonly pull: PullRequest;
  readonly method: MergeMethod;
  readonly title?: string | undefined;
  readonly message?: string | undefined;
};

/** Merges a pull request and closes its issues. Returns the merge commit; null on conflict, or if the base branch moved meanwhile. */
export async function mergePull(act: Act, request: MergeRequest): Promise<string | null> {
  const { pull } = request;
  const { repository } = pull;
  return act.world.serialize(repository.gitDir, async () => {
    const before = (await tipOf(repository, pull.base.ref)) ?? pull.base.sha;
    const after = await commitMerge(act, request, before);
    if (after === null) return null;
    const name = `refs/heads/${pull.base.ref}`;
    if (!(await moveRef(repository.gitDir, { name, before, after }))) return null;
    pull.base = { ref: pull.base.ref, sha: before };
    markMerged(act, { pull, sha: after });
    await emitRefMoved(act, { repository, name, before, after });
    return after;
  });
}

/** Creates the merge commit, or squashed commit, on a base commit; null on conflict. */
export async function commitMerge({ world, by }: Act, request: MergeRequest, base: string): Promise<string | null> {
  const { pull, method } = request;
  const { gitDir: dir, commits } = pull.repository;
  const sides = { dir, commits, base, head: pull.head.sha };
  const tree = await mergeTree(sides);
  if (tree === null) return null;
  const squash = method === 'squash';
  const author = signatureOf(squash ? pull.author : by.account);
  const sha = await writeMerge({ ...sides, tree, squash, message: messageOf(request), author, at: stamp(world) });
  pull.repository.signedCommits.add(sha);
  return sha;
}

/** GitHub's default message unless title or message are given. */
function messageOf({ pull, method, title, message }: MergeRequest): string {
  const owner = pull.head.repository?.owner.login ?? pull.author.login;
  const mergeTitle = `Merge pull request #${pull.number} from ${owner}/${pull.head.ref}`;
  const squashTitle = `${pull.title} (#${pull.number})`;
  const headline = title ?? (method === 'squash' ? squashTitle : mergeTitle);
  const body = message ?? (method === 'squash' ? '' : pull.title);
  return body === '' ? headline : `${headline}\n\n${body}`;
}
