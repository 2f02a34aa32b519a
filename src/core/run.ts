// A run: a story whose steps are written down. Running again continues where it stopped.
import { Conflict, UserError } from '../errors.js';
import type { Clock, Store } from '../ports.js';
import type { Change } from './change.js';
import type { Gathering } from './gather.js';
import { inTurn } from './in-turn.js';
import {
  add,
  type Begin,
  type End,
  type Entry,
  endOf,
  FORMAT,
  type Journal,
  lastHeld,
  leftIn,
  type NextJob,
  nothing,
  onlyHeard,
  type Rest,
  readJournal,
  type Sealed,
  type Spent,
  wordsOf,
} from './journal.js';
import type { Outcome } from './outcome.js';
import { spentOf } from './summary.js';
import { isCancelled, type Word } from './word.js';

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
  /** How often a long run looks whether something was said to it. */
  readonly listenEveryMs?: number | undefined;
  /** What writes in pieces what is appended to its run; the store goes through it. */
  readonly pieces?: Gathering | undefined;
}

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

type Step = Extract<Entry, { kind: 'step' }>;

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
    const inPieces = desk.pieces && ({ inPieces: true } as const);
    await writer.append({ ...(last ? { kind: 'resume' } : { kind: 'begin', format: FORMAT, ...begin }), ...inPieces });
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

/** Appends one after the other, however many steps run side by side; each line is sealed onto the one before. */
class Writer {
  readonly run: string;
  /** As it stands here: also with what waits to be written. */
  journal: Journal;
  readonly #desk: Desk;
  readonly #inTurn = inTurn();
  readonly #cancelled = new AbortController();
  /** As it stands in the store. */
  #stored: Journal;
  #at: string | null;
  /** The first step of each name, among so many entries. */
  #known: { steps: Map<string, Step>; many: number; last: Entry | undefined } = {
    steps: new Map(),
    many: 0,
    last: undefined,
  };
  /** Entries that wait for the next append. */
  #waiting: readonly Sealed[] = [];

  constructor(desk: Desk, run: string, from: { journal: Journal; at: string | null }) {
    this.run = run;
    this.journal = from.journal;
    this.#stored = from.journal;
    this.#desk = desk;
    this.#at = from.at;
    this.#heed();
  }

  /** Aborted once somebody cancelled the run. */
  get signal(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** Gives the entry as it was written, so that a first run and a continued one see the same. */
  append<E extends Entry>(entry: E, { late = false } = {}): Promise<E> {
    return this.#inTurn(async () => {
      const { clock, holder } = this.#desk;
      const written = this.clean(entry);
      const sealed: Sealed = { ...written, at: clock.now(), by: holder.name };
      const before = this.#waiting;
      this.#waiting = [...before, sealed];
      this.journal = add(this.journal, sealed).journal;
      if (late) return written;
      try {
        await this.#flush();
      } catch (error) {
        // What could not be written down has not happened.
        this.#wait(before);
        throw error;
      }
      return written;
    });
  }

  /** Hears what was said meanwhile. */
  listen(): Promise<void> {
    return this.#inTurn(async () => {
      const found = await loadJournal(this.#desk.store, this.run);
      if (found && onlyHeard(found.journal, this.#stored)) this.#adopt(found);
    });
  }

  /** A value as it is written, and therefore also what names and keys are found by. */
  clean<T>(value: T): T {
    return redactLeaves(value, this.#desk.redact);
  }

  /** The step of a name. A long run has thousands of entries, and asks at every call: each is looked at once. */
  stepOf(name: string): Step | undefined {
    const { entries } = this.journal;
    // Entries are only ever added; but one that waits may be taken back, or come after what somebody said meanwhile.
    if (entries[this.#known.many - 1] !== this.#known.last)
      this.#known = { steps: new Map(), many: 0, last: undefined };
    const { steps, many } = this.#known;
    for (const entry of entries.slice(many))
      if (entry.kind === 'step' && !steps.has(entry.name)) steps.set(entry.name, entry);
    this.#known = { steps, many: entries.length, last: entries.at(-1) };
    return steps.get(this.clean(name));
  }

  async #flush(): Promise<void> {
    for (;;) {
      let journal = this.#stored;
      let lines = '';
      for (const each of this.#waiting) {
        const added = add(journal, each);
        lines += added.line;
        journal = added.journal;
      }
      try {
        this.#at = await this.#desk.store.append(logOf(this.run), lines, this.#at);
      } catch (error) {
        // Somebody said something in between: that is heard, and then it is our turn. Anything else means that it is not ours any more.
        const found = error instanceof Conflict ? await loadJournal(this.#desk.store, this.run) : null;
        if (!found || !onlyHeard(found.journal, this.#stored)) throw error;
        this.#adopt(found);
        continue;
      }
      this.#stored = journal;
      this.journal = journal;
      this.#waiting = [];
      return;
    }
  }

  #adopt({ journal, at }: { journal: Journal; at: string }): void {
    this.#stored = journal;
    this.#at = at;
    this.#wait(this.#waiting);
    this.#heed();
  }

  #wait(entries: readonly Sealed[]): void {
    this.#waiting = entries;
    this.journal = entries.reduce((all, each) => add(all, each).journal, this.#stored);
  }

  #heed(): void {
    if (isCancelled(wordsOf(this.journal))) this.#cancelled.abort();
  }
}

/** String by string, so that a journal line stays what it is: JSON. */
export function redactLeaves<T>(value: T, redact: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => (typeof each === 'string' ? redact(each) : each));
}

function runOn(writer: Writer, { clock, pieces }: Desk): Run {
  const entries = () => writer.journal.entries;
  const openedAt = clock.now();
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
    sureUntil: pieces ? openedAt + ABANDONED_AFTER / 2 : 0,
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
