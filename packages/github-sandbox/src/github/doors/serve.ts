import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, Faults, Strike } from '../faults.js';
import type { BrokenField } from '../graphql/sight.js';
import type { Incoming, Reply } from '../http/message.js';
import type { Exchange, RequestRecord } from '../requests.js';

export type ServerContext = {
  readonly doors: readonly Door[];
  readonly faults: Faults;
  readonly now: () => number;
  readonly stamp: () => string;
  readonly note: (record: Omit<RequestRecord, 'n'>) => void;
  readonly observe: (exchange: Exchange) => void;
};

/** What the client gets: an answer, perhaps cut short, or a dead line. */
type Sent = { readonly reply: Reply; readonly cut: boolean } | 'dead line';

/** One request from the wire to the wire: the doors answer, the faults interfere, the log keeps both. */
export async function serve(server: ServerContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const incoming = await readRequest(request);
  const struck = server.faults.strikes(incoming);
  const door = server.doors.find(({ serves }) => serves(incoming.path));
  const { sent, reply } = await withFaults(struck, () => ask(server, { door, incoming, struck }));
  const bytes = sent === 'dead line' ? 0 : send(response, { ...sent, at: server.now() });
  if (sent === 'dead line') request.socket.destroy();
  server.note({
    at: server.stamp(),
    door: door?.name ?? 'none',
    method: incoming.method,
    path: incoming.query.size === 0 ? incoming.path : `${incoming.path}?${incoming.query.toString()}`,
    operation: reply?.operation ?? null,
    actor: reply?.actor ?? null,
    status: sent === 'dead line' ? 0 : sent.reply.status,
    bytes,
    faults: struck.map(({ fault }) => fault.kind),
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

async function ask(
  server: ServerContext,
  { door, incoming, struck }: { door: Door | undefined; incoming: Incoming; struck: readonly Strike[] },
): Promise<Reply> {
  if (door === undefined) return { status: 404, json: { message: 'Not Found' } };
  const reply = await door.answer(incoming, seenThrough(struck));
  server.observe({
    door: door.name,
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

/** How the world looks to whom these faults strike. */
function seenThrough(struck: readonly Strike[]): Seen {
  const stale = struck.filter(({ fault }) => fault.kind === 'stale').map(({ newestThen }) => newestThen);
  const [seed] = struck.flatMap(({ fault }) => (fault.kind === 'shuffle' ? [fault.seed] : []));
  return {
    newestSeen: Math.min(Number.MAX_SAFE_INTEGER, ...stale),
    shuffled: seed ?? null,
    broken: struck.flatMap(({ fault }) => (fault.kind === 'field' ? [fault] : [])),
  };
}

async function withFaults(
  struck: readonly Strike[],
  perform: () => Promise<Reply>,
): Promise<{ sent: Sent; reply: Reply | null }> {
  const faults = struck.map(({ fault }) => fault);
  for (const fault of faults) if (fault.kind === 'delay') await wait(fault.ms);
  const timeout = faults.find((fault) => fault.kind === 'timeout');
  if (timeout !== undefined) {
    await wait(timeout.ms ?? 0);
    return { sent: { reply: givenUp, cut: false }, reply: null };
  }
  const early = faults.find((fault) => 'when' in fault && fault.when === 'before');
  if (early !== undefined) return { sent: spoiled(early), reply: null };
  const reply = await perform();
  const late = faults.find((fault) => 'when' in fault && fault.when === 'after');
  if (late !== undefined) return { sent: spoiled(late), reply };
  return { sent: { reply, cut: faults.some(({ kind }) => kind === 'truncate') }, reply };
}

/** In GitHub's words, as its gateway sends them for a query that took too long. */
const givenUp: Reply = {
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

function spoiled(fault: Fault): Sent {
  if (fault.kind !== 'status') return 'dead line';
  const json = { message: fault.message ?? 'Something went wrong', status: String(fault.status) };
  return { reply: { status: fault.status, headers: fault.headers ?? {}, json }, cut: false };
}

type Written = Exclude<Sent, 'dead line'> & { readonly at: number };

/** Writes the answer; one that is cut arrives whole for HTTP and broken for JSON, as proxies in trouble deliver it. */
function send(response: ServerResponse, { reply, cut, at }: Written): number {
  const json = reply.json === undefined ? undefined : Buffer.from(JSON.stringify(reply.json));
  const body = reply.bytes ?? json ?? Buffer.alloc(0);
  const shown = cut ? body.subarray(0, Math.floor(body.length / 2)) : body;
  response.writeHead(reply.status, {
    ...(json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...(reply.status === 204 || reply.status === 304 ? {} : { 'content-length': shown.length }),
    // Clients correct their own clock by this one, so it must be the clock that judged them.
    date: new Date(at).toUTCString(),
    'x-github-media-type': 'github.v3; format=json',
    ...reply.headers,
  });
  response.end(shown);
  return shown.length;
}

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
