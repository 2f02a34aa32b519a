// Puts the endpoints together to the HTTP server of an embedded GitHub. Used by src/github/index.ts.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEmitter, type Emitter } from '../events/emitter.js';
import { type Faults, openFaults } from '../faults.js';
import type { PageHandler } from '../http/message.js';
import type { Exchange, RequestRecord } from '../requests.js';
import { routes } from '../rest/index.js';
import { logPage } from '../rest/job-logs.js';
import { stamp, type World } from '../world.js';
import { controlEndpoint } from './control.js';
import { gitEndpoint } from './git.js';
import { graphqlEndpoint } from './graphql.js';
import { restEndpoint } from './rest.js';
import { type Endpoint, type ServerContext, serve } from './serve.js';

/** The HTTP server of a world. */
type OpenServer = {
  readonly faults: Faults;
  readonly requests: readonly RequestRecord[];
  readonly exchanges: Emitter<Exchange>;
  readonly pages: PageHandler[];
  answer(request: IncomingMessage, response: ServerResponse): void;
};

/** Creates the server. Pages come last because they answer everything else. */
export function openServer(world: World, { schemaFile }: { schemaFile: string | null }): OpenServer {
  const requests: RequestRecord[] = [];
  const exchanges = createEmitter<Exchange>();
  const pages: PageHandler[] = [logPage(world)];
  const faults = openFaults({ now: world.now, newestId: world.ids.last });
  const server: ServerContext = {
    endpoints: [
      graphqlEndpoint(world, schemaFile),
      restEndpoint(world, routes),
      gitEndpoint(world),
      controlEndpoint({ faults, effects: world.effects, requests }),
      pageEndpoint(pages),
    ],
    faults,
    now: world.now,
    stamp: () => stamp(world),
    note: (record) => requests.push({ n: requests.length + 1, ...record }),
    observe: exchanges.emit,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    serve(server, request, response).catch((problem: unknown) => showError(response, problem));
  };
  return { faults, requests, exchanges, pages, answer };
}

/** Internal errors are shown with their stack, because the reader is testing. */
function showError(response: ServerResponse, problem: unknown): void {
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
  response.end(problem instanceof Error ? problem.stack : String(problem));
}

/** Answers every path that no API serves, in the order the handlers were added. */
function pageEndpoint(handlers: readonly PageHandler[]): Endpoint {
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
