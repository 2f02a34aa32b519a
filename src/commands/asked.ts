import type { Event } from '../event.js';
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
      return parseComment(event.command.startsWith('/crew') ? event.command : `/crew ${event.command}`);
    default:
      return implied(event, own);
  }
}
