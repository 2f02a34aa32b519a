// A server with the Messages API of Anthropic that answers from a script. src/cli/embedded-github.ts (for `crew sandbox`) and the tests
// start it with `startModel`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, answer, type Incoming, type ModelState } from './answer.js';
import { promptCache } from './prompt-cache.js';
import { apiError, digest, errorBody } from './request.js';
import type { Script } from './script.js';
import { send } from './send.js';

/** A recorded request, without the key. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly body: unknown;
  readonly answer: {
    readonly status: number;
    /** The part of the script that answered, and the number of its turn, from 1. */
    readonly part?: string;
    readonly turn?: number;
    /** The kind of the script's fault that the answer has. */
    readonly fault?: string;
  };
}

const SECRET_HEADERS = new Set(['x-api-key', 'authorization', 'proxy-authorization', 'cookie']);

/** A request with its answer, as tests see it. The values of secret headers are left out. */
export function record({ method, path, headers, bytes, text }: Incoming, answer: Answer): RecordedRequest {
  const recordedHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    SECRET_HEADERS.has(name) ? '[secret]' : value,
  ]);
  const source = answer.kind === 'json' ? undefined : answer.from;
  return {
    method,
    path,
    headers: Object.fromEntries(recordedHeaders),
    bytes,
    body: parsed(text),
    answer: {
      status: answer.kind === 'error' ? answer.error.status : 200,
      ...(source && { part: source.part, turn: source.number }),
      ...(source?.fault && { fault: source.fault.kind }),
    },
  };
}

/** The value of a JSON text; a text that is not JSON is returned unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export { parseScript, ScriptError } from './script.js';

interface ModelOptions {
  readonly script: Script;
  readonly host?: string;
  /** By default 0: any free port. */
  readonly port?: number;
  /** The only accepted key. Without it, any key is accepted; a request without a key is refused. */
  readonly key?: string;
  /** Awaited before a request is answered, so that a test can delay the model. */
  readonly beforeAnswer?: (request: RecordedRequest) => Promise<void>;
}

export interface ScriptedModel {
  /** The value for `ANTHROPIC_BASE_URL`. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a server with the Messages API that answers from a script. A request without a turn in the script gets an error that names the
 * request.
 */
export async function startModel(options: ModelOptions): Promise<ScriptedModel> {
  const { script, host = '127.0.0.1', port = 0, key } = options;
  const state: ModelState = { script, key, cache: promptCache(script.cache_minimum), attempts: new Map() };
  const requests: RecordedRequest[] = [];

  const server = createServer(async (message, response) => {
    try {
      const incoming = await receive(message, script.max_request_bytes);
      const modelAnswer: Answer = answer(state, incoming);
      const recorded = record(incoming, modelAnswer);
      requests.push(recorded);
      const requestId = `req_${digest(`${requests.length}`).slice(0, 24)}`;
      await options.beforeAnswer?.(recorded);
      await send(response, { answer: modelAnswer, requestId });
    } catch (error) {
      fail(response, error);
    }
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    url: addressOf(server.address()),
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with an error of this server, such as a bug in it. Errors that a script asks for do not come here. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify(errorBody(apiError(500, `the scripted model failed: ${error}`), 'req_none')));
}

/** Reads a request body. Bytes beyond the limit are counted and dropped. */
async function receive(message: IncomingMessage, limit: number): Promise<Incoming> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
  }
  const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: message.method ?? 'GET',
    path: message.url ?? '/',
    headers: Object.fromEntries(headers),
    bytes,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

function addressOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('the model listens on no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
