// Errors at the terminal: a sentence with a remedy for errors of use, an id for errors of crew's own.
import { randomUUID } from 'node:crypto';
import { UserError } from '../ports/errors.js';
import { outcomes, USAGE_EXIT } from '../runs/outcome.js';
import { messages } from '../text/lang/index.js';

/** The message of an error of crew's own, beside its id. */
export const FAULT = {
  expected: 'crew to work',
  found: 'a fault of its own',
  remedy: 'Report it with the id and the lines on standard error.',
} as const;

export interface Ears {
  readonly json: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Prints an error. Returns the exit code. */
export function complain(error: unknown, { json, out, err }: Ears): number {
  if (error instanceof UserError) {
    const { expected, found, remedy, ends } = error;
    if (json) out(`${JSON.stringify({ error: { expected, found, remedy } }, null, 2)}\n`);
    else err(`crew: ${messages('en').userError({ expected, found, remedy })}\n`);
    return ends === 'usage' ? USAGE_EXIT : outcomes[ends].exit;
  }
  const id = randomUUID().slice(0, 8);
  err(`crew: fault ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  if (json) {
    out(`${JSON.stringify({ error: { ...FAULT, id } }, null, 2)}\n`);
  } else err(`crew: ${messages('en').fault({ id })}\n`);
  return outcomes.error.exit;
}
