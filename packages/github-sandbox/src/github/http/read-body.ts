// Parses and validates request bodies. Used by the REST routes and by the REST and GraphQL endpoints.

import type { z } from 'zod';
import { ApiError, invalidRequest } from '../api-error.js';

/** The JSON of a request body; an empty body is an empty object. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new ApiError({ status: 400, message: 'Problems parsing JSON' });
  }
}

/** Validates a body; errors are worded like GitHub's. */
export function readBody<Shape extends z.ZodType>(call: { readonly body: unknown }, shape: Shape): z.infer<Shape> {
  const read = shape.safeParse(call.body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidRequest(issue === undefined ? 'The body is not an object.' : describe(issue, call.body));
}

function describe(issue: z.core.$ZodIssue, body: unknown): string {
  const field = issue.path.map(String).join('/properties/');
  const value = valueAt(body, issue.path);
  if (value === undefined) return `"${String(issue.path.at(-1))}" wasn't supplied.`;
  const shown = value === null ? 'nil' : JSON.stringify(value);
  if (issue.code === 'invalid_value')
    return `For 'properties/${field}', ${shown} is not a member of ${JSON.stringify(issue.values)}.`;
  const expected = issue.code === 'invalid_type' ? issue.expected : 'valid value';
  return `For 'properties/${field}', ${shown} is not a ${expected}.`;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}
