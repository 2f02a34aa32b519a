import type { BrokenField } from '../graphql/sight.js';
import type { Incoming, Reply } from '../http/message.js';

/** What faults do to an answer from within: how new it may be, in which order its lists come, and which fields of it break. */
export type Seen = {
  readonly newestSeen: number;
  readonly shuffled: number | null;
  readonly broken: readonly BrokenField[];
};

/** One way in. The first door that serves a path answers. */
export type Door = {
  readonly name: 'rest' | 'graphql' | 'git' | 'control' | 'page';
  serves(path: string): boolean;
  answer(incoming: Incoming, seen: Seen): Promise<Reply>;
};
