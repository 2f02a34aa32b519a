// A journal that is written in pieces instead of line by line: where a job takes the run into its hands, and where it lets go of it. A
// job is short; one that dies leaves the journal at its first piece, which says that more may have been done than stands there. Whoever
// comes after tells the story again from there, waits until GitHub's lists can be believed, and finds what was done by what it is.
import { Conflict } from '../errors.js';
import type { Clock, Store } from '../ports.js';
import { unheard } from './graft.js';
import { add, type Journal, linesOn, nothing, onlyHeard, readJournal, type Sealed } from './journal.js';

export interface Gathering {
  readonly store: Store;
  /** Writes what was gathered, behind whatever people have said meanwhile. */
  flush(): Promise<void>;
}

/** How often it is looked whether somebody said something. */
const LOOK_EVERY = 15_000;

/** So long after the last piece it surely is in these hands; whoever is not heard of for twice as long may be taken for dead. */
export const SURE_FOR = 30_000;

interface Kept {
  readonly journal: Journal;
  readonly at: string | null;
}

interface Tools {
  readonly clock: Pick<Clock, 'now'>;
  /** Throws once it may not be written any more. */
  readonly check?: (() => void) | undefined;
}

/** Gathers one log of a store; all others are passed through. */
export function gathering(beyond: Store, log: string, tools: Tools): Gathering {
  const gathered = new Gathered(beyond, log, tools);
  const store: Store = {
    ...beyond,
    read: async (other) => (other === log ? gathered.read() : beyond.read(other)),
    append: async (other, lines, at) => (other === log ? gathered.append(lines, at) : beyond.append(other, lines, at)),
  };
  return { store, flush: () => gathered.flush() };
}

class Gathered {
  readonly #beyond: Store;
  readonly #log: string;
  readonly #tools: Tools;
  /** As it stands in the store. */
  #kept: Kept | undefined;
  /** As it stands here: the same entries, though words that were said meanwhile may stand in another place. */
  #text = '';
  #version = 0;
  /** How many entries of here stand in the store, words aside; and since when. */
  #written = 0;
  #writtenAt = 0;
  #lookedAt = 0;

  constructor(beyond: Store, log: string, tools: Tools) {
    this.#beyond = beyond;
    this.#log = log;
    this.#tools = tools;
  }

  async read(): Promise<{ text: string; at: string } | null> {
    await this.#begin();
    await this.#listen();
    return this.#text === '' ? null : { text: this.#text, at: this.#at };
  }

  async append(lines: string, at: string | null): Promise<string> {
    await this.#begin();
    this.#tools.check?.();
    if (at !== (this.#text === '' ? null : this.#at)) throw new Conflict(this.#log);
    const before = { text: this.#text, version: this.#version };
    this.#text += lines;
    this.#version += 1;
    const mine = this.#at;
    if (this.#isDue()) {
      await this.flush().catch((error: unknown) => {
        // What could not be written has not happened.
        this.#text = before.text;
        this.#version = before.version;
        throw error;
      });
    }
    return mine;
  }

  async flush(): Promise<void> {
    for (let now = await this.#begin(); ; now = await this.#look()) {
      if (!this.#isOurs(now)) throw new Conflict(this.#log);
      const deeds = deedsIn(journalOf(this.#text));
      const news = deeds.slice(this.#written);
      if (news.length === 0) return;
      try {
        const at = await this.#beyond.append(this.#log, linesOn(now.journal, news), now.at);
        this.#kept = { journal: news.reduce((all, each) => add(all, each).journal, now.journal), at };
        this.#written = deeds.length;
        this.#writtenAt = this.#tools.clock.now();
        return;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
      }
    }
  }

  get #at(): string {
    return String(this.#version);
  }

  /** After a crash it has to be known in whose hands it was; and before anything is done that it still is in these. */
  #isDue(): boolean {
    const last = journalOf(this.#text).entries.at(-1);
    if (last?.kind === 'intent') return this.#tools.clock.now() - this.#writtenAt > SURE_FOR;
    return last !== undefined && isTaking(last);
  }

  /** Nobody did anything to it in between; people may have said something. */
  #isOurs(now: Kept): boolean {
    const kept = this.#kept ?? now;
    return now === kept || isSame(now.journal, kept.journal) || onlyHeard(now.journal, kept.journal);
  }

  async #begin(): Promise<Kept> {
    if (this.#kept) return this.#kept;
    const first = await this.#look();
    this.#kept = first;
    this.#text = linesOn(nothing, first.journal.entries);
    this.#written = deedsIn(first.journal).length;
    return first;
  }

  async #look(): Promise<Kept> {
    const found = await this.#beyond.read(this.#log);
    this.#lookedAt = this.#tools.clock.now();
    return { journal: journalOf(found?.text ?? ''), at: found?.at ?? null };
  }

  async #listen(): Promise<void> {
    if (this.#tools.clock.now() - this.#lookedAt < LOOK_EVERY) return;
    const now = await this.#look().catch(() => null);
    const here = journalOf(this.#text);
    const news = now ? unheard(here, now.journal) : [];
    if (news.length === 0) return;
    this.#text += linesOn(here, news);
    this.#version += 1;
  }
}

/** The run is taken into somebody's hands. */
const isTaking = ({ kind }: Sealed): boolean => kind === 'begin' || kind === 'resume';

/** What was done, without what was said meanwhile. */
const deedsIn = ({ entries }: Journal): readonly Sealed[] => entries.filter(({ kind }) => kind !== 'heard');

const isSame = (a: Journal, b: Journal): boolean => a.entries.length === b.entries.length && a.seal === b.seal;

function journalOf(text: string): Journal {
  const journal = readJournal(text);
  if ('damage' in journal) throw new Error(`a journal is damaged in line ${journal.damage.line}`);
  return journal;
}
