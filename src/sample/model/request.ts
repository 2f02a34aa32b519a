// The format of requests to the Messages API, the texts in them, and errors in the API's format. Used by the other files of this folder.
import { createHash } from 'node:crypto';
import * as z from 'zod';

const cacheControl = z.looseObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).nullish();
const block = z.looseObject({ type: z.string(), cache_control: cacheControl });
const content = z.union([z.string(), z.array(block)]);
const message = z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content });

/** The body of `POST /v1/messages/count_tokens`: a conversation. */
export const conversationSchema = z.looseObject({
  model: z.string().min(1),
  system: content.optional(),
  tools: z.array(z.looseObject({ name: z.string().min(1), cache_control: cacheControl })).optional(),
  messages: z.array(message).min(1),
  cache_control: cacheControl,
});

/** The body of `POST /v1/messages`, as far as answers depend on it. Other fields are accepted and ignored. */
export const requestSchema = conversationSchema.extend({
  max_tokens: z.int().min(1),
  stream: z.boolean().nullish(),
});

export type Conversation = z.output<typeof conversationSchema>;
export type ModelRequest = z.output<typeof requestSchema>;
export type Message = Conversation['messages'][number];
export type Block = z.output<typeof block>;

/** Content as a list of blocks. The API also accepts a string, which is one text block. */
export function blocksOf(value: Message['content'] | undefined): readonly Block[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [{ type: 'text', text: value }] : value;
}

/** The texts of the text blocks, joined by line breaks. */
export function textOf(value: Message['content'] | undefined): string {
  return blocksOf(value)
    .flatMap((one) => (one.type === 'text' && typeof one.text === 'string' ? [one.text] : []))
    .join('\n');
}

/** The texts of the tool results, joined by line breaks. */
export function toolTextOf(value: Message['content'] | undefined): string {
  return blocksOf(value)
    .filter((one) => one.type === 'tool_result')
    .map((one) => textOf(content.optional().catch(undefined).parse(one.content)))
    .join('\n');
}

/** The SHA-256 of a text in hexadecimal, for ids, signatures and cache entries. */
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

/** The body of an error, for a response and for an `error` event in a stream. */
export function errorBody({ type, message }: ApiError, requestId: string) {
  return { type: 'error' as const, error: { type, message }, request_id: requestId };
}
