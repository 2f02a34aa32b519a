import { git, gitText } from './git.js';

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

const format = ['%H', '%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');

/** Commits from newest to oldest, as far as a range reaches. */
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

/** One commit, which must be there. */
export async function readCommit(dir: string, sha: string): Promise<Commit> {
  const [commit] = await logCommits(dir, { range: sha, limit: 1 });
  if (commit === undefined) throw new Error(`no commit ${sha}`);
  return commit;
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

const utc = (date: string): string => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');

/** Makes a commit of a tree. */
export function writeCommit(
  dir: string,
  made: { tree: string; parents: readonly string[]; message: string; author: Signature; committer: Signature },
): Promise<string> {
  const { tree, parents, message, author, committer } = made;
  return gitText({
    dir,
    args: ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])],
    input: message,
    env: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: author.date,
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: committer.date,
    },
  });
}

/** What a commit changed against its first parent. */
export async function changesOf(dir: string, commit: Commit): Promise<FileChange[]> {
  const range = [commit.parents[0] ?? emptyTree, commit.sha];
  const raw = await gitText({ dir, args: ['diff', '--no-renames', '--raw', '--abbrev=40', ...range] });
  const counts = await gitText({ dir, args: ['diff', '--no-renames', '--numstat', ...range] });
  const numbers = counts.split('\n').map((line) => line.split('\t').map(Number));
  const lines = raw === '' ? [] : raw.split('\n');
  return Promise.all(
    lines.map(async (line, i) => {
      const [meta = '', path = ''] = line.split('\t');
      const [, , before = '', after = '', letter = ''] = meta.split(' ');
      const [additions = 0, deletions = 0] = numbers[i] ?? [];
      const patch = await gitText({ dir, args: ['diff', '--no-renames', ...range, '--', path] });
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

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function statusOf(letter: string): FileChange['status'] {
  if (letter === 'A') return 'added';
  return letter === 'D' ? 'removed' : 'modified';
}
