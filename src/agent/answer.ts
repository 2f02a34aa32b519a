// Handing in: the answer is a call like any other, so that it has a schema, and what does not fit it goes back. Pure.
import * as z from 'zod';
import type { Offer } from '../ports/model.js';
import { aboutAnswer } from './words.js';

export const ANSWER = 'answer';

/** An answer as it must be. */
export interface Form<A> {
  readonly offer: Offer;
  read(input: unknown): { readonly answer: A } | { readonly problem: string };
}

/** The form that a schema makes; the schema must be one of an object, since the input of a call always is. */
export function formOf<A>(schema: z.ZodType<A>): Form<A> {
  const input = inputOf(schema);
  if (input.type !== 'object') throw new Error('the schema of an answer must be one of an object');
  return {
    offer: { name: ANSWER, description: aboutAnswer, input },
    read: (given) => {
      const parsed = schema.safeParse(given);
      return parsed.success ? { answer: parsed.data } : { problem: z.prettifyError(parsed.error) };
    },
  };
}

/** A schema as a model reads it; what every one begins with says nothing, and is paid for at every turn. */
export function inputOf(schema: z.ZodType): Offer['input'] {
  const { $schema, ...input } = z.toJSONSchema(schema, { io: 'input' });
  return input;
}
