// The commands of an event: those in a comment, and those that a label, an assignment or a ticked checkbox stands for. Used by the gates of
// src/runs and src/action, and by the App to drop events without a command. runs/services.ts uses its type.

import type { Event } from '../ports/event.js';
import { type ParsedCommand, parseComment, parseWords } from './parse.js';

/** All commands of an event, in order. */
export function commandsIn(event: Event, own: CrewIdentity): readonly ParsedCommand[] {
  switch (event.kind) {
    case 'comment':
      return parseComment(event.comment.body);
    case 'typed':
      return [parseWords(event.words)];
    case 'dispatched':
    case 'scheduled':
      return parseComment(/^\s*\/crew(\s|$)/i.test(event.command) ? event.command : `/crew ${event.command}`);
    default:
      return impliedCommands(event, own);
  }
}

/** Whether an event may contain a command. Needs no data of the repository, so most events are dropped without a request. */
export function mayContainCommand(event: Event): boolean {
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

/** By what crew recognises its own labels and account. */
export interface CrewIdentity {
  /** The prefix of crew's labels. */
  readonly labelPrefix: string;
  /** crew's account, to recognize an assignment to crew. */
  readonly me: number;
}

/** Commands that a label with crew's prefix starts, such as `crew:fix`. */
const LABELS = ['fix', 'build', 'task'] as const;

/** The command of an event that is not a comment; empty if there is none. */
function impliedCommands(event: Event, own: CrewIdentity): readonly ParsedCommand[] {
  switch (event.kind) {
    case 'labelled': {
      const command = LABELS.find((name) => event.label === `${own.labelPrefix}${name}`);
      return command ? parseComment(`/crew ${command}`) : [];
    }
    case 'assigned':
      // If crew uses a person's token, an assignment means the person. Only the App can be assigned.
      return event.assignee.bot && event.assignee.id === own.me ? parseComment('/crew task') : [];
    case 'ticked':
      // Checkboxes count only in crew's own issues.
      return event.owner.id === own.me ? parseComment(event.command) : [];
    default:
      return [];
  }
}
