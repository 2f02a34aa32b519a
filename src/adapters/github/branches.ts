// Implements the port Branches: reads files of commits, creates commits and moves branches through the API.

import { createHash } from 'node:crypto';
import { Conflict } from '../../ports/errors.js';
import type { Branches, FileChange } from '../../ports/index.js';
import type { Client, RepositoryName } from './client.js';
import { refMover } from './refs.js';

/** One entry of a tree for GitHub's API: its text, or the id of an existing blob, or null for removal. */
type TreeEntry = {
  readonly path: string;
  readonly mode: Mode;
  readonly type: 'blob';
} & ({ readonly content: string } | { readonly sha: string | null });

const FILE_MODES = ['100644', '100755', '120000'] as const;
type Mode = (typeof FILE_MODES)[number];

/** Longer texts are uploaded as blobs, because very large requests fail. */
const MAX_INLINE_LENGTH = 512 * 1024;

/** The text that GitHub stores as exactly these bytes; null if they must be uploaded as a blob. */
export function inlineText(bytes: Uint8Array): string | null {
  // GitHub treats an empty text as missing, and drops a byte order mark.
  if (bytes.length === 0 || bytes.length > MAX_INLINE_LENGTH || bytes.includes(0)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\uFEFF') ? null : text;
  } catch {
    return null;
  }
}

/** The tree entries of a change. Texts go into the tree request; other contents are uploaded first, each once. */
export async function entriesOf(
  files: readonly FileChange[],
  upload: (bytes: Uint8Array) => Promise<string>,
): Promise<readonly TreeEntry[]> {
  const uploaded = new Map<string, Promise<string>>();
  const uploadOnce = (bytes: Uint8Array): Promise<string> => {
    const key = Buffer.from(bytes).toString('base64');
    const sha = uploaded.get(key) ?? upload(bytes);
    uploaded.set(key, sha);
    return sha;
  };
  return Promise.all(
    files.map(async ({ path, mode, bytes }) => {
      const common = { path, mode: modeOf(mode), type: 'blob' as const };
      if (bytes === null) return { ...common, sha: null };
      const content = inlineText(bytes);
      return content === null ? { ...common, sha: await uploadOnce(bytes) } : { ...common, content };
    }),
  );
}

/** The mode of a file or symbolic link. Throws for a submodule. */
function modeOf(mode: string): Mode {
  const fileMode = FILE_MODES.find((each) => each === mode);
  if (fileMode === undefined) throw new Error(`no file has the mode ${mode}`);
  return fileMode;
}

/** Branches and commits through the API, without a clone. */
export function githubBranches(client: Client, repository: RepositoryName): Branches {
  const { rest } = client;
  const refs = refMover(client, repository);
  const refOf = (branch: string) => `heads/${branch}`;

  const upload = async (bytes: Uint8Array): Promise<string> => {
    const content = Buffer.from(bytes).toString('base64');
    return (await rest.git.createBlob({ ...repository, content, encoding: 'base64' })).data.sha;
  };

  /** Tree ids by commit, from answers that contained them. */
  const trees = new Map<string, string>();
  const treeOf = async (sha: string): Promise<string> =>
    trees.get(sha) ?? (await rest.git.getCommit({ ...repository, commit_sha: sha })).data.tree.sha;

  return {
    head: (branch) => refs.tip(refOf(branch)),
    async read(sha) {
      // The response lists files; one is enough.
      const { data } = await rest.repos.getCommit({ ...repository, ref: sha, per_page: 1 });
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
      const { tree, files } = await filesAt(client, repository, { sha, paths });
      if (tree !== undefined) trees.set(sha, tree);
      return files;
    },
    async commit({ parent, secondParent, message, files }) {
      const [baseTree, entries] = await Promise.all([treeOf(secondParent ?? parent), entriesOf(files, upload)]);
      const tree =
        entries.length === 0
          ? baseTree
          : (await rest.git.createTree({ ...repository, base_tree: baseTree, tree: [...entries] })).data.sha;
      const parents = [parent, ...(secondParent === undefined ? [] : [secondParent])];
      const { data } = await rest.git.createCommit({ ...repository, message, tree, parents });
      return { sha: data.sha, tree: data.tree.sha, verified: data.verification.verified };
    },
    async move(branch, { sha, expectedTip }) {
      // A ref update would also succeed from an older commit, so the current commit is compared first.
      if (expectedTip !== null) {
        const now = await refs.tip(refOf(branch));
        if (now === sha) return;
        if (now !== expectedTip) throw new Conflict(`the branch ${branch}`);
      }
      await refs.move(refOf(branch), { from: expectedTip, to: sha });
    },
  };
}

