// What an issue or a pull request was when somebody asked: a run may wait long for its turn, and whoever writes something there
// meanwhile would tell the Editor what nobody has asked for. Pure.
import { readMarker } from '../../core/marker.js';
import type { Event, Seen } from '../../event.js';
import type { IssueFacts } from '../../field.js';
import type { Comment, ReviewRead } from '../../ports.js';

/** As the event saw it; a schedule or a terminal saw nothing. */
export const seenIn = (event: Event): Seen | undefined => ('seen' in event ? event.seen : undefined);

/** What was said until somebody asked; and how much of it says something else by now, so that nobody knows what it said then. */
export interface Then<T> {
  readonly was: T;
  readonly edited: number;
}

/** The issue as the event saw it, with what was said on it until then. */
export function issueThen(facts: IssueFacts, event: Event): Then<IssueFacts> {
  const seen = seenIn(event);
  if (!seen) return { was: facts, edited: 0 };
  const { at, title, body } = seen;
  const before = facts.comments.filter((comment) => Date.parse(comment.at) <= Date.parse(at));
  const { was, edited } = unchangedSince(at, before);
  return { was: { ...facts, title, body, comments: was }, edited };
}

/** The conversation of a pull request up to the comment that asks; its numbers only grow. Asked anywhere else, it is the whole. */
export function conversationThen(comments: readonly Comment[], event: Event): Then<readonly Comment[]> {
  const at = seenIn(event)?.at;
  const id = event.kind === 'comment' && event.comment.where === 'thread' ? event.comment.id : undefined;
  const before = comments.filter((each) => id === undefined || each.id <= id);
  return at === undefined ? { was: before, edited: 0 } : unchangedSince(at, before);
}

/** What was said in a review until somebody asked, as it was said. */
export function reviewThen(read: ReviewRead, event: Event): ReviewRead {
  const until = seenIn(event)?.at;
  if (until === undefined) return read;
  const isThen = ({ at = until, editedAt = at }: Comment): boolean =>
    Math.max(Date.parse(at), Date.parse(editedAt)) <= Date.parse(until);
  const threads = read.threads.map((each) => ({ ...each, comments: each.comments.filter(isThen) }));
  return {
    ...read,
    reviews: read.reviews.filter(isThen),
    threads: threads.filter(({ comments }) => comments.length > 0),
  };
}

/** What crew wrote itself changes as it goes, and is nobody's word. */
function unchangedSince<T extends { readonly body: string; readonly editedAt?: string | undefined }>(
  at: string,
  said: readonly T[],
): Then<readonly T[]> {
  const was = said.filter(({ editedAt }) => editedAt === undefined || Date.parse(editedAt) <= Date.parse(at));
  const edited = said.filter((each) => !was.includes(each) && readMarker(each.body) === null);
  return { was, edited: edited.length };
}
