import { Conflict, UserError } from '../../errors.js';
import type { Commit } from '../../ports.js';
import type { BranchChange } from '../change.js';
import type { Effect, Hands } from '../effect.js';

/** A commit on a branch of crew's own: found by what it stands on and what it holds. Never forced over anybody's work. */
export function branchEffect(change: BranchChange, { github, files, outgoing }: Hands): Effect {
  const { branches } = github;
  const { branch, at, parent, tree } = change;
  const commit = async (): Promise<Commit> => {
    if (!files) throw new Error('no files to commit here');
    const made = await branches.commit({
      parent,
      message: outgoing(change.message),
      files: await files(change.diff),
    });
    if (made.tree !== tree) throw otherTree(tree, made.tree);
    return made;
  };
  const ours = async (head: string | null) => {
    const standing = head === null ? null : await branches.read(head);
    return standing?.tree === tree && standing.parents[0] === parent
      ? { sha: standing.sha, verified: standing.verified }
      : undefined;
  };
  // A commit that is on no branch is nothing yet: made a second time, the first lies there unseen.
  const unmade = {
    is: 'absent',
    repeatable: true,
    make: async () => {
      const { sha, verified } = await commit();
      const isPlaced = await branches.place(branch, { sha, at }).then(
        () => true,
        (error: unknown) => (error instanceof Conflict ? false : Promise.reject(error)),
      );
      // Somebody was faster: an earlier try of ours is found there, and somebody else's stays, and ours lies on no branch.
      if (isPlaced) return { sha, verified };
      const head = await branches.head(branch);
      return (await ours(head)) ?? { isGone: head === null };
    },
  } as const;
  return {
    // GitHub itself refuses a branch that is there.
    unmade: at === null ? unmade : undefined,
    async look() {
      const head = await branches.head(branch);
      if (head === at) return unmade;
      const applied = await ours(head);
      if (applied) return { is: 'there', count: 1, applied };
      return head === null
        ? { is: 'skipped', why: 'the branch was deleted in between', standing: null }
        : { is: 'skipped', why: 'the branch was moved in between' };
    },
  };
}

const otherTree = (expected: string, found: string): UserError =>
  new UserError({
    expected: `a commit with exactly what was verified (${expected.slice(0, 12)})`,
    found: `another one (${found.slice(0, 12)})`,
    remedy: 'Nothing was put on a branch. Ask again; if it stays so, tell whoever keeps crew.',
    ends: 'failed',
  });
