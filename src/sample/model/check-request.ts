import type * as z from 'zod';
import { type ApiError, apiError } from './api-error.js';
import { checkConversation } from './check-conversation.js';
import type { Conversation } from './request.js';

type Checked<T> = { readonly ok: true; readonly request: T } | { readonly ok: false; readonly error: ApiError };

/** Takes a body for a request, or says with the API's own error what is wrong with it. */
export function checkRequest<T extends Conversation>(schema: z.ZodType<T>, body: unknown): Checked<T> {
  const parsed = schema.safeParse(body);
  const issue = parsed.error?.issues[0];
  if (issue) return { ok: false, error: apiError(400, sentence(issue, body)) };
  if (!parsed.data) return { ok: false, error: apiError(400, 'Input should be an object') };

  const problem = checkConversation(parsed.data);
  if (problem) return { ok: false, error: apiError(400, problem) };
  return { ok: true, request: parsed.data };
}

function sentence(issue: z.core.$ZodIssue, body: unknown): string {
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
