// A model behind the Messages API, of its maker or at any compatible address. One request a turn: nothing is sent twice here.
import type { Ask, Turn } from '../../model.js';
import { NoTurn } from '../../model.js';
import type { Model } from '../../ports.js';
import { failureOf } from './failure.js';
import { Heartbeat } from './heartbeat.js';
import { Reply } from './reply.js';
import { requestOf } from './request.js';

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
