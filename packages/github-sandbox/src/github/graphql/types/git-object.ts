// Commits, trees and blobs by revision in GraphQL. Used by the types of repositories and refs.

import { basename, dirname } from 'node:path/posix';
import { GraphQLError } from 'graphql';
import { readBlob, readTree } from '../../git/objects.js';
import { resolveObject, typeOf } from '../../git/refs.js';
import { fullName, type Repository } from '../../state.js';
import type { Fields, QueryContext } from '../query-context.js';
import { commitType } from './commit.js';

/** The object of a revision, for `repository.object(expression:)`. */
export async function gitObjectType(
  context: QueryContext,
  wanted: { repository: Repository; revision: string },
): Promise<Fields | null> {
  const { repository, revision } = wanted;
  const dir = repository.gitDir;
  const oid = await resolveObject(dir, revision);
  const type = oid === null ? null : await typeOf(dir, oid);
  if (oid === null || type === null) return null;
  if (type === 'commit') return commitWithTree(context, { repository, sha: oid });
  const path = `/${fullName(repository)}/${type}/${oid}`;
  const common = {
    id: `${type.toUpperCase()}_${oid}`,
    oid,
    abbreviatedOid: oid.slice(0, 7),
    commitResourcePath: path,
    commitUrl: `${context.world.urls.html}${path}`,
    repository: () => context.show(repository),
  };
  if (type === 'blob') return { ...common, ...(await blobFields(dir, oid)) };
  return { ...common, __typename: 'Tree', entries: () => treeEntries(context, { repository, sha: oid }) };
}

/** A commit with its tree. */
export async function commitWithTree(
  context: QueryContext,
  wanted: { repository: Repository; sha: string },
): Promise<Fields> {
  const { repository, sha } = wanted;
  const tree = () => gitObjectType(context, { repository, revision: `${sha}^{tree}` });
  const file = ({ path }: { path: string }) => fileAt(context, { ...wanted, path });
  return { ...(await commitType(context, wanted)), tree, file };
}

/** The entry at a path of a commit. A missing one is an error on GitHub. */
async function fileAt(
  context: QueryContext,
  { repository, sha, path }: { repository: Repository; sha: string; path: string },
): Promise<Fields> {
  const folder = await resolveObject(repository.gitDir, `${sha}:${dirname(path).replace(/^\.$/, '')}`);
  const entries = folder === null ? [] : await treeEntries(context, { repository, sha: folder });
  const found = entries.find(({ name }) => name === basename(path));
  if (found !== undefined) return { ...found, path };
  throw new GraphQLError(`Could not resolve file for path '${path}'.`, { extensions: { type: 'NOT_FOUND' } });
}

/** The entries of a tree in git's order; objects are read on demand. */
async function treeEntries(
  context: QueryContext,
  { repository, sha }: { repository: Repository; sha: string },
): Promise<Fields[]> {
  const entries = await readTree(repository.gitDir, { sha, deep: false });
  return entries.map((entry) => ({
    name: entry.path,
    path: entry.path,
    mode: Number.parseInt(entry.mode, 8),
    oid: entry.sha,
    type: entry.type,
    repository: () => context.show(repository),
    object: () => gitObjectType(context, { repository, revision: entry.sha }),
  }));
}

/** GitHub truncates longer texts. */
const MAX_LENGTH = 512_000;

async function blobFields(dir: string, oid: string): Promise<Fields> {
  const content = await readBlob(dir, oid);
  const isBinary = content.includes(0);
  const text = isBinary ? null : content.subarray(0, MAX_LENGTH).toString();
  return { __typename: 'Blob', text, byteSize: content.length, isBinary, isTruncated: content.length > MAX_LENGTH };
}
