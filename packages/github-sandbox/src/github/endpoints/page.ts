// Serves paths outside the APIs.

import type { PageHandler } from '../http/message.js';
import type { Endpoint } from './serve.js';

/** Answers every path that no API serves, in the order the handlers were added. */
export function pageEndpoint(handlers: readonly PageHandler[]): Endpoint {
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
