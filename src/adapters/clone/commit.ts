import type { Person } from '../../ports/board-snapshot.js';

export interface ClonedCommit {
  readonly sha: string;
  readonly message: string;
  /** Committer date. */
  readonly at: string;
  readonly by: Person;
}

/** The format of `git log -z`. The message comes last because it may contain newlines. */
export const FORMAT = '--format=%H%n%ct%n%an%n%ae%n%B';

const NOREPLY = /^(?:\d+\+)?([^@]+)@users\.noreply\./;

/** Parses a commit in this format. */
export function commitOf(text: string): ClonedCommit {
  const [sha = '', seconds = '0', name = '', email = '', ...message] = text.split('\n');
  const login = NOREPLY.exec(email)?.[1] ?? name;
  const at = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
  const by: Person = login.endsWith('[bot]') ? { login, bot: true } : { login };
  return { sha, message: message.join('\n').trimEnd(), at, by };
}
