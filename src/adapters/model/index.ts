// A model with the Messages API, at its maker or a compatible service. One request per turn; agent/ask-model.ts retries.

import type { APIError } from '@anthropic-ai/sdk';
import type { Model } from '../../ports/index.js';
import { ModelError, type ModelRequest, type Turn, type Usage } from '../../ports/model.js';
import { type ClientOptions, connect, IdleTimer } from './connect.js';
import { Reply } from './reply.js';
import { requestOf } from './request.js';

interface FailureFacts {
  readonly usage: Usage | undefined;
  /** Why crew aborted the request, if it did. */
  readonly why: 'idle' | 'cancelled' | undefined;
}

const NOTHING: Usage = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

/** Messages for a conversation that is too long; there is no error code. */
const TOO_LONG = /prompt is too long|exceeds? (?:the )?(?:maximum )?context|context (?:window|length|limit)/i;

/** Types of temporary errors in a stream, which have no status. */
const TEMPORARY = new Set(['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error']);

/** Returns a turn with stop `overflow` if the conversation is too long. Otherwise throws a ModelError. */
function failureOf(error: unknown, { usage, why }: FailureFacts): Turn {
  if (why === 'cancelled') throw new ModelError('cancelled', { isRetryable: false, usage, cause: error });
  if (why === 'idle') throw new ModelError('the model fell silent', { isRetryable: true, usage, cause: error });
  if (error instanceof ModelError) throw error;
  if (!isApiError(error)) throw new ModelError(messageOf(error), { isRetryable: true, usage, cause: error });
  if (error.status === 413 || (error.status === 400 && TOO_LONG.test(error.message))) {
    return { blocks: [], stop: 'overflow', usage: usage ?? NOTHING };
  }
  const isOverloaded = error.status === 529 || error.status === 503 || error.type === 'overloaded_error';
  throw new ModelError(error.message, {
    isRetryable: isTemporary(error),
    afterMs: waitMs(error),
    usage,
    isOverloaded,
    cause: error,
  });
}

/** Checked by its fields, because importing the SDK's error class would load the SDK. */
function isApiError(error: unknown): error is APIError {
  return error instanceof Error && 'status' in error && 'headers' in error && 'type' in error;
}

function isTemporary({ status, type, headers }: APIError): boolean {
  const shouldRetry = headers?.get('x-should-retry');
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true';
  // No connection, or an error in the stream.
  if (status === undefined) return type === null || TEMPORARY.has(type);
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** How long the service asks to wait, in milliseconds. Dates are not supported; this service does not send them. */
function waitMs({ headers }: APIError): number | undefined {
  const exact = numberIn(headers?.get('retry-after-ms'));
  const seconds = numberIn(headers?.get('retry-after'));
  return exact ?? (seconds === undefined ? undefined : seconds * 1000);
}

function numberIn(value: string | null | undefined): number | undefined {
  const number = value ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface MessagesOptions extends ClientOptions {
  /** The longest time without any byte, including pings. */
  readonly idleMs?: number | undefined;
  /** Requests summaries of the model's thinking, for people who watch the run. */
  readonly showsThinking?: boolean | undefined;
}

const IDLE = 120_000;

/** Features that some services do not support, with a pattern for their error message. */
const OPTIONAL_FEATURES = { contextEdits: /context[_-]management/, thinking: /\bthinking\b/ } as const;
type Features = Readonly<Record<keyof typeof OPTIONAL_FEATURES, boolean>>;

/** A model behind the official SDK, which is loaded with the first request. */
export function messagesModel(options: MessagesOptions): Model {
  // A feature that the service refused is not requested again.
  let uses: Features = { contextEdits: true, thinking: options.showsThinking ?? false };
  return {
    async turn(ask, how) {
      try {
        return await requestOnce(options, { ask, uses, ...how });
      } catch (error) {
        const refused = error instanceof ModelError ? refusedFeature(error, uses) : undefined;
        if (refused === undefined || !(error instanceof ModelError)) throw error;
        uses = { ...uses, [refused]: false };
        throw new ModelError(error.message, { isRetryable: true, afterMs: 0, usage: error.usage, cause: error });
      }
    },
  };
}

function refusedFeature({ message, isRetryable }: ModelError, uses: Features): keyof Features | undefined {
  const named = (['contextEdits', 'thinking'] as const).filter(
    (name) => uses[name] && OPTIONAL_FEATURES[name].test(message),
  );
  return isRetryable ? undefined : named[0];
}

type TurnRequest = Parameters<Model['turn']>[1] & { readonly ask: ModelRequest; readonly uses: Features };

async function requestOnce(
  options: MessagesOptions,
  { ask, uses, onText, onThinking, onReply, signal }: TurnRequest,
): Promise<Turn> {
  const idle = new IdleTimer(options.idleMs ?? IDLE, signal);
  const reply = new Reply({ onText, onThinking });
  try {
    const client = await connect(options, idle);
    for await (const event of await client.create(requestOf(ask, uses), { signal: idle.signal })) {
      onReply?.();
      reply.take(event);
    }
    return reply.turn();
  } catch (error) {
    // The message was complete before the error.
    if (reply.ended) return reply.turn();
    return failureOf(error, { usage: reply.usage, why: idle.why });
  } finally {
    idle.stop();
  }
}
