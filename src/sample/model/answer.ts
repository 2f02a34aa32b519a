// Answers a request to the scripted model: checks it as the API does, chooses the turn of the script, and applies the turn's faults. Used by
// index.ts and send.ts.
import type * as z from 'zod';
import { checkConversation } from './check-conversation.js';
import { chooseTurn } from './choose-turn.js';
import { composeReply, type Reply } from './compose-reply.js';
import { countTokens, type PromptCache } from './prompt-cache.js';
import {
  type ApiError,
  apiError,
  type Conversation,
  conversationSchema,
  digest,
  type ModelRequest,
  requestSchema,
} from './request.js';
import type { Fault, Script, Turn } from './script.js';

/** The models that are listed for a script that names none. Requests for any other Claude model are then accepted too. */
const DEFAULT_MODELS = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'];

/** A model as the Models API describes it; undefined if the script does not name it. */
function findModel(script: Script, id: string): object | undefined {
  const known = script.models === undefined ? id.startsWith('claude-') : script.models.includes(id);
  return known ? describe(id) : undefined;
}

/** The answer to `GET /v1/models`. */
function listModels({ models = DEFAULT_MODELS }: Script): object {
  return { data: models.map(describe), first_id: models[0], last_id: models.at(-1), has_more: false };
}

function describe(id: string): object {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    capabilities: null,
    deprecated_at: null,
    lifecycle: 'active',
    line: null,
  };
}

type Checked<T> = { readonly ok: true; readonly request: T } | { readonly ok: false; readonly error: ApiError };

/** Validates a request body. For an invalid one, returns the API's error. */
export function checkRequest<T extends Conversation>(schema: z.ZodType<T>, body: unknown): Checked<T> {
  const parsed = schema.safeParse(body);
  const issue = parsed.error?.issues[0];
  if (issue) return { ok: false, error: apiError(400, validationMessage(issue, body)) };
  if (!parsed.data) return { ok: false, error: apiError(400, 'Input should be an object') };

  const problem = checkConversation(parsed.data);
  if (problem) return { ok: false, error: apiError(400, problem) };
  return { ok: true, request: parsed.data };
}

