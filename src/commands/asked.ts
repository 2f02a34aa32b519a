import type { Event } from '../ports/event.js';
import { implied, type Own } from './implied.js';
import { type Asked, parseComment, parseWords } from './parse.js';

/** Everything that an event asks of crew, in order. */
export function asked(event: Event, own: Own): readonly Asked[] {
  switch (event.kind) {
    case 'comment':
      return parseComment(event.comment.body);
    case 'typed':
      return [parseWords(event.words)];
    case 'dispatched':
    case 'scheduled':
      return parseComment(/^\s*\/crew(\s|$)/i.test(event.command) ? event.command : `/crew ${event.command}`);
    default:
      return implied(event, own);
  }
}

/** Could it ask for anything? Answers without knowing anything of the repository, for the many events that ask for nothing. */
export function mayAsk(event: Event): boolean {
  switch (event.kind) {
    case 'comment':
      return parseComment(event.comment.body).length > 0;
    case 'labelled':
      return /(fix|build|task)$/.test(event.label);
    case 'assigned':
      return event.assignee.bot;
    default:
      return true;
  }
}
