// Handles one request: finds the endpoint, applies faults, records it. Used by open-server.ts; the endpoints import its types.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppliedFault, Fault, Faults } from '../faults.js';
import type { BrokenField } from '../graphql/query-context.js';
import type { Incoming, Reply } from '../http/message.js';
import type { Exchange, RequestRecord } from '../requests.js';

export type ServerContext = {
  readonly endpoints: readonly Endpoint[];
  readonly faults: Faults;
  readonly now: () => number;
  readonly stamp: () => string;
  readonly note: (record: Omit<RequestRecord, 'n'>) => void;
  readonly observe: (exchange: Exchange) => void;
};

/** What the client receives: a response, truncated if `cut`, or a dropped connection. */
type SentReply = { readonly reply: Reply; readonly cut: boolean } | 'dropped';

/** Handles one request: finds the endpoint, applies faults, and records it. */
export async function serve(server: ServerContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const incoming = await readRequest(request);
  const applied = server.faults.countAndCheck(incoming);
  const api = server.endpoints.find(({ serves }) => serves(incoming.path));
  const { sent, reply } = await withFaults(applied, () => askEndpoint(server, { api, incoming, applied }));
  const bytes = sent === 'dropped' ? 0 : send(response, { ...sent, at: server.now() });
  if (sent === 'dropped') request.socket.destroy();
  server.note({
    at: server.stamp(),
    api: api?.name ?? 'none',
    method: incoming.method,
    path: incoming.query.size === 0 ? incoming.path : `${incoming.path}?${incoming.query.toString()}`,
    operation: reply?.operation ?? null,
    actor: reply?.actor ?? null,
    status: sent === 'dropped' ? 0 : sent.reply.status,
    bytes,
    faults: applied.map(({ fault }) => fault.kind),
  });
}

async function readRequest(request: IncomingMessage): Promise<Incoming> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const url = new URL(request.url ?? '/', 'http://here');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}

async function askEndpoint(
  server: ServerContext,
  { api, incoming, applied }: { api: Endpoint | undefined; incoming: Incoming; applied: readonly AppliedFault[] },
): Promise<Reply> {
  if (api === undefined) return { status: 404, json: { message: 'Not Found' } };
  const reply = await api.answer(incoming, responseFaultsOf(applied));
  server.observe({
    api: api.name,
    method: incoming.method,
    path: incoming.path,
    query: incoming.query.toString(),
    operation: reply.operation ?? null,
    apiVersion: incoming.headers['x-github-api-version']?.toString() ?? null,
    requestBody: incoming.body,
    status: reply.status,
    responseJson: reply.json,
  });
  return reply;
}

/** The faults that the endpoint itself applies while it builds the response. */
function responseFaultsOf(applied: readonly AppliedFault[]): ResponseFaults {
  const stale = applied.filter(({ fault }) => fault.kind === 'stale').map(({ newestIdWhenAdded }) => newestIdWhenAdded);
  const [seed] = applied.flatMap(({ fault }) => (fault.kind === 'shuffle' ? [fault.seed] : []));
  return {
    newestVisibleId: Math.min(Number.MAX_SAFE_INTEGER, ...stale),
    shuffleSeed: seed ?? null,
    brokenFields: applied.flatMap(({ fault }) => (fault.kind === 'field' ? [fault] : [])),
  };
}

async function withFaults(
  applied: readonly AppliedFault[],
  perform: () => Promise<Reply>,
): Promise<{ sent: SentReply; reply: Reply | null }> {
  const faults = applied.map(({ fault }) => fault);
  for (const fault of faults) if (fault.kind === 'delay') await wait(fault.ms);
  const timeout = faults.find((fault) => fault.kind === 'timeout');
  if (timeout !== undefined) {
    await wait(timeout.ms ?? 0);
    return { sent: { reply: timeoutReply, cut: false }, reply: null };
  }
  const early = faults.find((fault) => 'when' in fault && fault.when === 'before');
  if (early !== undefined) return { sent: faultReply(early), reply: null };
  const reply = await perform();
  const late = faults.find((fault) => 'when' in fault && fault.when === 'after');
  if (late !== undefined) return { sent: faultReply(late), reply };
  return { sent: { reply, cut: faults.some(({ kind }) => kind === 'truncate') }, reply };
}

/** GitHub's response to a query that timed out. */
const timeoutReply: Reply = {
  status: 502,
  json: {
    data: null,
    errors: [
      {
        message:
          'Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug. ' +
          'Please include `EMBEDDED` when reporting this issue.',
      },
    ],
  },
};

function faultReply(fault: Fault): SentReply {
  if (fault.kind !== 'status') return 'dropped';
  const json = { message: fault.message ?? 'Something went wrong', status: String(fault.status) };
  return { reply: { status: fault.status, headers: fault.headers ?? {}, json }, cut: false };
}

type WrittenReply = Exclude<SentReply, 'dropped'> & { readonly at: number };

/** Sends a response. A truncated one is complete for HTTP and invalid as JSON. */
function send(response: ServerResponse, { reply, cut, at }: WrittenReply): number {
  const json = reply.json === undefined ? undefined : Buffer.from(JSON.stringify(reply.json));
  const body = reply.bytes ?? json ?? Buffer.alloc(0);
  const shown = cut ? body.subarray(0, Math.floor(body.length / 2)) : body;
  response.writeHead(reply.status, {
    ...(json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...(reply.status === 204 || reply.status === 304 ? {} : { 'content-length': shown.length }),
    // Clients correct their clock by this header.
    date: new Date(at).toUTCString(),
    'x-github-media-type': 'github.v3; format=json',
    ...reply.headers,
  });
  response.end(shown);
  return shown.length;
}

/** Faults inside a response: the newest visible id, the order of lists, and broken fields. */
export type ResponseFaults = {
  readonly newestVisibleId: number;
  readonly shuffleSeed: number | null;
  readonly brokenFields: readonly BrokenField[];
};

/** An API of the server. The first one that serves a path answers. */
export type Endpoint = {
  readonly name: 'rest' | 'graphql' | 'git' | 'control' | 'page';
  serves(path: string): boolean;
  answer(incoming: Incoming, faults: ResponseFaults): Promise<Reply>;
};
