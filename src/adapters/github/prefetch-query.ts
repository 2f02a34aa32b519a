// Parses the answer to the opening query, of which parts may be missing.
import type { Identity } from '../../ports/index.js';
import { type Client, statusOf } from './client.js';
import { type AtCommit, ENTRY, FILES, fieldsAt, isMissing, namesAt, pathsAt, type Tree } from './file-queries.js';

export interface Blob {
  readonly text?: string | null;
  readonly isTruncated?: boolean;
}

export interface Target {
  readonly oid: string;
  readonly tree?: { readonly entries: readonly { readonly name: string; readonly object: Blob | null }[] | null };
}

export interface RawComment {
  /** A BigInt, which exceeds GraphQL's Int. */
  readonly fullDatabaseId: string | number;
  readonly body: string;
  readonly url: string;
  readonly createdAt: string;
  readonly lastEditedAt: string | null;
  readonly author: { readonly __typename: string; readonly login: string; readonly databaseId?: number | null } | null;
}

/** The repository's requested parts. */
export interface RepositoryParts {
  readonly defaultBranchRef: { readonly name: string } | null;
  readonly file: Blob | null;
  readonly folder?: Tree | null;
  readonly refFile: { readonly target: Target | null } | null;
  readonly commit?: AtCommit | null;
  readonly writers?: {
    readonly edges:
      | readonly ({ readonly permission: string; readonly node: { readonly login: string } } | null)[]
      | null;
  } | null;
  readonly thread?: {
    readonly comments?: { readonly totalCount: number; readonly nodes: readonly (RawComment | null)[] | null };
  } | null;
}

interface Answer {
  readonly viewer: { readonly login: string; readonly databaseId: number | null } | null;
  readonly repository: RepositoryParts | null;
  /** The owner's repository `.github`, if it exists and this token may read it. */
  readonly owners?: { readonly file: Blob | null } | null;
}

type Path = readonly (string | number)[];

export interface PrefetchAnswer {
  readonly me: Identity | undefined;
  /** The file in the owner's repository `.github`: null if there is none, undefined if that part failed. */
  readonly ownersFile: Blob | null | undefined;
  /** A part that was answered without error. */
  readonly inside: <K extends keyof RepositoryParts>(key: K) => RepositoryParts[K] | undefined;
}

/** Sends the query. Accepts partial answers; throws only for a refused token. */
export async function sendPrefetch({ graphql }: Client, { query, variables }: Question): Promise<PrefetchAnswer> {
  try {
    return answerFrom(await graphql<Answer>(query, variables), []);
  } catch (error) {
    // A refused token makes every request fail.
    if (statusOf(error) === 401) throw error;
    const { data, errors } = error as { data?: Answer | null; errors?: readonly { type?: unknown; path?: Path }[] };
    return data && Array.isArray(errors)
      ? answerFrom(
          data,
          errors.filter((each) => !isMissing(each)).map(({ path = [] }) => path),
        )
      : answerFrom(null, []);
  }
}

function answerFrom(data: Answer | null, holes: readonly Path[]): PrefetchAnswer {
  const viewer = isHole(['viewer'], holes) ? null : data?.viewer;
  return {
    me: viewer ? { login: viewer.login, id: viewer.databaseId ?? 0 } : undefined,
    ownersFile: data ? (data.owners?.file ?? null) : undefined,
    inside: (key) => (data?.repository && !isHole(['repository', key], holes) ? data.repository[key] : undefined),
  };
}

/** Whether an error is at the part, inside it or above it. */
const isHole = (part: Path, holes: readonly Path[]): boolean =>
  holes.some((hole) => part.every((step, n) => n >= hole.length || hole[n] === step));

interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A part of the query: its variables, field and values. */
interface Part {
  readonly names: string;
  readonly field: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly fragment?: string;
}

/** The last hundred comments; longer threads are read by REST. */
const COMMENTS = `comments(last: 100) { totalCount nodes {
  fullDatabaseId body url createdAt lastEditedAt author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
} }`;

/** The query for a file and everything else expected. */
export function questionOf(at: { owner: string; repo: string }, expected: Expected): Question {
  const parts = partsOf(expected);
  const names = parts.map((part) => part.names).join(', ');
  const query = `query crewOpening($owner: String!, $name: String!, ${names}) {
    viewer { login databaseId }
    repository(owner: $owner, name: $name) {
      defaultBranchRef { name }
      ${parts.map(({ field }) => field).join('\n')}
    }
    owners: repository(owner: $owner, name: ".github") { file: object(expression: $file) { ... on Blob { text isTruncated } } }
    rateLimit { cost }
  }
  ${parts.map(({ fragment = '' }) => fragment).join('')}`;
  const given = Object.assign({}, ...parts.map((part) => part.given)) as Question['variables'];
  return { query, variables: { owner: at.owner, name: at.repo, ...given } };
}

const partsOf = ({ file, folder, refFile, commit, login, thread }: Expected): readonly Part[] => [
  {
    names: '$file: String!',
    field: 'file: object(expression: $file) { ... on Blob { text isTruncated } }',
    given: { file: `HEAD:${file}` },
  },
  {
    // Reads the file through the ref's commit, so that id and content belong together.
    names: '$ref: String!',
    field: `refFile: ref(qualifiedName: $ref) { target { oid ... on Commit {
      tree { entries { name object { ... on Blob { text isTruncated } } } }
    } } }`,
    given: { ref: `refs/${refFile.ref}` },
  },
  ...(folder === undefined
    ? []
    : [
        {
          names: '$folder: String!',
          field: `folder: object(expression: $folder) { ${FILES} }`,
          given: { folder: `HEAD:${folder}` },
        },
      ]),
  ...(commit === undefined
    ? []
    : [
        {
          names: `$commit: GitObjectID!, ${namesAt(commit.paths)}`,
          field: `commit: object(oid: $commit) { ${fieldsAt(commit.paths)} }`,
          given: { commit: commit.sha, ...pathsAt(commit.paths) },
          fragment: ENTRY,
        },
      ]),
  ...(login === undefined
    ? []
    : [
        {
          names: '$login: String!',
          field: 'writers: collaborators(login: $login, first: 1) { edges { permission node { login } } }',
          given: { login },
        },
      ]),
  ...(thread === undefined
    ? []
    : [
        {
          names: '$thread: Int!',
          field: `thread: issueOrPullRequest(number: $thread) { ... on Issue { ${COMMENTS} } ... on PullRequest { ${COMMENTS} } }`,
          given: { thread },
        },
      ]),
];

/** What will be read of a repository. */
export interface Expected {
  /** A file of the default branch. */
  readonly file: string;
  /** A folder whose subfolders contain files of one name. */
  readonly folder?: string | undefined;
  /** A ref with a file, without `refs/`. */
  readonly refFile: { readonly ref: string; readonly file: string };
  /** Files of a commit. */
  readonly commit?: { readonly sha: string; readonly paths: readonly string[] } | undefined;
  /** A person whose permission is needed. */
  readonly login?: string | undefined;
  /** An issue or pull request whose comments are read. */
  readonly thread?: number | undefined;
}
