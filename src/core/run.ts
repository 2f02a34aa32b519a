// A run: a story whose steps are written down. Running again continues where it stopped.
import { Conflict, UserError } from '../errors.js';
import type { Change } from './change.js';
import type { Desk } from './desk.js';
import { SURE_FOR } from './gather.js';
import {
  type Begin,
  type End,
  endOf,
  FORMAT,
  type Journal,
  lastHeld,
  leftIn,
  type NextJob,
  nothing,
  type Rest,
  type Sealed,
  type Spent,
  wordsOf,
} from './journal.js';
import { loadJournal } from './kept.js';
import type { Outcome } from './outcome.js';
import { spentOf } from './summary.js';
import type { Word } from './word.js';
import { Writer } from './writer.js';

export interface Run {
  readonly id: string;
  /** In the journal? Given back. Else done, written down, given. Names are unique within a run. */
  step<T>(name: string, work: () => Promise<T>, cost?: (value: T) => Spent | undefined): Promise<T>;
  /** A step that only reads. It is written down with the next that does more: reading again costs little and harms nobody. */
  look<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** What people have said to it, in order. */
  words(): readonly Word[];
  /** What its steps have cost that were written down before a moment. */
  spentUsd(before: number): number;
  /** Aborted once somebody cancelled it. */
  readonly signal: AbortSignal;
  /** Hears what was said meanwhile; each append does so too. */
  listen(): Promise<void>;
  /** How often an effect was begun; `applied` once it is confirmed. */
  effect(key: string): { readonly begun: number; readonly applied?: { readonly value: unknown } };
  /** Until when it surely is in these hands alone, and the journal knows all that was begun before; 0 where nobody relies on that. */
  readonly sureUntil: number;
  /** When somebody before stopped in the middle, who may have begun more than they had written down: when they surely had stopped. */
  readonly unsureSince: number | undefined;
  intend(key: string, change: Change): Promise<void>;
  /** `late`: of an effect that may be repeated, the confirmation can wait for the next entry. */
  confirm(key: string, applied: unknown, late?: boolean): Promise<void>;
  /** Puts it down for another job. */
  rest(rest: Omit<Rest, 'kind'>): Promise<void>;
  /** How the work came out, where another job has done it. */
  left(): Outcome | undefined;
  end(end: Omit<End, 'kind'>): Promise<void>;
}

/** A journal that nobody wrote to for so long belongs to nobody any more. */
const ABANDONED_AFTER = 60_000;

/** Who publishes comes when the work is over, also where that never came to its end. */
const isAfter = (put: NextJob, as: NextJob | undefined): boolean => put === 'work' && as === 'publish';

/** A job that was to take a run up and did not within so long, never will. */
export const LONGEST_JOB = 7 * 60 * 60 * 1000;

export type Opened =
  | { readonly is: 'open'; readonly run: Run; readonly resumed: boolean }
  | { readonly is: 'ended'; readonly end: End }
  /** Somebody else is at it right now. */
  | { readonly is: 'elsewhere' };

/** Opens a run: begins it, takes it up where it was put down or its process died, or says that it is over or elsewhere. */
export async function openRun(desk: Desk, begin: Omit<Begin, 'kind' | 'format'>, as?: NextJob): Promise<Opened> {
  const found = await loadJournal(desk.store, begin.run);
  const journal = found?.journal ?? nothing;
  const writer = new Writer(desk, begin.run, { journal, at: found?.at ?? null });
  const last = lastHeld(journal);
  const over = endOf(journal);
  if (over) return { is: 'ended', end: over };
  if (last && last.kind !== 'end' && !isFree(last, desk, as)) return { is: 'elsewhere' };
  refuseOtherStory(journal, begin);
  try {
    const { page, ...first } = begin;
    const by = { ...(page && { page }), ...(desk.pieces && ({ inPieces: true } as const)) };
    await writer.append({ ...(last ? { kind: 'resume' } : { kind: 'begin', format: FORMAT, ...first }), ...by });
  } catch (error) {
    // Two began at once: the other one has it.
    if (error instanceof Conflict) return { is: 'elsewhere' };
    throw error;
  }
  return { is: 'open', run: runOn(writer, desk), resumed: last !== undefined };
}

/** When it was last taken over from somebody who wrote in pieces and never came to the last one. Pure. */
export function takenOverAt({ entries }: Journal): number | undefined {
  let isAtIt = false;
  let since: number | undefined;
  for (const entry of entries) {
    if (entry.kind === 'resume' || entry.kind === 'begin') {
      if (isAtIt) since = entry.at;
      isAtIt = entry.inPieces === true;
    }
    if (entry.kind === 'rest' || entry.kind === 'end') isAtIt = false;
  }
  return since;
}

/** Put down for this job, or held by nobody any more. */
function isFree(last: Sealed, { clock, holder }: Desk, as: NextJob | undefined): boolean {
  if (last.kind === 'rest') return last.for === as || isAfter(last.for, as) || clock.now() - last.at > LONGEST_JOB;
  if (holder.isAlive?.(last.by)) return false;
  return holder.isGone(last.by) || clock.now() - last.at > ABANDONED_AFTER;
}

function refuseOtherStory(journal: Journal, begin: Omit<Begin, 'kind' | 'format'>): void {
  const [first] = journal.entries;
  if (first?.kind !== 'begin' || first.story === begin.story) return;
  throw new UserError({
    expected: `the run ${begin.run} to be of ${begin.workflow} story ${begin.story}`,
    found: `story ${first.story}`,
    remedy: 'Continue it with the version of crew that began it, or ask anew.',
    ends: 'error',
  });
}

function runOn(writer: Writer, { clock, pieces }: Desk): Run {
  const entries = () => writer.journal.entries;
  // Others count from when it was written that it was taken, not from when that was answered.
  const openedAt = lastHeld(writer.journal)?.at ?? clock.now();
  const take = async <T>(
    name: string,
    work: () => Promise<T>,
    how: { late: boolean; cost?: ((value: T) => Spent | undefined) | undefined },
  ): Promise<T> => {
    const known = writer.stepOf(name);
    if (known) return known.value as T;
    const began = clock.now();
    const done = await work();
    const spent = how.cost?.(done);
    const entry = { kind: 'step' as const, name, began, value: done ?? null, ...(spent ? { spent } : {}) };
    const { value } = await writer.append(entry, how);
    return value as T;
  };
  return {
    id: writer.run,
    step: (name, work, cost) => take(name, work, { late: false, cost }),
    look: (name, work) => take(name, work, { late: true }),
    words: () => wordsOf(writer.journal),
    spentUsd: (before) => spentOf({ entries: entries().filter(({ at }) => at < before) }).usd,
    signal: writer.signal,
    listen: () => writer.listen(),
    effect(key) {
      const of = writer.clean(key);
      const intents = entries().filter((entry) => entry.kind === 'intent' && entry.key === of);
      const confirm = entries().find((entry) => entry.kind === 'confirm' && entry.key === of);
      const applied = confirm?.kind === 'confirm' ? { applied: { value: confirm.applied } } : {};
      return { begun: intents.length, ...applied };
    },
    sureUntil: pieces ? openedAt + SURE_FOR : 0,
    unsureSince: takenOverAt(writer.journal),
    async intend(key, change) {
      await writer.append({ kind: 'intent', key, change });
    },
    async confirm(key, applied, late = false) {
      await writer.append({ kind: 'confirm', key, applied }, { late });
    },
    async rest(rest) {
      await writer.append({ kind: 'rest', ...rest });
    },
    left: () => leftIn(writer.journal),
    async end(end) {
      await writer.append({ kind: 'end', ...end });
    },
  };
}
