// What GitHub says to the first question, and where the answer has holes.
import type { Identity } from '../../../ports.js';
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

export interface Said {
  /** Beyond what a number of GraphQL holds. */
  readonly fullDatabaseId: string | number;
  readonly body: string;
  readonly url: string;
  readonly createdAt: string;
  readonly lastEditedAt: string | null;
  readonly author: { readonly __typename: string; readonly login: string; readonly databaseId?: number | null } | null;
}

/** The repository, as far as it was asked for. */
export interface Inside {
  readonly defaultBranchRef: { readonly name: string } | null;
  readonly file: Blob | null;
  readonly folder?: Tree | null;
  readonly kept: { readonly target: Target | null } | null;
  readonly commit?: AtCommit | null;
  readonly writers?: {
    readonly edges:
      | readonly ({ readonly permission: string; readonly node: { readonly login: string } } | null)[]
      | null;
  } | null;
  readonly thread?: {
    readonly comments?: { readonly totalCount: number; readonly nodes: readonly (Said | null)[] | null };
  } | null;
}

interface Answer {
  readonly viewer: { readonly login: string; readonly databaseId: number | null } | null;
  readonly repository: Inside | null;
  /** The owner's repository `.github`, where there is one that this token may read. */
  readonly owners?: { readonly file: Blob | null } | null;
}

type Path = readonly (string | number)[];

export interface Heard {
  readonly me: Identity | undefined;
  /** A part that was answered. */
  /** The expected file of the owner's repository `.github`; null where there is none, undefined where nothing was answered. */
  readonly ownersFile: Blob | null | undefined;
  readonly inside: <K extends keyof Inside>(key: K) => Inside[K] | undefined;
}

/** Asks. Where only a part can be answered, that part counts; where nobody is known behind the token, that is said. */
export async function hear({ graphql }: Client, { query, variables }: Question): Promise<Heard> {
  try {
    return heardIn(await graphql<Answer>(query, variables), []);
  } catch (error) {
    // A token that is refused is refused to everybody.
    if (statusOf(error) === 401) throw error;
    const { data, errors } = error as { data?: Answer | null; errors?: readonly { type?: unknown; path?: Path }[] };
    return data && Array.isArray(errors)
      ? heardIn(
          data,
          errors.filter((each) => !isMissing(each)).map(({ path = [] }) => path),
        )
      : heardIn(null, []);
  }
}

function heardIn(data: Answer | null, holes: readonly Path[]): Heard {
  const viewer = isHole(['viewer'], holes) ? null : data?.viewer;
  return {
    me: viewer ? { login: viewer.login, id: viewer.databaseId ?? 0 } : undefined,
    ownersFile: data ? (data.owners?.file ?? null) : undefined,
    inside: (key) => (data?.repository && !isHole(['repository', key], holes) ? data.repository[key] : undefined),
  };
}

/** An error stands at the part, in it, or around it. */
const isHole = (part: Path, holes: readonly Path[]): boolean =>
  holes.some((hole) => part.every((step, n) => n >= hole.length || hole[n] === step));
