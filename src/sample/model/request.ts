import { createHash } from 'node:crypto';
import * as z from 'zod';

const cacheControl = z.looseObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).nullish();
const block = z.looseObject({ type: z.string(), cache_control: cacheControl });
const content = z.union([z.string(), z.array(block)]);
const message = z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content });

/** The fields of the conversation itself: those that `count_tokens` takes. */
export const conversationSchema = z.looseObject({
  model: z.string().min(1),
  system: content.optional(),
  tools: z.array(z.looseObject({ name: z.string().min(1), cache_control: cacheControl })).optional(),
  messages: z.array(message).min(1),
  cache_control: cacheControl,
});

/** The fields of `POST /v1/messages` that an answer can depend on. Others are accepted and ignored. */
export const requestSchema = conversationSchema.extend({
  max_tokens: z.int().min(1),
  stream: z.boolean().nullish(),
});

export type Conversation = z.output<typeof conversationSchema>;
export type ModelRequest = z.output<typeof requestSchema>;
export type Message = Conversation['messages'][number];
export type Block = z.output<typeof block>;

/** Content as a list of blocks; on the wire it may be a string. */
export function blocksOf(value: Message['content'] | undefined): readonly Block[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [{ type: 'text', text: value }] : value;
}

/** The text blocks of some content, one a line. */
export function textOf(value: Message['content'] | undefined): string {
  return blocksOf(value)
    .flatMap((one) => (one.type === 'text' && typeof one.text === 'string' ? [one.text] : []))
    .join('\n');
}

/** The text of the tool results in some content. */
export function toolTextOf(value: Message['content'] | undefined): string {
  return blocksOf(value)
    .filter((one) => one.type === 'tool_result')
    .map((one) => textOf(content.optional().catch(undefined).parse(one.content)))
    .join('\n');
}

/** A short hash of a text, for ids, signatures and cache entries. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An error in the API's format. */
export interface ApiError {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const typeOfStatus: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** An error with the type that the API gives to its status. */
export function apiError(status: number, message: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  const type = typeOfStatus[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { status, type, message, headers };
}

/** The error's body, for a response and for an `error` event in a stream. */
export function errorBody({ type, message }: ApiError, requestId: string) {
  return { type: 'error' as const, error: { type, message }, request_id: requestId };
}
