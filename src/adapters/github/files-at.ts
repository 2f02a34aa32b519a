import { createHash } from 'node:crypto';
import type { FileChange } from '../../ports/index.js';
import type { Client } from './client.js';
import { type AtCommit, ENTRY, type Entry, fieldsAt, isMissing, namesAt, pathsAt } from './entries-at.js';
import type { Opening } from './opening/index.js';

interface At {
  readonly owner: string;
  readonly repo: string;
}

interface Answer {
  readonly repository: { readonly object: AtCommit | null } | null;
}

export interface FilesAt {
  /** The id of the commit's tree; undefined if no file was requested. */
  readonly tree: string | undefined;
  readonly files: readonly FileChange[];
}

/** Files per query, so that GitHub answers within its ten seconds. */
export const AT_ONCE = 40;

/** Files of a commit. Missing ones and entries that are no files are left out. */
export async function filesAt(
  client: Client,
  at: At,
  { sha, paths, opening }: { sha: string; paths: readonly string[]; opening?: Opening | undefined },
): Promise<FilesAt> {
  const files: FileChange[] = [];
  let tree: string | undefined;
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const some = paths.slice(from, from + AT_ONCE);
    const entries = (await opening?.at(sha, some)) ?? (await entriesAt(client, at, { sha, paths: some }));
    tree = entries.tree.oid;
    for (const [n, path] of some.entries()) {
      const entry = entries[`f${n}`];
      if (entry?.type !== 'blob') continue;
      const mode = entry.mode.toString(8).padStart(6, '0');
      files.push({ path, mode, bytes: exactly(entry) ?? (await blobOf(client, at, entry.oid)) });
    }
  }
  return { tree, files };
}

async function entriesAt(
  { graphql }: Client,
  { owner, repo }: At,
  { sha, paths }: { sha: string; paths: readonly string[] },
): Promise<AtCommit> {
  const query = `query crewFilesAt($owner: String!, $name: String!, $commit: GitObjectID!, ${namesAt(paths)}) {
    repository(owner: $owner, name: $name) { object(oid: $commit) { ${fieldsAt(paths)} } }
    rateLimit { cost }
  }
  ${ENTRY}`;
  const asked = graphql<Answer>(query, { owner, name: repo, commit: sha, ...pathsAt(paths) });
  const { repository } = await asked.catch(withoutTheMissing);
  if (!repository?.object) throw new Error(`there is no commit ${sha}`);
  return repository.object;
}

/** Accepts an answer whose only errors are missing files. */
function withoutTheMissing(error: unknown): Answer {
  const { data, errors } = error as { data?: Answer | null; errors?: unknown };
  const isWhole = Array.isArray(errors) && errors.every(isMissing);
  if (!data || !isWhole) throw error;
  return data;
}

/** The text counts only if its blob id matches: GitHub converts other encodings to UTF-8 and truncates long texts. */
function exactly({ oid, object }: Entry): Uint8Array | null {
  if (typeof object?.text !== 'string' || object.isTruncated) return null;
  const bytes = new TextEncoder().encode(object.text);
  const name = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  return name === oid ? bytes : null;
}

async function blobOf({ rest }: Client, at: At, sha: string): Promise<Uint8Array> {
  const { data } = await rest.git.getBlob({ ...at, file_sha: sha });
  return Uint8Array.from(Buffer.from(data.content, 'base64'));
}
