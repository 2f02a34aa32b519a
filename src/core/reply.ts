// Where an answer goes: a reaction on what was asked, and one comment.

import type { Asked } from '../commands/parse.js';
import type { Event } from '../event.js';
import { digestOf } from '../text/digest.js';
import type { Change } from './change.js';

/** The changes that bring an answer to where it was asked for, or only say that it was heard; none where nobody reads a thread. */
export function replyTo(event: Event, asked: readonly Asked[], body: string | null): readonly Change[] {
  const issue = threadOf(event);
  if (issue === undefined) return [];
  // A key may hold a label, and a label anything; a slot may not.
  const slot = `answer:${digestOf(event.key).slice(0, 12)}`;
  const comment: readonly Change[] = body === null ? [] : [{ kind: 'comment', issue, slot, body, standing: null }];
  if (event.kind !== 'comment' || event.comment.where !== 'thread') return comment;
  const wrong = asked.every((each) => 'wrong' in each);
  return [{ kind: 'reaction', on: { comment: event.comment.id }, reaction: wrong ? 'confused' : 'eyes' }, ...comment];
}

/** Only a reaction that says: not this time. Where none can stand, nothing does. */
export function shrugAt(event: Event): readonly Change[] {
  if (event.kind !== 'comment' || event.comment.where !== 'thread') return [];
  return [{ kind: 'reaction', on: { comment: event.comment.id }, reaction: 'confused' }];
}

/** The thread in which whoever asked reads the answer. */
export function threadOf(event: Event): number | undefined {
  if ('at' in event) return event.at.issue;
  return event.kind === 'dispatched' ? event.issue : undefined;
}
