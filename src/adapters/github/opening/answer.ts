// Parses the answer to the opening query, of which parts may be missing.
import type { Identity } from '../../../ports/index.js';
import { type Client, statusOf } from '../client.js';
import { type AtCommit, isMissing } from '../entries-at.js';
import type { Tree } from '../files-in.js';
import type { Question } from './question.js';

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

export interface OpeningAnswer {
  readonly me: Identity | undefined;
  /** The file in the owner's repository `.github`: null if there is none, undefined if that part failed. */
  readonly ownersFile: Blob | null | undefined;
  /** A part that was answered without error. */
  readonly inside: <K extends keyof RepositoryParts>(key: K) => RepositoryParts[K] | undefined;
}

/** Sends the query. Accepts partial answers; throws only for a refused token. */
export async function sendOpening({ graphql }: Client, { query, variables }: Question): Promise<OpeningAnswer> {
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

function answerFrom(data: Answer | null, holes: readonly Path[]): OpeningAnswer {
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
