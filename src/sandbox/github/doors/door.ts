import type { Incoming, Reply } from '../http/message.js';

/** One way in. The first door that serves a path answers. */
export type Door = {
  readonly name: 'rest' | 'graphql' | 'git' | 'control' | 'page';
  serves(path: string): boolean;
  answer(incoming: Incoming, seen: { readonly newestSeen: number }): Promise<Reply>;
};
