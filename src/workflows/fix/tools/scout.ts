import * as z from 'zod';
import type { Acted, Tool } from '../../../agent/tool.js';

const input = z.strictObject({
  who: z.enum(['A', 'B']).describe('A knows the code; B knows what happens when it runs'),
  question: z
    .string()
    .min(1)
    .max(4000)
    .describe('one precise question, with all that the Scout must know to answer it'),
});
export type Question = z.output<typeof input>;

/** Asks a Scout, and waits for the answer. */
export const scout = (ask: (question: Question) => Promise<Acted>): Tool<Question> => ({
  name: 'scout',
  description:
    'Asks a Scout one question and waits for the answer, which names the places where it can be seen. A: the code (map, risks, what must stay true, the smallest safe slice, conventions, prior art, how it is tested). B: what happens when it runs (build, tests, a failure, the environment).',
  input,
  reads: true,
  act: ask,
});
