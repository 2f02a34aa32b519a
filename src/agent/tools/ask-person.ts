// The tool `ask-person`: asks the requester a question and ends the run until it is answered.

import * as z from 'zod';
import type { GuardedTool } from '../guarded-tool.js';
import { questionId } from '../tool.js';
import * as schemas from './input-schemas.js';
import { escapeInvisible } from './visible-text.js';

const input = z.strictObject({
  question: schemas.phrase(2_000).describe('the question, with everything the person needs to answer it'),
  choices: z.array(schemas.phrase(200)).min(2).max(6).optional(),
});

/** Asks the requester of the run. */
export const askPerson: GuardedTool<z.infer<typeof input>> = {
  name: 'ask-person',
  description:
    'Asks the person who gave this task a question in the thread and waits for the answer, which may take days. Use it only for what you cannot find out yourself and must not guess.',
  input,
  isReadOnly: false,
  // It touches nothing that the guard protects.
  touches: () => [],
  async run({ question, choices }, { call = '' }) {
    // The id contains the call, so the same question asked later needs a new answer.
    const id = questionId('q', call, question, ...(choices ?? []));
    const text = escapeInvisible(question);
    return {
      text: `Asked: ${text}`,
      question: { id, kind: 'question', text, ...(choices ? { choices: choices.map(escapeInvisible) } : {}) },
    };
  },
};
