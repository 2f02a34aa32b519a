// What an issue or a pull request was when somebody asked: a run may wait long for its turn, and whoever writes something there
// meanwhile would tell the Editor what nobody has asked for. Pure.

import { readMarker } from '../../../changes/marker.js';
import type { IssueFacts } from '../../../ports/board-snapshot.js';
import type { Event, Seen } from '../../../ports/event.js';
import type { Comment, ReviewRead } from '../../../ports/index.js';

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

/** The conversation of a pull request up to the comment that asks; its numbers only grow. Asked anywhere else, the moment tells. */
export function conversationThen(comments: readonly Comment[], event: Event): Then<readonly Comment[]> {
  const at = seenIn(event)?.at;
  const id = event.kind === 'comment' && event.comment.where === 'thread' ? event.comment.id : undefined;
  const isBefore = (each: Comment): boolean =>
    id === undefined ? at === undefined || Date.parse(each.at ?? at) <= Date.parse(at) : each.id <= id;
  const before = comments.filter(isBefore);
  return at === undefined ? { was: before, edited: 0 } : unchangedSince(at, before);
}

/** What was said in a review until somebody asked, as it was said. */
export function reviewThen(read: ReviewRead, event: Event): Then<ReviewRead> {
  const until = askedAt(read, event);
  if (until === undefined) return { was: read, edited: 0 };
  const isBefore = ({ at = until }: Comment): boolean => Date.parse(at) <= Date.parse(until);
  const reviews = unchangedSince(until, read.reviews.filter(isBefore));
  const threads = read.threads.map((thread) => ({
    thread,
    said: unchangedSince(until, thread.comments.filter(isBefore)),
  }));
  return {
    was: {
      ...read,
      reviews: reviews.was,
      threads: threads.flatMap(({ thread, said: { was } }) => (was.length > 0 ? [{ ...thread, comments: was }] : [])),
    },
    edited: threads.reduce((sum, { said }) => sum + said.edited, reviews.edited),
  };
}

/**
 * A review comes all at once, whenever its remarks were begun. Whoever asks in one asks with the whole of it, so the moment is that of
 * the very words that ask, as the others have theirs; what the event told was another clock's.
 */
function askedAt({ reviews, threads }: ReviewRead, event: Event): string | undefined {
  const told = seenIn(event)?.at;
  const { id, where } = event.kind === 'comment' ? event.comment : { id: 0, where: 'thread' };
  const among = where === 'review' ? reviews : where === 'inline' ? threads.flatMap(({ comments }) => comments) : [];
  const { at } = among.find((each) => each.id === id) ?? {};
  return told === undefined || at === undefined || Date.parse(at) < Date.parse(told) ? told : at;
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
