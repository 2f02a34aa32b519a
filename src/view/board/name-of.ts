import type { IssueNumber } from '../../ports/report.js';
import { lineOf } from './line.js';

const REF = /^([\w.-]+\/[\w.-]+)#(\d+)$/;

/** How an issue is called: `#12`, or `owner/name#12` in another repository. */
export function nameOf(issue: IssueNumber): string {
  return typeof issue === 'number' ? `#${issue}` : lineOf(issue);
}

/**
 * Where an issue or a pull request is read, when it is known where the board's repository is: `home`, such as
 * `https://github.com/owner/name`. GitHub itself leads from `/issues/` to a pull request of that number.
 */
export function addressOf(issue: IssueNumber, home: string | undefined): string | null {
  const base = /^(https?:\/\/[^/\s"'<>()]+)\/[\w.-]+\/[\w.-]+$/.exec(home ?? '');
  if (!base) return null;
  if (typeof issue === 'number') return `${base[0]}/issues/${issue}`;
  const [, repo, number] = REF.exec(issue) ?? [];
  return repo === undefined ? null : `${base[1]}/${repo}/issues/${number}`;
}
