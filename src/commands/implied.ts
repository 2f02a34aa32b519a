// The commands that nobody typed: a label, an assignment. Same commands, same check of who did it.

import type { Event } from '../ports/event.js';
import { type Asked, parseComment } from './parse.js';

export interface Own {
  /** What labels of ours begin with. */
  readonly labelPrefix: string;
  /** Who crew is here, so that an assignment to it is known. */
  readonly me: number;
}

const LABELS = ['fix', 'build', 'task'] as const;

/** What an event asks for without a comment; empty when it asks for nothing. */
export function implied(event: Event, own: Own): readonly Asked[] {
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
