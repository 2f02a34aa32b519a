// What cannot be said where it was asked.
import { UserError } from '../errors.js';
import type { Crew } from './crew.js';

/** A thread that takes no answer does not keep a run from ending; while GitHub is not there, it stays open instead. */
export function leaveUnsaid(error: unknown, run: string, { log }: Pick<Crew, 'log'>): void {
  if (!(error instanceof UserError) || isAway(error)) throw error;
  log('unsaid', { run, error: error.message });
}

/** Nobody answers, and later somebody may. */
export const isAway = (error: unknown): boolean => error instanceof UserError && error.ends === 'infra_error';
