// What an issue or a pull request was when somebody asked: a run may wait long for its turn, and whoever writes something there
// meanwhile would tell the Editor what nobody has asked for. Pure.
import type { Event, Seen } from '../../event.js';
import type { IssueFacts } from '../../field.js';
import type { Comment } from '../../ports.js';

/** As the event saw it; a schedule or a terminal saw nothing. */
export const seenIn = (event: Event): Seen | undefined => ('seen' in event ? event.seen : undefined);

/** The issue as the event saw it, with what was said on it until then. */
export function issueThen(facts: IssueFacts, event: Event): IssueFacts {
  const seen = seenIn(event);
  if (!seen) return facts;
  const { at, title, body } = seen;
  const comments = facts.comments.filter((comment) => Date.parse(comment.at) <= Date.parse(at));
  return { ...facts, title, body, comments };
}

/** The conversation of a pull request up to the comment that asks; its numbers only grow. Asked anywhere else, it is the whole. */
export function conversationThen(comments: readonly Comment[], event: Event): readonly Comment[] {
  if (event.kind !== 'comment' || event.comment.where !== 'thread') return comments;
  return comments.filter(({ id }) => id <= event.comment.id);
}
