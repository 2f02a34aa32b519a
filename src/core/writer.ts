// Writes a run's journal.
import { Conflict } from '../errors.js';
import type { Desk } from './desk.js';
import { inTurn } from './in-turn.js';
import { add, type Entry, type Journal, onlyHeard, type Sealed, wordsOf } from './journal.js';
import { loadJournal, logOf } from './kept.js';
import { isCancelled } from './word.js';

type Step = Extract<Entry, { kind: 'step' }>;

/** Appends one after the other, however many steps run side by side; each line is sealed onto the one before. */
export class Writer {
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
