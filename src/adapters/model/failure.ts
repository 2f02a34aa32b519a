// What went wrong, in two kinds: a turn that did not happen, or a conversation that does not fit.
import type { APIError } from '@anthropic-ai/sdk';
import { NoTurn, type Turn, type Usage } from '../../model.js';

export interface Circumstance {
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
export function failureOf(error: unknown, { usage, why }: Circumstance): Turn {
  if (why === 'cancelled') throw new NoTurn('cancelled', { again: false, usage, cause: error });
  if (why === 'idle') throw new NoTurn('the model fell silent', { again: true, usage, cause: error });
  if (error instanceof NoTurn) throw error;
  if (!isApiError(error)) throw new NoTurn(messageOf(error), { again: true, usage, cause: error });
  if (error.status === 413 || (error.status === 400 && TOO_LONG.test(error.message))) {
    return { blocks: [], stop: 'overflow', usage: usage ?? NOTHING };
  }
  const overloaded = error.status === 529 || error.status === 503 || error.type === 'overloaded_error';
  throw new NoTurn(error.message, { again: mayPass(error), afterMs: patience(error), usage, overloaded, cause: error });
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
