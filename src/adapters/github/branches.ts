import { Conflict } from '../../ports/errors.js';
import type { Branches, FileChange } from '../../ports/index.js';
import type { Client } from './client.js';
import { filesAt } from './files-at.js';
import type { Opening } from './opening/index.js';
import { refMover } from './ref-mover.js';

/** One entry of a tree for GitHub's API: its text, or the id of an existing blob, or null for removal. */
type Entry = {
  readonly path: string;
  readonly mode: Mode;
  readonly type: 'blob';
} & ({ readonly content: string } | { readonly sha: string | null });

const modes = ['100644', '100755', '120000'] as const;
type Mode = (typeof modes)[number];

/** Longer texts are uploaded as blobs, because very large requests fail. */
const LONGEST_INLINE = 512 * 1024;

/** The text for exactly these bytes; null if they must be uploaded as a blob. */
export function inlineText(bytes: Uint8Array): string | null {
  // GitHub treats an empty text as missing, and drops a byte order mark.
  if (bytes.length === 0 || bytes.length > LONGEST_INLINE || bytes.includes(0)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\uFEFF') ? null : text;
  } catch {
    return null;
  }
}

/** The tree entries of a change. Texts go into the tree request; other contents are uploaded first with `keep`. */
export async function entriesOf(
  files: readonly FileChange[],
  upload: (bytes: Uint8Array) => Promise<string>,
): Promise<readonly Entry[]> {
  const uploaded = new Map<string, Promise<string>>();
  const once = (bytes: Uint8Array): Promise<string> => {
    const key = Buffer.from(bytes).toString('base64');
    const sha = uploaded.get(key) ?? upload(bytes);
    uploaded.set(key, sha);
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

/** Submodules are not supported. */
function modeOf(mode: string): Mode {
  const known = modes.find((each) => each === mode);
  if (known === undefined) throw new Error(`no file has the mode ${mode}`);
  return known;
}

/** Branches and commits through the API, without a clone. */
export function githubBranches(client: Client, at: { owner: string; repo: string }, opening?: Opening): Branches {
  const { rest } = client;
  const refs = refMover(client, at);
  const refOf = (branch: string) => `heads/${branch}`;

  const upload = async (bytes: Uint8Array): Promise<string> => {
    const content = Buffer.from(bytes).toString('base64');
    return (await rest.git.createBlob({ ...at, content, encoding: 'base64' })).data.sha;
  };

  /** Tree ids by commit, seen while files were read. */
  const trees = new Map<string, string>();
  const treeOf = async (sha: string): Promise<string> =>
    trees.get(sha) ?? (await rest.git.getCommit({ ...at, commit_sha: sha })).data.tree.sha;

  return {
    head: (branch) => refs.tip(refOf(branch)),
    async read(sha) {
      // The response lists files; one is enough.
      const { data } = await rest.repos.getCommit({ ...at, ref: sha, per_page: 1 });
      return {
        sha: data.sha,
        tree: data.commit.tree.sha,
        verified: data.commit.verification?.verified ?? false,
        parents: data.parents.map((parent) => parent.sha),
        // Only an account that GitHub verified; a name in the commit can be chosen freely.
        author: data.author && 'login' in data.author ? data.author.login : null,
      };
    },
    async files(sha, paths) {
      const { tree, files } = await filesAt(client, at, { sha, paths, opening });
      if (tree !== undefined) trees.set(sha, tree);
      return files;
    },
    async commit({ parent, merges, message, files }) {
      const [below, entries] = await Promise.all([treeOf(merges ?? parent), entriesOf(files, upload)]);
      const tree =
        entries.length === 0
          ? below
          : (await rest.git.createTree({ ...at, base_tree: below, tree: [...entries] })).data.sha;
      const parents = [parent, ...(merges === undefined ? [] : [merges])];
      const { data } = await rest.git.createCommit({ ...at, message, tree, parents });
      return { sha: data.sha, tree: data.tree.sha, verified: data.verification.verified };
    },
    async place(branch, { sha, at: from }) {
      // A ref update would also succeed from an older commit, so the current commit is compared first.
      if (from !== null) {
        const now = await refs.tip(refOf(branch));
        if (now === sha) return;
        if (now !== from) throw new Conflict(`the branch ${branch}`);
      }
      await refs.move(refOf(branch), { from, to: sha });
    },
  };
}
