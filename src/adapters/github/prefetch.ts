// One GraphQL query for everything that a process will probably need first. It only saves requests: for parts without an answer, each
// reader sends its own request.
import type { Clock, Comment, Identity, Permission } from '../../ports/index.js';
import { personOf } from './board/raw.js';
import { type Client, cacheSuccess } from './client.js';
import { type AtCommit, type FileText, filesIn } from './file-queries.js';
import {
  type Blob,
  type Expected,
  type PrefetchAnswer,
  questionOf,
  type RawComment,
  type RepositoryParts,
  sendPrefetch,
  type Target,
} from './prefetch-query.js';

export type { Expected } from './prefetch-query.js';

/** Parts of the answer; undefined if there is none. Each is returned once, because later callers need the current state. */
export interface Prefetch {
  readonly me: () => Promise<Identity | undefined>;
  readonly defaultBranch: () => Promise<string | undefined>;
  readonly file: (path: string) => Promise<string | null | undefined>;
  /** The same file of the owner's repository `.github`. */
  readonly ownersFile: (path: string) => Promise<string | null | undefined>;
  readonly files: (folder: string, name: string) => Promise<readonly FileText[] | undefined>;
  /** The commit of a ref and a file in it; without text if GitHub truncated it. */
  readonly refFile: (ref: string, file: string) => Promise<RefFile | null | undefined>;
  /** Files of a commit; returned every time, since a commit does not change. */
  readonly at: (sha: string, paths: readonly string[]) => Promise<AtCommit | undefined>;
  /** The permission of a person who can push; undefined for others. */
  readonly permission: (login: string) => Promise<Permission | undefined>;
  /** All comments, oldest first. */
  readonly comments: (issue: number) => Promise<readonly Comment[] | undefined>;
  /** Invalidates the answer for a ref, because it is being moved. */
  readonly refMoved: (ref: string) => void;
  /** Invalidates the comments, because one is being written. */
  readonly commentWritten: () => void;
}

export interface RefFile {
  readonly at: string;
  readonly text: string | undefined;
}

/** Answers older than this are not used. */
const FRESH_FOR = 20_000;

/** Creates an opening. The query is sent when the first part is needed. */
export function createPrefetch(
  client: Client,
  at: { owner: string; repo: string },
  { expected, clock }: { expected: Expected; clock: Pick<Clock, 'now'> },
): Prefetch {
  let answeredAt = 0;
  const answer = cacheSuccess<PrefetchAnswer>(async () => {
    answeredAt = clock.now();
    return sendPrefetch(client, questionOf(at, expected));
  });
  const given = new Set<string>();
  const once = async <K extends keyof RepositoryParts>(key: K): Promise<RepositoryParts[K] | undefined> => {
    if (given.has(key)) return undefined;
    given.add(key);
    return (await answer()).inside(key);
  };
  const ifFresh = async <K extends keyof RepositoryParts>(key: K): Promise<RepositoryParts[K] | undefined> => {
    const found = await once(key);
    return clock.now() - answeredAt <= FRESH_FOR ? found : undefined;
  };
  return {
    me: async () => (await answer()).me,
    defaultBranch: async () => (await once('defaultBranchRef'))?.name,
    async file(path) {
      const found = path === expected.file ? await once('file') : undefined;
      return found ? fileText(found) : found;
    },
    async ownersFile(path) {
      const found = path === expected.file ? (await answer()).ownersFile : undefined;
      return found ? fileText(found) : found;
    },
    async files(folder, name) {
      const found = folder === expected.folder ? await once('folder') : undefined;
      return found === undefined ? undefined : filesIn(found, folder, name);
    },
    async refFile(ref, file) {
      const found = ref === expected.refFile.ref && file === expected.refFile.file ? await once('refFile') : undefined;
      return found ? refFileIn(found.target, file) : found;
    },
    async at(sha, paths) {
      const { commit } = expected;
      if (commit?.sha !== sha || !paths.every((path) => commit.paths.includes(path))) return undefined;
      const found = (await answer()).inside('commit');
      return found ? of(found, { from: commit.paths, paths }) : undefined;
    },
    async permission(login) {
      const found = login === expected.login ? await ifFresh('writers') : undefined;
      const edge = found?.edges?.find((each) => each?.node.login.toLowerCase() === login.toLowerCase());
      return edge ? writes[edge.permission] : undefined;
    },
    async comments(issue) {
      const found = issue === expected.thread ? (await ifFresh('thread'))?.comments : undefined;
      const all = found?.nodes?.map(commentIn);
      return all?.length === found?.totalCount && all?.every((each) => each !== undefined) ? all : undefined;
    },
    refMoved(ref) {
      if (ref === expected.refFile.ref) given.add('refFile');
    },
    commentWritten() {
      given.add('thread');
    },
  };
}

const writes: Readonly<Record<string, Permission>> = { ADMIN: 'admin', MAINTAIN: 'write', WRITE: 'write' };

/** Selects the wanted files by their position in the query. */
function of(all: AtCommit, { from, paths }: { from: readonly string[]; paths: readonly string[] }): AtCommit {
  const entries = paths.map((path, n) => [`f${n}`, all[`f${from.indexOf(path)}`] ?? null] as const);
  return { tree: all.tree, ...Object.fromEntries(entries) };
}

/** Converts a comment to REST's form, with `[bot]` in the login of Apps. */
function commentIn(said: RawComment | null): Comment | undefined {
  if (!said) return undefined;
  const { fullDatabaseId, body, url, createdAt, lastEditedAt, author } = said;
  const of = { id: Number(fullDatabaseId), body, url, at: createdAt, ...(lastEditedAt && { editedAt: lastEditedAt }) };
  if (author === null) return { ...of, author: { login: 'ghost', id: 0 } };
  const { login } = personOf(author);
  return author.databaseId == null ? undefined : { ...of, author: { login, id: author.databaseId } };
}

/** Undefined if truncated. Also for a single line, which may be a symbolic link that only REST follows. */
const fileText = (blob: Blob): string | undefined => {
  const text = textOf(blob);
  return text?.includes('\n') ? text : undefined;
};

const textOf = ({ text, isTruncated }: Blob): string | undefined => (isTruncated ? undefined : (text ?? undefined));

function refFileIn(target: Target | null, name: string): RefFile | undefined {
  if (!target) return undefined;
  const held = target.tree?.entries?.find((entry) => entry.name === name)?.object;
  return { at: target.oid, text: held ? textOf(held) : undefined };
}
