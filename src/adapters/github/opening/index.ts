// What a process wants to know of a repository before it does anything, asked in one question and shared by whoever needs a
// part of it. It only saves requests: what it does not say, each asks in its own way.
import type { Clock, Comment, Identity, Permission } from '../../../ports.js';
import { personOf } from '../board/raw.js';
import type { Client } from '../client.js';
import type { AtCommit } from '../entries-at.js';
import { type FileText, filesIn } from '../files-in.js';
import { onceItWorked } from '../once-it-worked.js';
import { type Blob, type Heard, hear, type Inside, type Said, type Target } from './answer.js';
import type { Expected } from './expected.js';
import { questionOf } from './question.js';

export type { Expected } from './expected.js';

/** Parts of the answer; undefined is no answer. Each is given once: whoever asks again wants to know how it is by then. */
export interface Opening {
  readonly me: () => Promise<Identity | undefined>;
  readonly defaultBranch: () => Promise<string | undefined>;
  readonly file: (path: string) => Promise<string | null | undefined>;
  /** The same file of the owner's repository `.github`. */
  readonly ownersFile: (path: string) => Promise<string | null | undefined>;
  readonly files: (folder: string, name: string) => Promise<readonly FileText[] | undefined>;
  /** Where a ref is and the file that it holds; no text where GitHub gives only the beginning. */
  readonly kept: (ref: string, file: string) => Promise<Kept | null | undefined>;
  /** Files of a commit, as often as they are wanted: a commit never changes. */
  readonly at: (sha: string, paths: readonly string[]) => Promise<AtCommit | undefined>;
  /** That somebody may push. That they may not is learned elsewhere. */
  readonly permission: (login: string) => Promise<Permission | undefined>;
  /** The whole thread, oldest first. */
  readonly comments: (issue: number) => Promise<readonly Comment[] | undefined>;
  /** Somebody moves the ref: from now on the answer is of yesterday. */
  readonly moves: (ref: string) => void;
  /** Somebody writes in a thread: so it is there. */
  readonly speaks: () => void;
}

export interface Kept {
  readonly at: string;
  readonly text: string | undefined;
}

/** What people do meanwhile is not seen in it: for so long it counts. */
const FRESH_FOR = 20_000;

/** The opening of a repository; nothing is asked before somebody needs a part of it. */
export function openingOf(
  client: Client,
  at: { owner: string; repo: string },
  { expected, clock }: { expected: Expected; clock: Pick<Clock, 'now'> },
): Opening {
  let heardAt = 0;
  const heard = onceItWorked<Heard>(async () => {
    heardAt = clock.now();
    return hear(client, questionOf(at, expected));
  });
  const given = new Set<string>();
  const once = async <K extends keyof Inside>(key: K): Promise<Inside[K] | undefined> => {
    if (given.has(key)) return undefined;
    given.add(key);
    return (await heard()).inside(key);
  };
  const lately = async <K extends keyof Inside>(key: K): Promise<Inside[K] | undefined> => {
    const found = await once(key);
    return clock.now() - heardAt <= FRESH_FOR ? found : undefined;
  };
  return {
    me: async () => (await heard()).me,
    defaultBranch: async () => (await once('defaultBranchRef'))?.name,
    async file(path) {
      const found = path === expected.file ? await once('file') : undefined;
      return found ? fileText(found) : found;
    },
    async ownersFile(path) {
      const found = path === expected.file ? (await heard()).ownersFile : undefined;
      return found ? fileText(found) : found;
    },
    async files(folder, name) {
      const found = folder === expected.folder ? await once('folder') : undefined;
      return found === undefined ? undefined : filesIn(found, folder, name);
    },
    async kept(ref, file) {
      const found = ref === expected.kept.ref && file === expected.kept.file ? await once('kept') : undefined;
      return found ? keptIn(found.target, file) : found;
    },
    async at(sha, paths) {
      const { commit } = expected;
      if (commit?.sha !== sha || !paths.every((path) => commit.paths.includes(path))) return undefined;
      const found = (await heard()).inside('commit');
      return found ? of(found, { from: commit.paths, paths }) : undefined;
    },
    async permission(login) {
      const found = login === expected.login ? await lately('writers') : undefined;
      const edge = found?.edges?.find((each) => each?.node.login.toLowerCase() === login.toLowerCase());
      return edge ? writes[edge.permission] : undefined;
    },
    async comments(issue) {
      const found = issue === expected.thread ? (await lately('thread'))?.comments : undefined;
      const all = found?.nodes?.map(commentIn);
      return all?.length === found?.totalCount && all?.every((each) => each !== undefined) ? all : undefined;
    },
    moves(ref) {
      if (ref === expected.kept.ref) given.add('kept');
    },
    speaks() {
      given.add('thread');
    },
  };
}

const writes: Readonly<Record<string, Permission>> = { ADMIN: 'admin', MAINTAIN: 'write', WRITE: 'write' };

/** Those that are wanted, by the place that they have among them. */
function of(all: AtCommit, { from, paths }: { from: readonly string[]; paths: readonly string[] }): AtCommit {
  const entries = paths.map((path, n) => [`f${n}`, all[`f${from.indexOf(path)}`] ?? null] as const);
  return { tree: all.tree, ...Object.fromEntries(entries) };
}

/** As REST tells it: apps have their mark behind their name. */
function commentIn(said: Said | null): Comment | undefined {
  if (!said) return undefined;
  const { fullDatabaseId, body, url, createdAt, lastEditedAt, author } = said;
  const of = { id: Number(fullDatabaseId), body, url, at: createdAt, ...(lastEditedAt && { editedAt: lastEditedAt }) };
  if (author === null) return { ...of, author: { login: 'ghost', id: 0 } };
  const { login } = personOf(author);
  return author.databaseId == null ? undefined : { ...of, author: { login, id: author.databaseId } };
}

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
