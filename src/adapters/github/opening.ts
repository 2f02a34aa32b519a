// What a process wants to know of a repository before it does anything, asked in one question and shared by whoever needs a
// part of it. It only saves requests: what it does not say, each asks in its own way.
import type { Identity } from '../../ports.js';
import { type Client, statusOf } from './client.js';
import { FILES, type FileText, filesIn, type Tree } from './files-in.js';
import { onceItWorked } from './once-it-worked.js';

/** What will be wanted. */
export interface Expected {
  /** A file of the default branch. */
  readonly file: string;
  /** A folder of it, whose folders hold files of a name. */
  readonly folder?: string | undefined;
  /** A ref that holds a file, without `refs/`. */
  readonly kept: { readonly ref: string; readonly file: string };
}

/** Parts of the answer; undefined is no answer. Each is given once: whoever asks again wants to know how it is by then. */
export interface Opening {
  readonly me: () => Promise<Identity | undefined>;
  readonly defaultBranch: () => Promise<string | undefined>;
  readonly file: (path: string) => Promise<string | null | undefined>;
  readonly files: (folder: string, name: string) => Promise<readonly FileText[] | undefined>;
  /** Where a ref is and the file that it holds; no text where GitHub gives only the beginning. */
  readonly kept: (ref: string, file: string) => Promise<Kept | null | undefined>;
  /** Somebody moves the ref: from now on the answer is of yesterday. */
  readonly moves: (ref: string) => void;
}

export interface Kept {
  readonly at: string;
  readonly text: string | undefined;
}

interface Blob {
  readonly text?: string | null;
  readonly isTruncated?: boolean;
}

interface Answer {
  readonly viewer: { readonly login: string; readonly databaseId: number | null } | null;
  readonly repository: {
    readonly defaultBranchRef: { readonly name: string } | null;
    readonly file: Blob | null;
    readonly folder?: Tree | null;
    readonly kept: { readonly target: Target | null } | null;
  } | null;
}

interface Target {
  readonly oid: string;
  readonly tree?: { readonly entries: readonly { readonly name: string; readonly object: Blob | null }[] | null };
}

type Inside = NonNullable<Answer['repository']>;
type Path = readonly (string | number)[];

/** An answer, and where it has holes. */
interface Heard {
  readonly data: Answer | null;
  readonly holes: readonly Path[];
}

// The tree of the very commit, so that a ref that moves meanwhile cannot pair one's name with another's content.
const OPENING = `query crewOpening(
  $owner: String!, $name: String!, $file: String!, $folder: String!, $withFolder: Boolean!, $ref: String!
) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name }
    file: object(expression: $file) { ... on Blob { text isTruncated } }
    folder: object(expression: $folder) @include(if: $withFolder) { ${FILES} }
    kept: ref(qualifiedName: $ref) { target { oid ... on Commit {
      tree { entries { name object { ... on Blob { text isTruncated } } } }
    } } }
  }
  rateLimit { cost }
}`;

/** The opening of a repository; nothing is asked before somebody needs a part of it. */
export function openingOf(client: Client, at: { owner: string; repo: string }, expected: Expected): Opening {
  const heard = onceItWorked(() => hear(client, at, expected));
  const given = new Set<string>();
  const inside = async <T>(key: keyof Inside, pick: (value: Inside) => T | undefined): Promise<T | undefined> => {
    if (given.has(key)) return undefined;
    given.add(key);
    const { data, holes } = await heard();
    return data?.repository && !isHole(['repository', key], holes) ? pick(data.repository) : undefined;
  };
  return {
    async me() {
      const { data, holes } = await heard();
      const viewer = isHole(['viewer'], holes) ? null : data?.viewer;
      return viewer ? { login: viewer.login, id: viewer.databaseId ?? 0 } : undefined;
    },
    defaultBranch: () => inside('defaultBranchRef', ({ defaultBranchRef }) => defaultBranchRef?.name),
    file: async (path) =>
      path === expected.file ? inside('file', ({ file }) => (file ? fileText(file) : null)) : undefined,
    files: async (folder, name) =>
      folder === expected.folder ? inside('folder', (all) => filesIn(all.folder, folder, name)) : undefined,
    kept: async (ref, file) =>
      ref === expected.kept.ref && file === expected.kept.file
        ? inside('kept', ({ kept }) => (kept ? keptIn(kept.target, file) : null))
        : undefined,
    moves(ref) {
      if (ref === expected.kept.ref) given.add('kept');
    },
  };
}

async function hear({ graphql }: Client, at: { owner: string; repo: string }, expected: Expected): Promise<Heard> {
  const { file, folder, kept } = expected;
  try {
    const data = await graphql<Answer>(OPENING, {
      owner: at.owner,
      name: at.repo,
      file: `HEAD:${file}`,
      folder: `HEAD:${folder ?? ''}`,
      withFolder: folder !== undefined,
      ref: `refs/${kept.ref}`,
    });
    return { data, holes: [] };
  } catch (error) {
    // A token that is refused is refused to everybody.
    if (statusOf(error) === 401) throw error;
    return partOf(error);
  }
}

/** GitHub's answer where only a part of it could be given; else none at all. */
function partOf(error: unknown): Heard {
  const { data, errors } = error as { data?: Answer | null; errors?: readonly { path?: Path }[] };
  return data && Array.isArray(errors)
    ? { data, holes: errors.map(({ path = [] }) => path) }
    : { data: null, holes: [] };
}

/** An error stands at the part, in it, or around it. */
const isHole = (part: Path, holes: readonly Path[]): boolean =>
  holes.some((hole) => part.every((step, n) => n >= hole.length || hole[n] === step));

/** Whole, or none: also the single line that a link consists of is none, for only REST follows it. */
const fileText = (blob: Blob): string | undefined => {
  const text = textOf(blob);
  return text?.includes('\n') ? text : undefined;
};

const textOf = ({ text, isTruncated }: Blob): string | undefined => (isTruncated ? undefined : (text ?? undefined));

function keptIn(target: Target | null, name: string): Kept | undefined {
  if (!target) return undefined;
  const held = target.tree?.entries?.find((entry) => entry.name === name)?.object;
  return { at: target.oid, text: held ? textOf(held) : undefined };
}
