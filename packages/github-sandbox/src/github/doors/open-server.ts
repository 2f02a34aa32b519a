import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEmitter, type Emitter } from '../events/emitter.js';
import { type Faults, openFaults } from '../faults.js';
import type { Exchange, RequestRecord } from '../requests.js';
import { routes } from '../rest/index.js';
import { stamp, type World } from '../world.js';
import { controlDoor } from './control-door.js';
import { gitDoor } from './git-door.js';
import { graphqlDoor } from './graphql-door.js';
import { logPage } from './log-page.js';
import { type PageHandler, pageDoor } from './page-door.js';
import { restDoor } from './rest-door.js';
import { type ServerContext, serve } from './serve.js';

/** Everything between the wire and the world, and what it remembers. */
type OpenServer = {
  readonly faults: Faults;
  readonly requests: readonly RequestRecord[];
  readonly exchanges: Emitter<Exchange>;
  readonly pages: PageHandler[];
  answer(request: IncomingMessage, response: ServerResponse): void;
};

/** Puts the doors in a row; pages come last, because they take what is left. */
export function openServer(world: World, { schemaFile }: { schemaFile: string | null }): OpenServer {
  const requests: RequestRecord[] = [];
  const exchanges = createEmitter<Exchange>();
  const pages: PageHandler[] = [logPage(world)];
  const faults = openFaults({ now: world.now, newestId: world.ids.last });
  const server: ServerContext = {
    doors: [
      graphqlDoor(world, schemaFile),
      restDoor(world, routes),
      gitDoor(world),
      controlDoor({ faults, effects: world.effects, requests }),
      pageDoor(pages),
    ],
    faults,
    now: world.now,
    stamp: () => stamp(world),
    note: (record) => requests.push({ n: requests.length + 1, ...record }),
    observe: exchanges.emit,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    serve(server, request, response).catch((problem: unknown) => confess(response, problem));
  };
  return { faults, requests, exchanges, pages, answer };
}

/** A fault of this GitHub's own is shown whole: whoever meets it is testing. */
function confess(response: ServerResponse, problem: unknown): void {
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
  response.end(problem instanceof Error ? problem.stack : String(problem));
}