/** A file of a commit, as GraphQL returns it. */
interface Entry {
  /** The file mode as a number. */
  readonly mode: number;
  readonly type: string;
  readonly oid: string;
  readonly object: { readonly text?: string | null; readonly isTruncated?: boolean } | null;
}

type AtCommit = { readonly tree: { readonly oid: string } } & { readonly [name: `f${number}`]: Entry | null };

interface Answer {
  readonly repository: { readonly object: AtCommit | null } | null;
}

interface FilesAt {
  /** The id of the commit's tree; undefined if no file was requested. */
  readonly tree: string | undefined;
  readonly files: readonly FileChange[];
}

/** GitHub cancels a query after ten seconds; so many files stay well below that. */
const FILES_PER_QUERY = 40;

/** Files of a commit. Missing ones and entries that are no files are left out. */
async function filesAt(
  client: Client,
  repository: RepositoryName,
  { sha, paths }: { sha: string; paths: readonly string[] },
): Promise<FilesAt> {
  const files: FileChange[] = [];
  let tree: string | undefined;
  for (let from = 0; from < paths.length; from += FILES_PER_QUERY) {
    const some = paths.slice(from, from + FILES_PER_QUERY);
    const entries = await entriesAt(client, repository, { sha, paths: some });
    tree = entries.tree.oid;
    for (const [n, path] of some.entries()) {
      const entry = entries[`f${n}`];
      if (entry?.type !== 'blob') continue;
      const mode = entry.mode.toString(8).padStart(6, '0');
      files.push({ path, mode, bytes: exactBytes(entry) ?? (await blobOf(client, repository, entry.oid)) });
    }
  }
  return { tree, files };
}

async function entriesAt(
  { graphql }: Client,
  { owner, repo }: RepositoryName,
  { sha, paths }: { sha: string; paths: readonly string[] },
): Promise<AtCommit> {
  const names = paths.map((_, n) => `$p${n}: String!`).join(', ');
  const fields = paths.map((_, n) => `f${n}: file(path: $p${n}) { ...entry }`).join('\n');
  const query = `query crewFilesAt($owner: String!, $name: String!, $commit: GitObjectID!, ${names}) {
    repository(owner: $owner, name: $name) { object(oid: $commit) { ... on Commit { tree { oid } ${fields} } } }
    rateLimit { cost }
  }
  fragment entry on TreeEntry { mode type oid object { ... on Blob { text isTruncated } } }`;
  const values = Object.fromEntries(paths.map((path, n) => [`p${n}`, path]));
  const { repository } = await graphql<Answer>(query, { owner, name: repo, commit: sha, ...values }).catch(
    answerWithoutMissing,
  );
  if (!repository?.object) throw new Error(`there is no commit ${sha}`);
  return repository.object;
}

/** GitHub reports a missing file as an error beside complete data. */
const isMissing = ({ type, path }: { type?: unknown; path?: readonly unknown[] }): boolean =>
  type === 'NOT_FOUND' && path?.length === 3 && /^f\d+$/.test(String(path[2]));

/** Accepts an answer whose only errors are missing files. */
function answerWithoutMissing(error: unknown): Answer {
  const { data, errors } = error as { data?: Answer | null; errors?: unknown };
  const isWhole = Array.isArray(errors) && errors.every(isMissing);
  if (!data || !isWhole) throw error;
  return data;
}

/** The text counts only if its blob id matches: GitHub converts other encodings to UTF-8 and truncates long texts. */
function exactBytes({ oid, object }: Entry): Uint8Array | null {
  if (typeof object?.text !== 'string' || object.isTruncated) return null;
  const bytes = new TextEncoder().encode(object.text);
  const blobId = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  return blobId === oid ? bytes : null;
}

async function blobOf({ rest }: Client, repository: RepositoryName, sha: string): Promise<Uint8Array> {
  const { data } = await rest.git.getBlob({ ...repository, file_sha: sha });
  return Uint8Array.from(Buffer.from(data.content, 'base64'));
}
