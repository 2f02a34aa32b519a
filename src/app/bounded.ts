// What a server takes at most of anybody, and how long it waits for it, before whoever is asked hears of it.
import type { IncomingMessage, Server } from 'node:http';

/** GitHub sends nothing larger. */
const MOST_BYTES = 25_000_000;

/** GitHub itself gives up by then. */
const LONGEST_MS = 10_000;

/** Puts the bounds before everything that a server has been told to answer. */
export function bounded(server: Server): void {
  const answers = server.rawListeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const status = tooMuch(request);
    if (status !== undefined) {
      response.writeHead(status, { connection: 'close' }).end(() => request.destroy());
      return;
    }
    const late = setTimeout(() => request.destroy(), LONGEST_MS);
    for (const over of ['end', 'close'] as const) request.once(over, () => clearTimeout(late));
    for (const answer of answers) answer.call(server, request, response);
  });
}

/** Why a request is not even begun to be read. */
function tooMuch({ headers }: IncomingMessage): number | undefined {
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return 413;
  // What does not say how long it is may have no end.
  return headers['transfer-encoding'] === undefined ? undefined : 411;
}
