// One GraphQL query for what most processes read first: viewer, default branch, configuration, agents, the record of the last scan. It only
// saves requests: for parts without an answer, each reader sends its own request.
import type { Identity } from '../../ports/index.js';
import { type Client, cacheSuccess, type RepositoryName, statusOf } from './client.js';

/** What will be read of a repository. */
export interface Expected {
  /** A file of the default branch. */
  readonly file: string;
  /** A folder whose subfolders contain files of one name. */
  readonly folder?: string | undefined;
  /** A ref with a file, without `refs/`. */
  readonly refFile: { readonly ref: string; readonly file: string };
}

/**
 * Parts of the answer. Undefined means that the answer has no such part; null, that the repository has no such file or ref. All but `me`
 * and `ownersFile` are returned once, because later callers need the current state.
 */
export interface Prefetch {
  readonly me: () => Promise<Identity | undefined>;
  readonly defaultBranch: () => Promise<string | undefined>;
  readonly file: (path: string) => Promise<string | null | undefined>;
  /** The same path in the owner's repository `.github`. */
  readonly ownersFile: (path: string) => Promise<string | null | undefined>;
  readonly files: (folder: string, name: string) => Promise<readonly FileText[] | undefined>;
  /** The commit of a ref and the text of a file in it. The text is undefined if GitHub truncated it or the file does not exist. */
  readonly refFile: (ref: string, file: string) => Promise<RefFile | null | undefined>;
  /** Invalidates the answer for a ref, because it is being moved. */
  readonly refMoved: (ref: string) => void;
}

export interface RefFile {
  /** The commit of the ref. */
  readonly at: string;
  readonly text: string | undefined;
}

/** The GraphQL selection of a folder's direct subfolders with their files. */
export const FOLDER_FILES = `... on Tree {
    entries { name object { ... on Tree { entries { name object { ... on Blob { text } } } } } }
  }`;

export interface Tree {
  readonly entries?: readonly { readonly name: string; readonly object: Folder | null }[];
}

interface Folder {
  readonly entries?: readonly { readonly name: string; readonly object: { readonly text?: string | null } | null }[];
}

interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The files of one name in the subfolders of a folder, with their paths; empty if the folder does not exist. */
export function filesIn(tree: Tree | null | undefined, folder: string, name: string): readonly FileText[] {
  return (tree?.entries ?? []).flatMap((entry) =>
    (entry.object?.entries ?? [])
      .filter((file) => file.name === name)
      .map(({ object }) => ({ path: `${folder}/${entry.name}/${name}`, text: object?.text ?? '' })),
  );
}

/** Creates a prefetch. Its query is sent when the first part is needed. */
export function createPrefetch(client: Client, repository: RepositoryName, expected: Expected): Prefetch {
  const answer = cacheSuccess(() => sendPrefetch(client, repository, expected));
  /** Parts that may not be returned again: they were returned once, or their ref has moved. */
  const taken = new Set<string>();
  const takeOnce = async <K extends keyof RepositoryParts>(key: K): Promise<RepositoryParts[K] | undefined> => {
    if (taken.has(key)) return undefined;
    taken.add(key);
    return (await answer()).repositoryPart(key);
  };
  return {
    me: async () => (await answer()).me,
    defaultBranch: async () => (await takeOnce('defaultBranchRef'))?.name,
    async file(path) {
      const part = path === expected.file ? await takeOnce('file') : undefined;
      return part ? fileText(part) : part;
    },
    async ownersFile(path) {
      const part = path === expected.file ? (await answer()).ownersFile : undefined;
      return part ? fileText(part) : part;
    },
    async files(folder, name) {
      const part = folder === expected.folder ? await takeOnce('folder') : undefined;
      return part === undefined ? undefined : filesIn(part, folder, name);
    },
    async refFile(ref, file) {
      const part =
        ref === expected.refFile.ref && file === expected.refFile.file ? await takeOnce('refFile') : undefined;
      return part ? refFileIn(part.target, file) : part;
    },
    refMoved(ref) {
      if (ref === expected.refFile.ref) taken.add('refFile');
    },
  };
}

interface Blob {
  readonly text?: string | null;
  readonly isTruncated?: boolean;
}

interface Target {
  readonly oid: string;
  readonly tree?: { readonly entries: readonly { readonly name: string; readonly object: Blob | null }[] | null };
}

const textOf = ({ text, isTruncated }: Blob): string | undefined => (isTruncated ? undefined : (text ?? undefined));

/**
 * The text of a file. Undefined if GitHub truncated it, and if it has no line break: it may then be the target of a symbolic link, which only
 * REST follows.
 */
