// Decides whether an open issue without work can be started. The label `crew:ready`, the suggestions, and all sentences use this one
// decision, so that they agree. Used by advice.ts, assess.ts, candidates.ts, labels.ts and turns.ts.

import type { BoardFacts } from './board-facts.js';
import type { Verdict } from './judge.js';
import { repoOf } from './links.js';
import { COMMAND_LINE, isForPeople, mayPush } from './people.js';
import { plain } from './plain.js';
import type { Start } from './statements.js';
import { WORK_WORKFLOWS } from './work.js';

/** Whether the description has text. An issue without a description is never suggested. */
export const isDescribed = ({ case: { issue } }: Verdict): boolean => issue.body.trim() !== '';

/** `now`, or what is missing before work can start. After `nothing-to-change` work can start, too. */
export function startOf(verdict: Verdict, boardFacts: BoardFacts): Start {
  if (verdict.case.children.some(({ dropped }) => !dropped)) return { is: 'sub-issues' };
  if (!isDescribed(verdict)) return { is: 'undescribed' };
  const question = openQuestionOf(verdict, boardFacts);
  if (question) return { is: 'answer', ...question };
  return hasNothingToChange(verdict, boardFacts) ? { is: 'nothing-to-change' } : { is: 'now' };
}

/**
 * Whether crew's last run on the issue found nothing to change, and the issue has had no comment and no reopening since. Another run may
 * end in the same way, so the texts ask what is missing.
 */
function hasNothingToChange({ case: { issue } }: Verdict, { board, identity }: BoardFacts): boolean {
  const [last] = board.runs
    .filter((run) => run.issue === issue.ref && WORK_WORKFLOWS.includes(run.workflow))
    .toSorted((a, b) => (a.startedAt > b.startedAt ? -1 : 1));
  if (last?.status !== 'already') return false;
  const comments = issue.comments.filter((each) => isForPeople(each, identity)).map(({ at }) => at);
  const runAt = Date.parse(last.startedAt);
  return [...comments, ...issue.reopenings].every((at) => Date.parse(at) < runAt);
}

/** Whether work can start. The label `crew:ready` and the suggestions follow it. */
export function canStart(verdict: Verdict, boardFacts: BoardFacts): boolean {
  const { is } = startOf(verdict, boardFacts);
  return is === 'now' || is === 'nothing-to-change';
}

/** A question mark at the end of a line, ASCII or full-width. */
const ENDS_A_LINE = /[?？]\s*$/m;

/** A question mark at the end of a sentence. One with text directly behind it may belong to a web address. */
const ENDS_A_SENTENCE = /\?(?=\s|$)|？/;

/** What a comment says to people: its text before the first command to crew. */
const textForPeople = (comment: string): string => (plain(comment).split(COMMAND_LINE)[0] ?? '').trim();

/**
 * Whether a comment asks the author something: one of its lines ends with a question mark, or it mentions the author and one of its
 * sentences ends with a question mark.
 */
function isQuestionTo(comment: string, author: string): boolean {
  const text = textForPeople(comment);
  const isMentioned = text
    .toLowerCase()
    .split(/[^\w@-]/)
    .includes(`@${author.toLowerCase()}`);
  return (isMentioned ? ENDS_A_SENTENCE : ENDS_A_LINE).test(text);
}

/**
 * The open question to the issue's author, with who asked it and when: the last comment is a question by a person with write access who is not
 * the author. crew's own comments and commands to crew do not count: they neither ask nor answer. Null if there is no such question.
 */
export function openQuestionOf(
  { case: { issue } }: Verdict,
  boardFacts: BoardFacts,
): { readonly asked: string; readonly askedBy: string; readonly since: string } | null {
  const { author } = issue;
  const last = issue.comments.filter((each) => isForPeople(each, boardFacts.identity)).at(-1);
  if (!last || author.bot === true || last.by.login === author.login || last.by.bot === true) return null;
  if (!mayPush(boardFacts.board, last.by.login, repoOf(issue.ref)) || !isQuestionTo(last.body, author.login))
    return null;
  return { asked: author.login, askedBy: last.by.login, since: last.at };
}
