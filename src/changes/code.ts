// The effects of commits on crew's branches and of a branch's pull request: how each is found and made. Used by apply.ts.

import type { BranchChange, FilesChange, PullChange } from '../ports/change.js';
import { Conflict, UnansweredWrite, UserError } from '../ports/errors.js';
import type { Commit, Pull } from '../ports/index.js';
import type { Effect, EffectContext, Found } from './effect.js';
import { bodyDigest, readMarker, withMarker, withoutMarker } from './marker.js';

/**
 * One commit on a branch of crew, found by its parent and its tree. The branch is never forced. The commit is created through the API, so
 * GitHub signs it; its tree must be the verified one. After a lost reply a second commit may exist, but on no branch.
 */
export function branchEffect(change: BranchChange, { github, files, outgoing }: EffectContext): Effect {
  const { branches } = github;
  const { branch, tip, parent, tree, earlierCommits = [] } = change;
  const commit = async (): Promise<Commit> => {
    const made = await commitAll(change, { github, files, outgoing });
    if (made.tree !== tree) throw otherTree(tree, made.tree);
    return made;
  };
  /**
   * The head of the branch if it is the commit of this change, else undefined. Goes back over the earlier commits to the parent of the
   * first one. `verified`: GitHub verified the commit's signature.
   */
  const ownCommit = async (head: string | null) => {
    const existing = head === null ? null : await branches.read(head);
    if (existing?.tree !== tree) return undefined;
    let ancestor = existing.parents[0];
    for (const _ of earlierCommits) ancestor = ancestor && (await branches.read(ancestor)).parents[0];
    return ancestor === parent ? { sha: existing.sha, verified: existing.verified } : undefined;
  };
  const make = async () => {
    const { sha, verified } = await commit();
    try {
      await branches.move(branch, { sha, expectedTip: tip });
      return { sha, verified };
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const head = await branches.head(branch);
      // Another writer was faster. If the branch has not got this commit, fix/publish.ts tells a deleted branch from a moved one.
      return (await ownCommit(head)) ?? { isBranchDeleted: head === null };
    }
  };
  return {
    async find() {
      const head = await branches.head(branch);
      if (head === tip) return { is: 'due', repeatable: true, make };
      const made = await ownCommit(head);
      if (made) return { is: 'there', count: 1, made };
      return head === null
        ? { is: 'skipped', why: 'the branch was deleted in between', existing: null }
        : { is: 'skipped', why: 'the branch was moved in between' };
    },
  };
}

/** Creates the commits of a change, each with the one before as its parent. No branch contains them yet. Returns the last commit. */
async function commitAll(
  { parent, secondParent, message, diff, earlierCommits = [] }: BranchChange,
  { github: { branches }, files, outgoing }: Pick<EffectContext, 'github' | 'files' | 'outgoing'>,
): Promise<Commit> {
  if (!files) throw new Error('no files to commit here');
  let [lastSha, earlierPaths, last]: [string, readonly string[], Commit | undefined] = [parent, [], undefined];
  for (const each of [...earlierCommits, { message, diff }]) {
    const changed = await files(each.diff);
    const names = new Set(changed.map(({ path }) => path));
    // Every diff is relative to `parent`. A file that the commit before changed and this one does not gets its content at `parent` again.
    const toRestore = earlierPaths.filter((path) => !names.has(path));
    const existing = toRestore.length === 0 ? [] : await branches.files(parent, toRestore);
    const absentAtParent = toRestore.filter((path) => !existing.some((file) => file.path === path));
    const restored = [...existing, ...absentAtParent.map((path) => ({ path, bytes: null, mode: '100644' as const }))];
    last = await branches.commit({
      parent: lastSha,
      secondParent,
      message: outgoing(each.message),
      files: [...changed, ...restored],
    });
    [lastSha, earlierPaths] = [last.sha, [...names]];
  }
  if (!last) throw new Error('no commit was made');
  return last;
}