const fileText = (blob: Blob): string | undefined => {
  const text = textOf(blob);
  return text?.includes('\n') ? text : undefined;
};

function refFileIn(target: Target | null, name: string): RefFile | undefined {
  if (!target) return undefined;
  const blob = target.tree?.entries?.find((entry) => entry.name === name)?.object;
  return { at: target.oid, text: blob ? textOf(blob) : undefined };
}

/** The repository's requested parts. */
interface RepositoryParts {
  readonly defaultBranchRef: { readonly name: string } | null;
  readonly file: Blob | null;
  readonly folder?: Tree | null;
  readonly refFile: { readonly target: Target | null } | null;
}

interface Answer {
  readonly viewer: { readonly login: string; readonly databaseId: number | null } | null;
  readonly repository: RepositoryParts | null;
  /** The owner's repository `.github`, if it exists and this token may read it. */
  readonly owners?: { readonly file: Blob | null } | null;
}

const BLOB = '... on Blob { text isTruncated }';

/** The query. It reads the file of the ref through the commit of the ref, so that commit id and content belong together. */
const queryFor = ({ folder }: Expected): string => `
  query crewOpening($owner: String!, $name: String!, $file: String!, $ref: String!${folder === undefined ? '' : ', $folder: String!'}) {
    viewer { login databaseId }
    repository(owner: $owner, name: $name) {
      defaultBranchRef { name }
      file: object(expression: $file) { ${BLOB} }
      refFile: ref(qualifiedName: $ref) { target { oid ... on Commit { tree { entries { name object { ${BLOB} } } } } } }
      ${folder === undefined ? '' : `folder: object(expression: $folder) { ${FOLDER_FILES} }`}
    }
    owners: repository(owner: $owner, name: ".github") { file: object(expression: $file) { ${BLOB} } }
    rateLimit { cost }
  }`;

type Path = readonly (string | number)[];

interface Prefetched {
  readonly me: Identity | undefined;
  /** The file in the owner's repository `.github`: null if this token sees no such file or repository, undefined if that part failed. */
  readonly ownersFile: Blob | null | undefined;
  /** A part of the repository; undefined if it failed. */
  readonly repositoryPart: <K extends keyof RepositoryParts>(key: K) => RepositoryParts[K] | undefined;
}

/** Sends the query. Accepts partial answers; throws only for a refused token. */
async function sendPrefetch(
  { graphql }: Client,
  { owner, repo }: RepositoryName,
  expected: Expected,
): Promise<Prefetched> {
  const { file, folder, refFile } = expected;
  const common = { owner, name: repo, file: `HEAD:${file}`, ref: `refs/${refFile.ref}` };
  const variables = folder === undefined ? common : { ...common, folder: `HEAD:${folder}` };
  try {
    return answerFrom(await graphql<Answer>(queryFor(expected), variables), []);
  } catch (error) {
    // A refused token makes every request fail.
    if (statusOf(error) === 401) throw error;
    const { data, errors } = error as { data?: Answer | null; errors?: readonly PartError[] };
    return data && Array.isArray(errors) ? answerFrom(data, errors) : answerFrom(null, []);
  }
}

/** An error of a partial answer. `path` leads to the part; without it, every part has failed. */
interface PartError {
  readonly type?: string;
  readonly path?: Path;
}

/** Errors for a repository that does not exist or that the token may not read. */
const ABSENT_TYPES: readonly string[] = ['NOT_FOUND', 'FORBIDDEN'];

function answerFrom(data: Answer | null, errors: readonly PartError[]): Prefetched {
  const failedPaths = errors.map(({ path = [] }) => path);
  // An owner without a repository `.github` is not a failure.
  const failedForOwners = errors.filter(({ type = '' }) => !ABSENT_TYPES.includes(type)).map(({ path = [] }) => path);
  const viewer = hasFailed(['viewer'], failedPaths) ? null : data?.viewer;
  return {
    me: viewer ? { login: viewer.login, id: viewer.databaseId ?? 0 } : undefined,
    ownersFile: data && !hasFailed(['owners'], failedForOwners) ? (data.owners?.file ?? null) : undefined,
    repositoryPart: (key) =>
      data?.repository && !hasFailed(['repository', key], failedPaths) ? data.repository[key] : undefined,
  };
}

/** Whether an error is at the part, inside it or above it. */
const hasFailed = (part: Path, failedPaths: readonly Path[]): boolean =>
  failedPaths.some((failed) => part.every((step, n) => n >= failed.length || failed[n] === step));