function validationMessage(issue: z.core.$ZodIssue, body: unknown): string {
  const field = issue.path.map(String).join('.');
  if (field === '') return 'Input should be a valid dictionary';
  if (field === 'messages' && issue.code === 'too_small') return 'messages: at least one message is required';
  if (valueAt(body, issue.path) === undefined) return `${field}: Field required`;
  return `${field}: ${issue.message}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** An HTTP request. `bytes` is the length of its body, `text` the body itself. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly text: string;
}

export type Answer =
  | { readonly kind: 'error'; readonly error: ApiError; readonly from?: AnswerSource }
  | { readonly kind: 'json'; readonly body: object }
  | { readonly kind: 'reply'; readonly reply: Reply; readonly stream: boolean; readonly from: AnswerSource };

/** The turn of the script that an answer comes from. */
export interface AnswerSource {
  /** The name of the script's part. */
  readonly part: string;
  /** The number of the turn in its part, from 1. */
  readonly number: number;
  readonly turn: Turn;
  readonly fault: Fault | undefined;
}

export interface ModelState {
  readonly script: Script;
  readonly key: string | undefined;
  readonly cache: PromptCache;
  /** How often each conversation was sent. Only faults use it, so that a retry can succeed. */
  readonly attempts: Map<string, number>;
}

/** The answer to a request. Errors are checked in the API's order: key, version, size, body. */
export function answer(state: ModelState, incoming: Incoming): Answer {
  const refusal = checkHeaders(state, incoming.headers) ?? checkSize(state, incoming.bytes);
  if (refusal) return { kind: 'error', error: refusal };

  const { pathname } = new URL(incoming.path, 'http://model');
  const route = `${incoming.method} ${pathname}`;
  if (route === 'POST /v1/messages') return answerMessages(state, incoming.text);
  if (route === 'POST /v1/messages/count_tokens') return answerCount(state, incoming.text);
  if (route === 'GET /v1/models') return { kind: 'json', body: listModels(state.script) };
  if (route.startsWith('GET /v1/models/')) return answerModel(state, decodeURIComponent(pathname.slice(11)));
  return { kind: 'error', error: apiError(404, 'Not Found') };
}

function checkHeaders({ key }: ModelState, headers: Incoming['headers']): ApiError | undefined {
  const given = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /i, '');
  if (!given) return apiError(401, 'x-api-key header is required');
  if (key !== undefined && given !== key) return apiError(401, 'invalid x-api-key');
  return headers['anthropic-version'] ? undefined : apiError(400, 'anthropic-version: header is required');
}

function checkSize({ script }: ModelState, bytes: number): ApiError | undefined {
  return bytes > script.max_request_bytes ? apiError(413, 'Request exceeds the maximum size') : undefined;
}

function answerModel({ script }: ModelState, id: string): Answer {
  const model = findModel(script, id);
  return model ? { kind: 'json', body: model } : { kind: 'error', error: apiError(404, `model: ${id}`) };
}

function answerCount(state: ModelState, text: string): Answer {
  const checked = readConversation(state, conversationSchema, text);
  if (!checked.ok) return { kind: 'error', error: checked.error };
  return { kind: 'json', body: { input_tokens: countTokens(checked.request) } };
}

function answerMessages(state: ModelState, text: string): Answer {
  const checked = readConversation(state, requestSchema, text);
  if (!checked.ok) return { kind: 'error', error: checked.error };

  const choice = chooseTurn(state.script, checked.request);
  if (!choice.found) return { kind: 'error', error: apiError(400, choice.why) };

  const conversationId = conversationIdOf(choice.part, checked.request);
  const { part, number, turn } = choice;
  const from: AnswerSource = { part, number, turn, fault: faultOf(turn, countAttempt(state.attempts, conversationId)) };
  const stream = checked.request.stream === true;
  return (
    statusFault(from.fault, stream, from) ??
    replyAnswer({ state, request: checked.request, from, conversationId, stream })
  );
}

interface ReplyInput {
  readonly state: ModelState;
  readonly request: ModelRequest;
  readonly from: AnswerSource;
  readonly conversationId: string;
  readonly stream: boolean;
}

function replyAnswer({ state, request, from, conversationId, stream }: ReplyInput): Answer {
  const { turn, fault } = from;
  const input = state.cache.charge(request);
  return {
    kind: 'reply',
    reply: composeReply({ turn, fault, model: request.model, conversationId, input }),
    stream,
    from,
  };
}

function readConversation<T extends Conversation>(
  { script }: ModelState,
  schema: Parameters<typeof checkRequest<T>>[0],
  text: string,
): ReturnType<typeof checkRequest<T>> {
  const body = parseJson(text);
  if (body === undefined) return { ok: false, error: apiError(400, 'The request body is not valid JSON') };
  const checked = checkRequest(schema, body);
  if (!checked.ok || findModel(script, checked.request.model)) return checked;
  return { ok: false, error: apiError(404, `model: ${checked.request.model}`) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function conversationIdOf(part: string, { model, system, messages }: ModelRequest): string {
  return digest(JSON.stringify([part, model, system, messages]));
}

function countAttempt(attempts: Map<string, number>, conversationId: string): number {
  const attempt = (attempts.get(conversationId) ?? 0) + 1;
  attempts.set(conversationId, attempt);
  return attempt;
}

/** The fault of an attempt, from 1. The faults of a turn come in order, each `times` times; after them, attempts have no fault. */
function faultOf({ fault: faults }: Turn, attempt: number): Fault | undefined {
  let last = 0;
  return faults.find(({ times }) => {
    last += times === 'always' ? Number.POSITIVE_INFINITY : times;
    return attempt <= last;
  });
}

/** The answer for a fault that is an HTTP status; undefined for other faults. Without streaming, an overload is a status too. */
function statusFault(fault: Fault | undefined, stream: boolean, from: AnswerSource): Answer | undefined {
  if (fault?.kind === 'overloaded' && !stream) return { kind: 'error', error: apiError(529, 'Overloaded'), from };
  if (fault?.kind !== 'status') return undefined;
  const { status, message, retry_after, retry_after_ms, should_retry } = fault;
  const headers = Object.entries({
    'retry-after': retry_after,
    'retry-after-ms': retry_after_ms,
    'x-should-retry': should_retry,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const error = apiError(status, message ?? `scripted ${status}`, Object.fromEntries(headers));
  return { kind: 'error', error, from };
}