/** Commits of texts on a new branch. They are found by the branch's name and the authors of its last commits. Never forced. */
export function filesEffect({ branch, parent, commits }: FilesChange, { github, outgoing }: EffectContext): Effect {
  const { branches, people } = github;
  /** The last commits of the branch, oldest first; null if crew is not the author of as many as the change has. */
  const ownCommits = async (head: string): Promise<readonly string[] | null> => {
    const me = (await people.me()).login;
    const shas: string[] = [];
    for (let at = head; shas.length < commits.length; ) {
      const { author, parents } = await branches.read(at);
      if (author !== me) break;
      shas.unshift(at);
      if (parents[0] === undefined) break;
      at = parents[0];
    }
    return shas.length === commits.length ? shas : null;
  };
  const make = async () => {
    const shas: string[] = [];
    for (const { message, files } of commits) {
      const changed = files.map(({ path, text }) => ({ path, mode: '100644', bytes: new TextEncoder().encode(text) }));
      const last = shas.at(-1) ?? parent;
      shas.push((await branches.commit({ parent: last, message: outgoing(message), files: changed })).sha);
    }
    const sha = shas.at(-1);
    if (sha === undefined) throw new Error('no commit to be made');
    try {
      await branches.move(branch, { sha, expectedTip: null });
      return { shas };
    } catch (error) {
      const head = error instanceof Conflict ? await branches.head(branch) : null;
      const made = head === null ? null : await ownCommits(head);
      if (!made) throw error;
      return { shas: made };
    }
  };
  return {
    async find() {
      const head = await branches.head(branch);
      if (head === null) return { is: 'due', repeatable: true, make };
      const shas = await ownCommits(head);
      if (shas) return { is: 'there', count: 1, made: { shas } };
      return { is: 'skipped', why: 'the branch is somebody else’s' };
    },
  };
}

const otherTree = (expected: string, found: string): UserError =>
  new UserError({
    expected: `a commit with the verified tree ${expected.slice(0, 12)}`,
    found: `the tree ${found.slice(0, 12)}`,
    remedy: 'Nothing was put on a branch. Ask again; if it happens again, report it.',
    ends: 'failed',
  });

const SLOT = 'pull';

/** What `applyChanges` returns for a pull request. `notAsked`: reviewers that GitHub did not accept. */
const made = ({ number, url, draft }: Pull, notAsked: readonly string[] = []) => ({ number, url, draft, notAsked });

/** The open pull request of a branch; GitHub allows only one. A body that a person edited stays as it is. */
export function pullEffect(change: PullChange, { github, repo, markerKey, outgoing }: EffectContext): Effect {
  const { pulls } = github;
  const { branch, base, draft, reviewers, labels } = change;
  const title = outgoing(change.title);
  const body = withMarker(outgoing(change.body), { slot: SLOT, place: `${repo}:${branch}`, key: markerKey });
  const ask = async (pull: Pull) =>
    made(pull, (await pulls.requestReview(pull.number, { reviewers, labels })).rejected);
  const open = async () => {
    const pull = await pulls.create({ branch, base, title, body, draft }).catch((error: unknown) => {
      // An earlier request opened it, and GitHub's list does not show it yet: it is looked for again.
      throw error instanceof Conflict ? new UnansweredWrite(error.message, { cause: error }) : error;
    });
    return pull === 'forbidden' ? { forbidden: true } : ask(pull);
  };
  return {
    async find(): Promise<Found> {
      const existing = (await pulls.listByBranch(branch)).find(({ state }) => state === 'open');
      if (!existing) return { is: 'due', repeatable: true, make: open };
      if (existing.body === body || isEditedByPerson(existing)) return { is: 'there', count: 1, made: made(existing) };
      const amend = async () => {
        await pulls.update(existing.number, { title, body });
        return ask(existing);
      };
      return { is: 'due', repeatable: true, make: amend };
    },
  };
}

/** Whether the body is not the one that crew wrote: its marker is missing or has the digest of another text. */
function isEditedByPerson({ body }: Pull): boolean {
  const marker = readMarker(body);
  return marker?.slot !== SLOT || marker.digest !== bodyDigest(withoutMarker(body));
}
