import type { Event } from '../ports/event.js';
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

export interface Own {
  /** What labels of ours begin with. */
  readonly labelPrefix: string;
  /** Who crew is here, so that an assignment to it is known. */
  readonly me: number;
}

const LABELS = ['fix', 'build', 'task'] as const;

/** What an event asks for without a comment; empty when it asks for nothing. */
function implied(event: Event, own: Own): readonly Asked[] {
  switch (event.kind) {
    case 'labelled': {
      const meant = LABELS.find((name) => event.label === `${own.labelPrefix}${name}`);
      return meant ? parseComment(`/crew ${meant}`) : [];
    }
    case 'assigned':
      // A person whose token crew uses is still a person; only the App can be given work.
      return event.assignee.bot && event.assignee.id === own.me ? parseComment('/crew task') : [];
    case 'ticked':
      // In an issue of anybody else's a line that looks like a box is only text.
      return event.owner.id === own.me ? parseComment(event.command) : [];
    default:
      return [];
  }
}
