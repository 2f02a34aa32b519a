// Whether an open issue that nobody works on can be started as it is. The label, the suggestions and every sentence ask here,
// so that they agree.

import type { BoardFacts } from './board-facts.js';
import type { Verdict } from './judge.js';
import { repoOf } from './links.js';
import { isOwnComment, mayPush } from './people.js';
import { plain } from './plain.js';
import type { Start } from './statements.js';

/** Whether it says anything: an issue without a description is suggested to nobody. */
export const isDescribed = ({ case: { issue } }: Verdict): boolean => issue.body.trim() !== '';

/** What is missing before somebody can start on it, if anything is. */
export function startOf(verdict: Verdict, boardFacts: BoardFacts): Start {
  if (verdict.case.children.some(({ dropped }) => !dropped)) return { is: 'sub-issues' };
  if (!isDescribed(verdict)) return { is: 'undescribed' };
  const question = questionTo(verdict, boardFacts);
  return question ? { is: 'answer', ...question } : { is: 'now' };
}

/** A question mark at the end of a line, in either script; a web address may have one in its middle. */
const ASKS = /[?？]\s*$/m;

/**
 * Whom the last comment asks a question, and since when: a comment by somebody with write access on an issue that somebody else
 * opened. Null when the last comment is another one. Comments by crew do not count.
 */
export function questionTo(
  { case: { issue } }: Verdict,
  boardFacts: BoardFacts,
): { readonly who: string; readonly since: string } | null {
  const { author } = issue;
  const last = issue.comments.filter((each) => !isOwnComment(each, boardFacts.identity)).at(-1);
  if (!last || author.bot === true || last.by.login === author.login || last.by.bot === true) return null;
  if (!mayPush(boardFacts.board, last.by.login, repoOf(issue.ref)) || !ASKS.test(plain(last.body).trim())) return null;
  return { who: author.login, since: last.at };
}
