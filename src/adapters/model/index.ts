// The model of all runs, behind the Messages API of Anthropic or of a compatible service. One request per turn; agent/ask-model.ts retries.
// services/held-model.ts creates it.

import type { APIError } from '@anthropic-ai/sdk';
import type { Model } from '../../ports/index.js';
import { ModelError, type ModelRequest, type Turn, type Usage } from '../../ports/model.js';
import { type ClientOptions, connect, IdleTimer } from './connect.js';
import { Reply } from './reply.js';
import { requestOf } from './request.js';

interface FailureFacts {
  readonly usage: Usage | undefined;
  /** Why crew aborted the request, if it did. */
  readonly abortReason: 'idle' | 'cancelled' | undefined;
}

const NO_USAGE: Usage = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

/** The API has no error code for a conversation that is too long, so it is known by its message. */
const TOO_LONG = /prompt is too long|exceeds? (?:the )?(?:maximum )?context|context (?:window|length|limit)/i;

/** Types of temporary errors. An error inside a stream has a type and no status. */
const TEMPORARY = new Set(['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error']);

/** Returns a turn with stop `overflow` if the conversation is too long. Otherwise throws a ModelError. */
function turnAfterError(error: unknown, { usage, abortReason }: FailureFacts): Turn {
  if (abortReason === 'cancelled') throw new ModelError('cancelled', { isRetryable: false, usage, cause: error });
  if (abortReason === 'idle') throw new ModelError('the model fell silent', { isRetryable: true, usage, cause: error });
  if (error instanceof ModelError) throw error;
  if (!isApiError(error)) throw new ModelError(messageOf(error), { isRetryable: true, usage, cause: error });
  if (error.status === 413 || (error.status === 400 && TOO_LONG.test(error.message))) {
    return { blocks: [], stop: 'overflow', usage: usage ?? NO_USAGE };
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

/** Looks at the fields, because importing the SDK's error class would load the SDK. */
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

/** How long the service asks to wait, in milliseconds. The header may hold a date, which the Messages API never sends. */
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
  /** The longest time without a byte, in milliseconds; pings count. Default: two minutes. */
  readonly idleMs?: number | undefined;
  /** Requests summaries of the model's thinking, for people who watch the run. */
  readonly showsThinking?: boolean | undefined;
}

const IDLE_MS = 120_000;

/** Features that some services do not support, with a pattern for their error message. */
const OPTIONAL_FEATURES = { contextEdits: /context[_-]management/, thinking: /\bthinking\b/ } as const;
type Features = Readonly<Record<keyof typeof OPTIONAL_FEATURES, boolean>>;

/** A model behind the official SDK, which is loaded with the first request. */
export function messagesModel(options: MessagesOptions): Model {
  // A feature that the service refused is not requested again.
  let features: Features = { contextEdits: true, thinking: options.showsThinking ?? false };
  return {
    async turn(request, callbacks) {
      try {
        return await requestOnce(options, { request, features, ...callbacks });
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const refused = refusedFeature(error, features);
        if (refused === undefined) throw error;
        features = { ...features, [refused]: false };
        throw new ModelError(error.message, { isRetryable: true, afterMs: 0, usage: error.usage, cause: error });
      }
    },
  };
}

/** The requested feature that a permanent error names. */
function refusedFeature({ message, isRetryable }: ModelError, features: Features): keyof Features | undefined {
  if (isRetryable) return undefined;
  return (['contextEdits', 'thinking'] as const).find(
    (name) => features[name] && OPTIONAL_FEATURES[name].test(message),
  );
}

type TurnRequest = Parameters<Model['turn']>[1] & { readonly request: ModelRequest; readonly features: Features };

async function requestOnce(
  options: MessagesOptions,
  { request, features, onText, onThinking, onReply, signal }: TurnRequest,
): Promise<Turn> {
  const idleTimer = new IdleTimer(options.idleMs ?? IDLE_MS, signal);
  const reply = new Reply({ onText, onThinking });
  try {
    const client = await connect(options, idleTimer);
    for await (const event of await client.create(requestOf(request, features), { signal: idleTimer.signal })) {
      onReply?.();
      reply.take(event);
    }
    return reply.turn();
  } catch (error) {
    // The reply was complete before the connection failed.
    if (reply.hasEnded) return reply.turn();
    return turnAfterError(error, { usage: reply.usage, abortReason: idleTimer.abortReason });
  } finally {
    idleTimer.stop();
  }
}
