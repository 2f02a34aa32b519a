// A model behind the Messages API, of its maker or at any compatible address. One request a turn: nothing is sent twice here.

import type { APIError } from '@anthropic-ai/sdk';
import { type Ask, NoTurn, type Turn, type Usage } from '../../model.js';
import type { Model } from '../../ports.js';
import { Reply } from './reply.js';
import { requestOf } from './request.js';

// Whether the other side is still there. The SDK waits for a silent stream for ever, and shows no pings; here every byte counts.

/** Ends a request when nothing comes for so long, or when somebody says so. */
class Heartbeat {
  readonly signal: AbortSignal;
  /** Why it was ended, once it was. */
  why: 'idle' | 'cancelled' | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #from: AbortSignal | undefined;
  readonly #cancel: () => void;

  constructor(idleMs: number, from?: AbortSignal) {
    const ends = new AbortController();
    const end = (why: 'idle' | 'cancelled') => {
      this.why ??= why;
      ends.abort();
    };
    this.signal = ends.signal;
    this.#timer = setTimeout(() => end('idle'), idleMs);
    this.#cancel = () => end('cancelled');
    this.#from = from;
    if (from?.aborted) this.#cancel();
    else from?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** A response whose every chunk is a beat; so is its beginning. */
  watch(response: Response): Response {
    this.#timer.refresh();
    if (!response.body) return response;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#timer.refresh();
        out.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#from?.removeEventListener('abort', this.#cancel);
  }
}

// What went wrong, in two kinds: a turn that did not happen, or a conversation that does not fit.

interface Circumstance {
  readonly usage: Usage | undefined;
  /** Why we hung up, if it was us. */
  readonly why: 'idle' | 'cancelled' | undefined;
}

const NOTHING: Usage = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

/** The sentences in which services say that a conversation is too long; there is no code for it. */
const TOO_LONG = /prompt is too long|exceeds? (?:the )?(?:maximum )?context|context (?:window|length|limit)/i;

/** Errors of a stream carry no status; these types of theirs may be gone the next time. */
const PASSING = new Set(['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error']);

/** The turn that says "overflow", or the NoTurn to throw. */
function failureOf(error: unknown, { usage, why }: Circumstance): Turn {
  if (why === 'cancelled') throw new NoTurn('cancelled', { again: false, usage, cause: error });
  if (why === 'idle') throw new NoTurn('the model fell silent', { again: true, usage, cause: error });
  if (error instanceof NoTurn) throw error;
  if (!isApiError(error)) throw new NoTurn(messageOf(error), { again: true, usage, cause: error });
  if (error.status === 413 || (error.status === 400 && TOO_LONG.test(error.message))) {
    return { blocks: [], stop: 'overflow', usage: usage ?? NOTHING };
  }
  throw new NoTurn(error.message, { again: mayPass(error), afterMs: patience(error), usage, cause: error });
}

/** By its shape: the SDK's own classes are loaded late, and an error of its must not load them. */
function isApiError(error: unknown): error is APIError {
  return error instanceof Error && 'status' in error && 'headers' in error && 'type' in error;
}

function mayPass({ status, type, headers }: APIError): boolean {
  const said = headers?.get('x-should-retry');
  if (said === 'true' || said === 'false') return said === 'true';
  // No connection, or a stream that broke off with an error of the service.
  if (status === undefined) return type === null || PASSING.has(type);
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** How long the service asks us to wait, in milliseconds. A date is of no use without its clock, and is not sent by this one. */
function patience({ headers }: APIError): number | undefined {
  const exact = numberIn(headers?.get('retry-after-ms'));
  const seconds = numberIn(headers?.get('retry-after'));
  return exact ?? (seconds === undefined ? undefined : seconds * 1000);
}

function numberIn(value: string | null | undefined): number | undefined {
  const number = value ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface MessagesOptions {
  readonly key: string;
  /** The maker's own when it is not said. */
  readonly url?: string | undefined;
  /** So long nothing at all may come, pings included. */
  readonly idleMs?: number | undefined;
  /** For whoever has a way of their own to the network. */
  readonly fetch?: typeof fetch | undefined;
}

const IDLE = 120_000;

/** Some services name the field of the body, some the value of the header. */
const CONTEXT_EDITS = /context[_-]management/;

/** A model that is asked through the official SDK, which is loaded with the first question. */
export function messagesModel(options: MessagesOptions): Model {
  // Not every compatible service has it; one that says so is not asked for it again.
  let contextEdits = true;
  return {
    async turn(ask, how) {
      try {
        return await once(options, { ask, contextEdits, ...how });
      } catch (error) {
        if (!contextEdits || !(error instanceof NoTurn) || !CONTEXT_EDITS.test(error.message)) throw error;
        contextEdits = false;
        throw new NoTurn(error.message, { again: true, afterMs: 0, usage: error.usage, cause: error });
      }
    },
  };
}

type Sending = Parameters<Model['turn']>[1] & { readonly ask: Ask; readonly contextEdits: boolean };

async function once(options: MessagesOptions, { ask, contextEdits, onText, began, signal }: Sending): Promise<Turn> {
  const heart = new Heartbeat(options.idleMs ?? IDLE, signal);
  const reply = new Reply(onText);
  try {
    const sdk = await connect(options, heart);
    const body = requestOf(ask, { contextEdits });
    for await (const event of await sdk.beta.messages.create(body, { signal: heart.signal })) {
      began?.();
      reply.take(event);
    }
    return reply.turn();
  } catch (error) {
    // What came after the end of the message, or did not come, changes nothing about it.
    if (reply.ended) return reply.turn();
    return failureOf(error, { usage: reply.usage, why: heart.why });
  } finally {
    heart.stop();
  }
}

async function connect({ key, url, fetch = globalThis.fetch }: MessagesOptions, heart: Heartbeat) {
  const { Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    apiKey: key,
    // Else the SDK takes what its own variables say.
    authToken: null,
    ...(url === undefined ? {} : { baseURL: url }),
    fetch: async (input, init) => heart.watch(await fetch(input, init)),
    maxRetries: 0,
    logLevel: 'off',
  });
}
