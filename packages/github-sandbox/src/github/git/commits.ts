// Reads and writes commits, and lists their changes. Used by git/, acts/, pulls/, REST, GraphQL, seeds, the pages and state/repository.ts;
// src/github/index.ts exports `readCommit`.

import { git, gitCached } from './git.js';
import { isSha, readObject, writeObject } from './object-store.js';

export type Signature = { readonly name: string; readonly email: string; readonly date: string };

export type Commit = {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
};

export type FileChange = {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'removed';
  readonly additions: number;
  readonly deletions: number;
  readonly sha: string;
  readonly patch: string;
};

/** Fields in the order of `parseCommit`, separated by NUL. */
const format = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');

/** The commits of a range, newest first. */
export async function logCommits(
  dir: string,
  { range, limit, path }: { range: string; limit?: number; path?: string },
): Promise<Commit[]> {
  const bound = limit === undefined ? [] : [`--max-count=${limit}`];
  const args = ['log', `--format=${format}%x01`, ...bound, '--end-of-options', range, '--', ...(path ? [path] : [])];
  const records = (await git({ dir, args })).toString().split('\u0001');
  return records.flatMap((record) => {
    const commit = record.trimStart() === '' ? null : parseCommit(record.trimStart());
    return commit === null ? [] : [commit];
  });
}

/** Reads one commit; throws if it does not exist. */
export async function readCommit(dir: string, sha: string): Promise<Commit> {
  const found = await readObject(dir, sha);
  if (found?.type !== 'commit') throw new Error(`no commit ${sha}`);
  return parseObject(sha, found.content);
}

/** Parses a raw commit object. */
export function parseObject(sha: string, content: Buffer): Commit {
  const text = content.toString();
  const head = text.slice(0, text.indexOf('\n\n'));
  const values = (name: string) =>
    [...head.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, value = '']) => value);
  return {
    sha,
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: parseSignature(values('author')[0] ?? ''),
    committer: parseSignature(values('committer')[0] ?? ''),
    message: text.slice(head.length + 2).trimEnd(),
  };
}

function parseSignature(line: string): Signature {
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<(.*)> (\d+) [+-]\d{4}$/.exec(line) ?? [];
  return { name, email, date: utc(Number(seconds) * 1000) };
}

function parseCommit(record: string): Commit {
  const [sha = '', tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', ...message] =
    record.split('\0');
  return {
    sha,
    tree,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name: an, email: ae, date: utc(ad) },
    committer: { name: cn, email: ce, date: utc(cd) },
    message: message.join('\0').trimEnd(),
  };
}

const utc = (date: string | number): string => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');

/** Creates a commit. */
export function writeCommit(
  dir: string,
  made: { tree: string; parents: readonly string[]; message: string; author: Signature; committer: Signature },
): Promise<string> {
  const { tree, parents, message, author, committer } = made;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(author)}`,
    `committer ${signatureLine(committer)}`,
    '',
    message,
  ];
  return writeObject(dir, { type: 'commit', content: Buffer.from(lines.join('\n')) });
}

/** A line of a commit object, without characters that would end the name early. */
function signatureLine({ name, email, date }: Signature): string {
  const plain = (text: string) => text.replace(/[<>\n\0]/g, '');
  return `${plain(name)} <${plain(email)}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
}

/** The changes of a commit against its first parent. */
export function changesOf(dir: string, commit: Commit): Promise<FileChange[]> {
  return changesBetween(dir, { from: commit.parents[0] ?? emptyTree, to: commit.sha });
}

/** The changes between two commits. */
export async function changesBetween(dir: string, { from, to }: { from: string; to: string }): Promise<FileChange[]> {
  const range = [from, to];
  const diff = async (...args: readonly string[]) => {
    const call = { dir, args: ['diff', '--no-renames', ...args] };
    return (await (range.every(isSha) ? gitCached : git)(call)).toString().trimEnd();
  };
  const raw = await diff('--raw', '--abbrev=40', ...range);
  const counts = await diff('--numstat', ...range);
  const numbers = counts.split('\n').map((line) => line.split('\t').map(Number));
  const lines = raw === '' ? [] : raw.split('\n');
  return Promise.all(
    lines.map(async (line, i) => {
      const [meta = '', path = ''] = line.split('\t');
      const [, , before = '', after = '', letter = ''] = meta.split(' ');
      const [additions = 0, deletions = 0] = numbers[i] ?? [];
      const patch = await diff(...range, '--', path);
      return {
        path,
        status: statusOf(letter),
        sha: letter === 'D' ? before : after,
        additions: additions || 0,
        deletions: deletions || 0,
        patch: patch.slice(Math.max(0, patch.indexOf('@@'))),
      };
    }),
  );
}

/** The empty tree, the base of a first commit. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function statusOf(letter: string): FileChange['status'] {
  if (letter === 'A') return 'added';
  return letter === 'D' ? 'removed' : 'modified';
}
