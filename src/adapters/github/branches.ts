import { Conflict } from '../../errors.js';
import type { Branches } from '../../ports.js';
import type { Client } from './client.js';
import { entriesOf } from './entries.js';
import { filesAt } from './files-at.js';
import { movingIn } from './moving.js';
import type { Opening } from './opening/index.js';

/** Branches and their commits, without a clone: the tree goes to GitHub, and GitHub says what it is called. */
export function githubBranches(client: Client, at: { owner: string; repo: string }, opening?: Opening): Branches {
  const { rest } = client;
  const refs = movingIn(client, at);
  const refOf = (branch: string) => `heads/${branch}`;

  const keep = async (bytes: Uint8Array): Promise<string> => {
    const content = Buffer.from(bytes).toString('base64');
    return (await rest.git.createBlob({ ...at, content, encoding: 'base64' })).data.sha;
  };

  /** What was seen with the files of a commit. */
  const trees = new Map<string, string>();
  const treeOf = async (sha: string): Promise<string> =>
    trees.get(sha) ?? (await rest.git.getCommit({ ...at, commit_sha: sha })).data.tree.sha;

  return {
    head: (branch) => refs.tip(refOf(branch)),
    async read(sha) {
      // Of the files that come along one is enough.
      const { data } = await rest.repos.getCommit({ ...at, ref: sha, per_page: 1 });
      return {
        sha: data.sha,
        tree: data.commit.tree.sha,
        verified: data.commit.verification?.verified ?? false,
        parents: data.parents.map((parent) => parent.sha),
        // Only an account that GitHub knows: a name anybody can write into a commit is nobody's.
        author: data.author && 'login' in data.author ? data.author.login : null,
      };
    },
    async files(sha, paths) {
      const { tree, files } = await filesAt(client, at, { sha, paths, opening });
      if (tree !== undefined) trees.set(sha, tree);
      return files;
    },
    async commit({ parent, message, files }) {
      const [below, entries] = await Promise.all([treeOf(parent), entriesOf(files, keep)]);
      const tree =
        entries.length === 0
          ? below
          : (await rest.git.createTree({ ...at, base_tree: below, tree: [...entries] })).data.sha;
      const { data } = await rest.git.createCommit({ ...at, message, tree, parents: [parent] });
      return { sha: data.sha, tree: data.tree.sha, verified: data.verification.verified };
    },
    async place(branch, { sha, at: from }) {
      // Moving says whether it was there; going on says only that it was somewhere before.
      if (from !== null) {
        const now = await refs.tip(refOf(branch));
        if (now === sha) return;
        if (now !== from) throw new Conflict(`the branch ${branch}`);
      }
      await refs.move(refOf(branch), { from, to: sha });
    },
  };
}
