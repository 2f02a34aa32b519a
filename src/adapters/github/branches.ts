import { Conflict } from '../../errors.js';
import type { Branches, FileChange } from '../../ports.js';
import type { Client } from './client.js';
import { filesAt } from './files-at.js';
import { movingIn } from './moving.js';
import type { Opening } from './opening/index.js';

/** One file of a tree, as GitHub takes it: its text, or the name of bytes that are there already, or gone. */
type Entry = {
  readonly path: string;
  readonly mode: Mode;
  readonly type: 'blob';
} & ({ readonly content: string } | { readonly sha: string | null });

const modes = ['100644', '100755', '120000'] as const;
type Mode = (typeof modes)[number];

/** Above this a text goes as a blob of its own: a request of many megabytes is a request that breaks off. */
const LONGEST_INLINE = 512 * 1024;

/** The text that stands for exactly these bytes, or null: then they have to go as bytes. */
export function inlineText(bytes: Uint8Array): string | null {
  // Of an empty text GitHub cannot tell whether it was meant; of a mark at the beginning, whether it belongs to the file.
  if (bytes.length === 0 || bytes.length > LONGEST_INLINE || bytes.includes(0)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\uFEFF') ? null : text;
  } catch {
    return null;
  }
}

/** The entries of a change. Texts go along with the tree; only for other bytes somebody is asked to keep them first. */
export async function entriesOf(
  files: readonly FileChange[],
  keep: (bytes: Uint8Array) => Promise<string>,
): Promise<readonly Entry[]> {
  const kept = new Map<string, Promise<string>>();
  const once = (bytes: Uint8Array): Promise<string> => {
    const key = Buffer.from(bytes).toString('base64');
    const sha = kept.get(key) ?? keep(bytes);
    kept.set(key, sha);
    return sha;
  };
  return Promise.all(
    files.map(async ({ path, mode, bytes }) => {
      const place = { path, mode: modeOf(mode), type: 'blob' as const };
      if (bytes === null) return { ...place, sha: null };
      const content = inlineText(bytes);
      return content === null ? { ...place, sha: await once(bytes) } : { ...place, content };
    }),
  );
}

/** A submodule is no file of ours to write. */
function modeOf(mode: string): Mode {
  const known = modes.find((each) => each === mode);
  if (known === undefined) throw new Error(`no file has the mode ${mode}`);
  return known;
}

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
