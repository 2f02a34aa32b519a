import { createHash } from 'node:crypto';
import type { FileChange } from '../../ports.js';
import type { Client } from './client.js';

interface At {
  readonly owner: string;
  readonly repo: string;
}

interface Entry {
  /** Git's own, as a number. */
  readonly mode: number;
  readonly type: string;
  readonly oid: string;
  readonly object: { readonly text?: string | null; readonly isTruncated?: boolean } | null;
}

interface Answer {
  readonly repository: { readonly object: Readonly<Record<string, Entry | null>> | null } | null;
}

/** So many files fit into one question and still are answered within GitHub's ten seconds. */
const AT_ONCE = 40;

/** Files as they are at a commit, many with one question. What is not there, or is no file, is left out. */
export async function filesAt(
  client: Client,
  at: At,
  { sha, paths }: { sha: string; paths: readonly string[] },
): Promise<readonly FileChange[]> {
  const files: FileChange[] = [];
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const some = paths.slice(from, from + AT_ONCE);
    const entries = await entriesAt(client, at, { sha, paths: some });
    for (const [n, path] of some.entries()) {
      const entry = entries[`f${n}`];
      if (entry?.type !== 'blob') continue;
      const mode = entry.mode.toString(8).padStart(6, '0');
      files.push({ path, mode, bytes: exactly(entry) ?? (await blobOf(client, at, entry.oid)) });
    }
  }
  return files;
}

async function entriesAt(
  { graphql }: Client,
  { owner, repo }: At,
  { sha, paths }: { sha: string; paths: readonly string[] },
): Promise<Readonly<Record<string, Entry | null>>> {
  const names = paths.map((_, n) => `$p${n}: String!`).join(', ');
  const fields = paths.map((_, n) => `f${n}: file(path: $p${n}) { ...entry }`).join('\n');
  const query = `query crewFilesAt($owner: String!, $name: String!, $commit: GitObjectID!, ${names}) {
    repository(owner: $owner, name: $name) { object(oid: $commit) { ... on Commit { ${fields} } } }
    rateLimit { cost }
  }
  fragment entry on TreeEntry { mode type oid object { ... on Blob { text isTruncated } } }`;
  const given = Object.fromEntries(paths.map((path, n) => [`p${n}`, path]));
  const asked = graphql<Answer>(query, { owner, name: repo, commit: sha, ...given });
  const { repository } = await asked.catch(withoutTheMissing);
  if (!repository?.object) throw new Error(`there is no commit ${sha}`);
  return repository.object;
}

/** GitHub calls a file that is not there an error, beside an answer that is whole. */
function withoutTheMissing(error: unknown): Answer {
  const { data, errors } = error as { data?: Answer | null; errors?: unknown };
  const isWhole = Array.isArray(errors) && errors.every(isMissing);
  if (!data || !isWhole) throw error;
  return data;
}

const isMissing = ({ type, path }: { type?: unknown; path?: readonly unknown[] }): boolean =>
  type === 'NOT_FOUND' && path?.length === 3 && path[1] === 'object';

/** The text is the file only if git would call it the same: GitHub translates other writings into UTF-8, and cuts long ones. */
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
