// What was put down for another job, and whether that one ever came. Pure.
import { type Journal, lastHeld, leftIn, type NextJob } from './journal.js';

/** Whether it was ever put down for whoever works, since it was opened last. */
export function cameToWork({ entries }: Pick<Journal, 'entries'>): boolean {
  const opened = entries.findLastIndex(({ kind }) => kind === 'end') + 1;
  return entries.slice(opened).some((entry) => entry.kind === 'rest' && entry.for === 'work');
}

/** As long as nobody wrote anything, whoever was to publish it may be at it still. */
const PUBLISHES_WITHIN = 60_000;

/**
 * What a gate may take up that was put down for a job after it: where all those jobs are surely over, whatever lies there, also where
 * nothing came back; else only what came back from the work, and whoever was to publish it has been silent for long.
 */
export function mayTakeUp(journal: Journal, { areOver, now }: { areOver: boolean; now: number }): NextJob | undefined {
  const last = lastHeld(journal);
  if (!last || last.kind === 'end') return undefined;
  if (last.kind === 'rest' && last.for !== 'publish') return areOver && last.for === 'work' ? 'work' : undefined;
  if (areOver) return cameToWork(journal) ? 'publish' : undefined;
  const isSilent = now - last.at > PUBLISHES_WITHIN;
  return leftIn(journal) !== undefined && isSilent ? 'publish' : undefined;
}
