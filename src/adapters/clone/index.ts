// Reads commits from a local clone, so that the board reader (adapters/github/board) needs fewer API requests.

import type { Person } from '../../ports/board-snapshot.js';
import { gitOutput, runGit } from '../git/index.js';

/** A clone with its whole history. Functions return null if git fails, for example because a tip is missing. */
export interface Clone {
  /** Those of the commits that exist in the clone. */
  existingAmong(shas: readonly string[]): Promise<ReadonlySet<string>>;
  /** Commits from a tip back to a time, newest first. `cut`: there are more than `most`. */
  history(input: {
    tip: string;
    since: string;
    most: number;
  }): Promise<{ readonly commits: readonly ClonedCommit[]; readonly cut: boolean } | null>;
  /** Those of the commits that are ancestors of the tip. */
  ancestorsAmong(tip: string, shas: readonly string[]): Promise<ReadonlySet<string> | null>;
  /** Commits of the tip that are not in the base, oldest first. If there are more than `most`, only the newest `most`. */
  commitsAhead(input: { base: string; tip: string; most: number }): Promise<readonly ClonedCommit[] | null>;
}

const SHA = /^[0-9a-f]{40,64}$/;

/** The clone in a folder, or why it cannot be used. Shallow clones are rejected, because their history is incomplete. */
export async function openClone(folder: string): Promise<Clone | { readonly why: string }> {
  const shallow = await gitOutput(folder, ['rev-parse', '--is-shallow-repository']);
  if (shallow === null) return { why: 'it is no clone of a repository' };
  if (shallow !== 'false') return { why: 'it is a shallow clone (fetch-depth: 0 makes it whole)' };
  return {
    existingAmong: (shas) => existingAmong(folder, shas),
    history: (range) => history(folder, range),
    ancestorsAmong: (tip, shas) => ancestorsAmong(folder, tip, shas),
    commitsAhead: (range) => commitsAhead(folder, range),
  };
}

async function existingAmong(folder: string, shas: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const each = (line: string) => {
    const [sha = '', kind] = line.split(' ');
    if (kind === 'commit') found.add(sha);
    return true;
  };
  const wanted = shas.filter((sha) => SHA.test(sha));
  if (wanted.length > 0)
    await runGit(folder, { args: ['cat-file', '--batch-check'], input: `${wanted.join('\n')}\n`, each });
  return found;
}

async function history(folder: string, { tip, since, most }: { tip: string; since: string; most: number }) {
  const commits: ClonedCommit[] = [];
  const args = ['log', '-z', LOG_FORMAT, `--since=${since}`, `--max-count=${most + 1}`, '--end-of-options', tip];
  const succeeded = await runGit(folder, { args, separator: '\0', each: (text) => void commits.push(commitOf(text)) });
  return succeeded ? { commits: commits.slice(0, most), cut: commits.length > most } : null;
}

async function ancestorsAmong(
  folder: string,
  tip: string,
  shas: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const wanted = new Set(shas);
  const found = new Set<string>();
  const each = (sha: string) => {
    if (wanted.has(sha)) found.add(sha);
    // false stops git: all are found.
    return found.size < wanted.size;
  };
  if (wanted.size === 0) return found;
  return (await runGit(folder, { args: ['rev-list', '--end-of-options', tip], each })) ? found : null;
}

async function commitsAhead(folder: string, { base, tip, most }: { base: string; tip: string; most: number }) {
  const commits: ClonedCommit[] = [];
  const args = ['log', '-z', LOG_FORMAT, `--max-count=${most}`, '--end-of-options', tip, `^${base}`];
  const succeeded = await runGit(folder, { args, separator: '\0', each: (text) => void commits.push(commitOf(text)) });
  return succeeded ? commits.reverse() : null;
}

/** A commit as git log prints it. */
export interface ClonedCommit {
  readonly sha: string;
  readonly message: string;
  /** Committer date. */
  readonly at: string;
  readonly by: Person;
}

/** The format of `git log -z`. The message comes last because it may contain newlines. */
const LOG_FORMAT = '--format=%H%n%ct%n%an%n%ae%n%B';

/** GitHub's address of a person, `123+login@users.noreply.github.com`. The group is the login. */
const NOREPLY = /^(?:\d+\+)?([^@]+)@users\.noreply\./;

/** Parses a commit in the format `LOG_FORMAT`. */
function commitOf(text: string): ClonedCommit {
  const [sha = '', seconds = '0', name = '', email = '', ...message] = text.split('\n');
  // Without a no-reply address the login is unknown; the git name stands in for it.
  const login = NOREPLY.exec(email)?.[1] ?? name;
  const at = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
  const by: Person = login.endsWith('[bot]') ? { login, bot: true } : { login };
  return { sha, message: message.join('\n').trimEnd(), at, by };
}
