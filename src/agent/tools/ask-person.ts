import * as z from 'zod';
import type { GuardedTool } from '../gate.js';
import { questionId } from '../tool.js';
import * as kinds from './kinds.js';
import { visible } from './shown.js';

const input = z.strictObject({
  question: kinds.phrase(2_000).describe('all that the person needs to know to answer'),
  choices: z.array(kinds.phrase(200)).min(2).max(6).optional(),
});

/** Asks the person whose task it is. */
export const askPerson: GuardedTool<z.infer<typeof input>> = {
  name: 'ask-person',
  description:
    'Asks the person whose task this is, in the thread, and waits for the answer, which may take days. Only for what cannot be found out and must not be guessed.',
  input,
  reads: false,
  // It touches nothing that the guard protects.
  touches: () => [],
  async act({ question, choices }, { call = '' }) {
    // The id contains the call, so the same question asked later needs a new answer.
    const id = questionId('q', call, question, ...(choices ?? []));
    const text = visible(question);
    return {
      text: `Asked: ${text}`,
      question: { id, kind: 'question', text, ...(choices ? { choices: choices.map(visible) } : {}) },
    };
  },
};
