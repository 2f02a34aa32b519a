// A model behind the Messages API, of its maker or at any compatible address. One request a turn: nothing is sent twice here.
import type { Ask, Turn } from '../../model.js';
import { NoTurn } from '../../model.js';
import type { Model } from '../../ports.js';
import { type Connecting, connect } from './connect.js';
import { failureOf } from './failure.js';
import { Heartbeat } from './heartbeat.js';
import { Reply } from './reply.js';
import { requestOf } from './request.js';

export interface MessagesOptions extends Connecting {
  /** So long nothing at all may come, pings included. */
  readonly idleMs?: number | undefined;
  /** Summaries of the model's thinking are asked for, because somebody watches. */
  readonly showsThinking?: boolean | undefined;
}

const IDLE = 120_000;

/** What not every model or compatible service knows. Some name the field of the body in their refusal, some the value of the header. */
const OPTIONAL = { contextEdits: /context[_-]management/, thinking: /\bthinking\b/ } as const;
type Optional = Readonly<Record<keyof typeof OPTIONAL, boolean>>;

/** A model that is asked through the official SDK, which is loaded with the first question. */
export function messagesModel(options: MessagesOptions): Model {
  // A service that refuses one of them is not asked for it again.
  let uses: Optional = { contextEdits: true, thinking: options.showsThinking ?? false };
  return {
    async turn(ask, how) {
      try {
        return await once(options, { ask, uses, ...how });
      } catch (error) {
        const refused = error instanceof NoTurn ? refusedOf(error, uses) : undefined;
        if (refused === undefined || !(error instanceof NoTurn)) throw error;
        uses = { ...uses, [refused]: false };
        throw new NoTurn(error.message, { again: true, afterMs: 0, usage: error.usage, cause: error });
      }
    },
  };
}

function refusedOf({ message, again }: NoTurn, uses: Optional): keyof Optional | undefined {
  const named = (['contextEdits', 'thinking'] as const).filter((name) => uses[name] && OPTIONAL[name].test(message));
  return again ? undefined : named[0];
}

type Sending = Parameters<Model['turn']>[1] & { readonly ask: Ask; readonly uses: Optional };

async function once(options: MessagesOptions, { ask, uses, onText, think, began, signal }: Sending): Promise<Turn> {
  const heart = new Heartbeat(options.idleMs ?? IDLE, signal);
  const reply = new Reply({ onText, think });
  try {
    const client = await connect(options, heart);
    for await (const event of await client.create(requestOf(ask, uses), { signal: heart.signal })) {
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
