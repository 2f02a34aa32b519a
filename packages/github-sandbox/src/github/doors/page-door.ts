import type { Incoming, Reply } from '../http/message.js';
import type { Door } from './serve.js';

/** Answers what is no API: null where it has nothing to show. */
export type PageHandler = (incoming: Incoming) => Reply | null | Promise<Reply | null>;

/** Everything that no other door serves belongs to the pages, in the order they were mounted. */
export function pageDoor(handlers: readonly PageHandler[]): Door {
  return {
    name: 'page',
    serves: () => true,
    answer: async (incoming) => {
      for (const handle of handlers) {
        const reply = await handle(incoming);
        if (reply !== null) return reply;
      }
      return { status: 404, json: { message: 'Not Found' } };
    },
  };
}
