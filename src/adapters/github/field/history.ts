// The branches that count, commit by commit: from the clone where it has them, else from GitHub as far back as it matters.
import type { CommitFacts, Field, Gap, Known } from '../../../field.js';
import type { Clone } from '../../clone/index.js';
import { type Asker, quoted } from './ask.js';
import { repositoryField } from './ground.js';
import { List, readLists } from './parts.js';
import type { RawCommit } from './raw.js';
import { authorOf } from './who.js';

export interface Counted {
  readonly repo: string;
  readonly branch: string;
  readonly tip: string;
}

export interface History {
  readonly commits: readonly CommitFacts[];
  /** Whether a branch holds a commit that was made then; unread where it cannot be told. */
  readonly holds: (branch: Counted, merge: { sha: string; at: string }) => Known<boolean>;
  readonly missing: Field['missing'];
  readonly gaps: readonly Gap[];
}

/** Of a clone so many commits are looked at; over the wire a thousand, a hundred a request. */
const MOST = 20_000;
const PAGES = 10;

/** What can link, close or take back: everything else is nobody's news, and is not kept. */
const SPEAKS = /#\d|\/(?:issues|pull)\/\d|\brevert|\breapply/i;

interface Branch {
  readonly commits: readonly CommitFacts[];
  readonly held: ReadonlySet<string>;
  /** Everything since the bound was seen, or (from a clone) everything at all. */
  readonly whole: 'all' | 'since' | 'cut';
  readonly why?: string | undefined;
  /** It is GitHub that did not give the rest, and no bound of ours. */
  readonly failed?: boolean | undefined;
}

/** Reads the branches that count, back to the oldest issue that is still open. */
export async function readHistory(of: {
  asker: Asker;
  clone: Clone | null;
  home: string;
  counted: readonly Counted[];
  since: string;
  /** What is older than this may be left out without a word. */
  needed: string;
  shas: readonly string[];
}): Promise<History> {
  const read = new Map<string, Branch>();
  const inClone = of.clone ? await of.clone.has(of.counted.map(({ tip }) => tip)) : new Set<string>();
  const far: Counted[] = [];
  for (const branch of of.counted) {
    const near = branch.repo === of.home && inClone.has(branch.tip) ? of.clone : null;
    const found = near && (await fromClone(near, branch, of));
    if (found) read.set(keyOf(branch), found);
    else far.push(branch);
  }
  for (const [key, branch] of await fromGitHub(of.asker, far, of.since)) read.set(key, branch);
  return {
    commits: [...read.values()].flatMap(({ commits }) => commits),
    holds: (branch, merge) => holdsOf(read.get(keyOf(branch)), merge, of.since),
    missing: of.counted.flatMap((branch) => shortOf(branch, read.get(keyOf(branch)))),
    gaps: of.counted.flatMap((branch) =>
      read.get(keyOf(branch))?.failed ? [{ repo: branch.repo, of: 'commits' }] : [],
    ),
  };
}

const keyOf = ({ repo, branch }: Counted): string => `${repo} ${branch}`;

async function fromClone(
  clone: Clone,
  { repo, branch, tip }: Counted,
  { since, needed, shas }: { since: string; needed: string; shas: readonly string[] },
): Promise<Branch | null> {
  const history = await clone.history({ tip, since, most: MOST });
  const held = await clone.holds(tip, shas);
  if (!history || !held) return null;
  const isShort = history.cut && (history.commits.at(-1)?.at ?? '') > needed;
  const commits = history.commits
    .filter(({ message }) => SPEAKS.test(message))
    .map((commit): CommitFacts => ({ repo, branch, ...commit }));
  return { commits, held, whole: 'all', why: isShort ? `more than ${MOST} commits` : undefined };
}

async function fromGitHub(
  asker: Asker,
  branches: readonly Counted[],
  since: string,
): Promise<ReadonlyMap<string, Branch>> {
  const lists = branches.map((branch) => ({ branch, list: listOf(branch, since) }));
  await readLists(
    asker,
    lists.map(({ list }) => list),
  );
  return new Map(
    lists.map(({ branch, list }) => {
      const { found, why, cut } = list.result();
      const commits = found.filter(({ message }) => SPEAKS.test(message)).map((commit) => commitOf(commit, branch));
      const short = why ?? (cut ? `more than ${PAGES * 100} commits` : undefined);
      const held = new Set(found.map(({ oid }) => oid));
      return [
        keyOf(branch),
        { commits, held, whole: short === undefined ? 'since' : 'cut', why: short, failed: why !== null },
      ];
    }),
  );
}

const listOf = ({ repo, tip }: Counted, since: string): List<RawCommit> =>
  new List<RawCommit>({
    field: (connection) =>
      repositoryField(
        repo,
        `object(oid: ${quoted(tip)}) { ... on Commit { ${connection('history', `, since: ${quoted(since)}`)} } }`,
      ),
    selection: 'id oid message committedDate author { name user { login } }',
    find: (value) => (value as { object?: { history?: unknown } | null } | null)?.object?.history,
    keyOf: ({ oid }) => oid,
    oneWay: true,
    pages: PAGES,
  });

const commitOf = ({ oid, message, committedDate, author }: RawCommit, { repo, branch }: Counted): CommitFacts => ({
  repo,
  branch,
  sha: oid,
  message,
  at: committedDate,
  by: authorOf(author),
});

function holdsOf(branch: Branch | undefined, { sha, at }: { sha: string; at: string }, since: string): Known<boolean> {
  if (!branch) return 'unread';
  if (branch.held.has(sha)) return true;
  if (branch.whole === 'all') return false;
  return branch.whole === 'since' && at > since ? false : 'unread';
}

function shortOf({ repo, branch }: Counted, read: Branch | undefined): Field['missing'] {
  const why = read ? read.why : 'it could not be read';
  const bound = read?.whole === 'cut' && read.failed !== true;
  return why === undefined
    ? []
    : [{ what: `the history of ${branch} in ${repo}`, why, ...(bound ? { bound: true as const } : {}) }];
}
