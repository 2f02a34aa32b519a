// A run: a story whose steps are written down. Running again continues where it stopped.
import { Conflict, UserError } from '../errors.js';
import type { Clock, Store } from '../ports.js';
import type { Change } from './change.js';
import { inTurn } from './in-turn.js';
import { add, type Begin, type End, type Entry, endOf, FORMAT, type Journal, nothing, readJournal } from './journal.js';

/** Whose process this is, so that a dead one's run can be taken over at once. */
export interface Holder {
  readonly name: string;
  /** True when the named process surely is no more. */
  readonly isGone: (name: string) => boolean;
  /** True when it surely lives, however long it was silent: it may be waiting out a limit. */
  readonly isAlive?: (name: string) => boolean;
}

export interface Desk {
  /** Journals. */
  readonly store: Store;
  /** Leases; on GitHub always refs, wherever journals are. */
  readonly leases: Store;
  readonly clock: Clock;
  readonly holder: Holder;
  /** What must never be written down; every reader of the repository can fetch a journal. */
  readonly redact: (text: string) => string;
}

export interface Run {
  readonly id: string;
  /** In the journal? Given back. Else done, written down, given. Names are unique within a run. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** A step that only reads. It is written down with the next that does more: reading again costs little and harms nobody. */
  look<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** How often an effect was begun; `applied` once it is confirmed. */
  effect(key: string): { readonly begun: number; readonly applied?: { readonly value: unknown } };
  intend(key: string, change: Change): Promise<void>;
  /** `late`: of an effect that may be repeated, the confirmation can wait for the next entry. */
  confirm(key: string, applied: unknown, late?: boolean): Promise<void>;
  end(end: Omit<End, 'kind'>): Promise<void>;
}

/** A journal that nobody wrote to for so long belongs to nobody any more. */
const ABANDONED_AFTER = 60_000;

export type Opened =
  | { readonly is: 'open'; readonly run: Run; readonly resumed: boolean }
  | { readonly is: 'ended'; readonly end: End }
  /** Somebody else is at it right now. */
  | { readonly is: 'elsewhere' };

export const logOf = (run: string): string => `runs/${run}`;

/** What stands in a run's journal; a damaged one is refused by name. */
export async function loadJournal(store: Store, run: string): Promise<{ journal: Journal; at: string } | null> {
  const found = await store.read(logOf(run));
  if (!found) return null;
  const journal = readJournal(found.text);
  if (!('damage' in journal)) return { journal, at: found.at };
  const { line, why } = journal.damage;
  throw new UserError({
    expected: `a whole journal of the run ${run}`,
    found: why === 'format' ? 'one that another version of crew wrote' : `line ${line} damaged (${why})`,
    remedy:
      why === 'format'
        ? 'Continue it with that version.'
        : `Restore it from a backup, or remove it with \`crew clean ${run}\`.`,
    ends: 'error',
  });
}

/** Opens a run: begins it, takes it over from a dead process, or says that it is over or elsewhere. */
export async function openRun(desk: Desk, begin: Omit<Begin, 'kind' | 'format'>): Promise<Opened> {
  const found = await loadJournal(desk.store, begin.run);
  const journal = found?.journal ?? nothing;
  const writer = new Writer(desk, begin.run, { journal, at: found?.at ?? null });
  const last = journal.entries.at(-1);
  const over = endOf(journal);
  if (over) return { is: 'ended', end: over };
  if (last && !isAbandoned(last, desk)) return { is: 'elsewhere' };
  refuseOtherStory(journal, begin);
  try {
    await writer.append(last ? { kind: 'resume' } : { kind: 'begin', format: FORMAT, ...begin });
  } catch (error) {
    // Two began at once: the other one has it.
    if (error instanceof Conflict) return { is: 'elsewhere' };
    throw error;
  }
  return { is: 'open', run: runOn(writer, desk.clock), resumed: last !== undefined };
}

function isAbandoned(last: { at: number; by: string }, { clock, holder }: Desk): boolean {
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

/** Appends one after the other, however many steps run side by side; each line is sealed onto the one before. */
class Writer {
  readonly run: string;
  journal: Journal;
  readonly #desk: Desk;
  readonly #inTurn = inTurn();
  #at: string | null;
  /** Lines that wait for the next append. */
  #waiting = '';

  constructor(desk: Desk, run: string, from: { journal: Journal; at: string | null }) {
    this.run = run;
    this.journal = from.journal;
    this.#desk = desk;
    this.#at = from.at;
  }

  /** Gives the entry as it was written, so that a first run and a continued one see the same. */
  append<E extends Entry>(entry: E, { late = false } = {}): Promise<E> {
    return this.#inTurn(async () => {
      const { store, clock, holder } = this.#desk;
      const written = this.clean(entry);
      const { line, journal } = add(this.journal, { ...written, at: clock.now(), by: holder.name });
      const lines = this.#waiting + line;
      if (!late) this.#at = await store.append(logOf(this.run), lines, this.#at);
      this.#waiting = late ? lines : '';
      this.journal = journal;
      return written;
    });
  }

  /** A value as it is written, and therefore also what names and keys are found by. */
  clean<T>(value: T): T {
    return redactLeaves(value, this.#desk.redact);
  }
}

/** String by string, so that a journal line stays what it is: JSON. */
function redactLeaves<T>(value: T, redact: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => (typeof each === 'string' ? redact(each) : each));
}

function runOn(writer: Writer, clock: Clock): Run {
  const entries = () => writer.journal.entries;
  const take = async <T>(name: string, work: () => Promise<T>, how: { late: boolean }): Promise<T> => {
    const known = entries().find((entry) => entry.kind === 'step' && entry.name === writer.clean(name));
    if (known?.kind === 'step') return known.value as T;
    const began = clock.now();
    const done = await work();
    const { value } = await writer.append({ kind: 'step', name, began, value: done ?? null }, how);
    return value as T;
  };
  return {
    id: writer.run,
    step: (name, work) => take(name, work, { late: false }),
    look: (name, work) => take(name, work, { late: true }),
    effect(key) {
      const of = writer.clean(key);
      const intents = entries().filter((entry) => entry.kind === 'intent' && entry.key === of);
      const confirm = entries().find((entry) => entry.kind === 'confirm' && entry.key === of);
      const applied = confirm?.kind === 'confirm' ? { applied: { value: confirm.applied } } : {};
      return { begun: intents.length, ...applied };
    },
    async intend(key, change) {
      await writer.append({ kind: 'intent', key, change });
    },
    async confirm(key, applied, late = false) {
      await writer.append({ kind: 'confirm', key, applied }, { late });
    },
    async end(end) {
      await writer.append({ kind: 'end', ...end });
    },
  };
}
