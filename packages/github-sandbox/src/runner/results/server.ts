// The HTTP server of the results service.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type JsonObject, sentenceOf } from '../json.js';

export interface Incoming {
  method: string;
  url: URL;
  /** A header by lower-case name; '' if missing. */
  header(name: string): string;
  body: Buffer;
}

export interface Answer {
  status: number;
  json?: JsonObject;
}

export interface Endpoint {
  /** With a trailing slash, as in GitHub's runner. */
  url: string;
  close(): Promise<void>;
}

type Answering = (incoming: Incoming) => Promise<Answer>;

/** Starts a server on a free port. */
export async function openServer(answer: Answering): Promise<Endpoint> {
  const server = createServer((request, response) => {
    // An interrupted request has no effect.
    serve(request, response, answer).catch(() => response.destroy());
  });
  // The server does not keep the process alive.
  server.unref();
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the results service listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, answer: Answering): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { status, json } = await answer({
    method: request.method ?? '',
    url: new URL(request.url ?? '/', `http://${request.headers.host ?? 'here'}`),
    header: (name) => String(request.headers[name] ?? ''),
    body: Buffer.concat(chunks),
  }).catch(refused);
  response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' });
  response.end(json === undefined ? '' : JSON.stringify(json));
}

/** The response for an error, in Twirp's format. */
function refused(thrown: unknown): Answer {
  if (!(thrown instanceof TwirpError)) return { status: 500, json: { code: 'internal', msg: sentenceOf(thrown) } };
  return { status: thrown.status, json: { code: thrown.code, msg: thrown.message } };
}

/** Twirp codes with their HTTP status. */
const STATUS = {
  invalid_argument: 400,
  malformed: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  bad_route: 404,
  already_exists: 409,
  resource_exhausted: 429,
} as const;

/** An error of the service. */
export class TwirpError extends Error {
  readonly code: keyof typeof STATUS;

  constructor(code: keyof typeof STATUS, message: string) {
    super(message);
    this.name = 'TwirpError';
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}
