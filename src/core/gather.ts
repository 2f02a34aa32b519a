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

/** Gathers one log of a store; all others are passed through. `check` throws once it may not be written any more. */
export function gathering(
  beyond: Store,
  log: string,
  { clock, check = () => undefined }: { clock: Pick<Clock, 'now'>; check?: (() => void) | undefined },
): Gathering {
  /** As it stands in the store. */
  let kept: Kept | undefined;
  /** As it stands here: the same entries, though words that were said meanwhile may stand in another place. */
  let text = '';
  let version = 0;
  /** How many entries of here stand in the store, words aside. */
  let written = 0;
  let writtenAt = 0;
  let lookedAt = 0;

  const look = async (): Promise<Kept> => {
    const found = await beyond.read(log);
    lookedAt = clock.now();
    return { journal: journalOf(found?.text ?? ''), at: found?.at ?? null };
  };
  const begin = async (): Promise<Kept> => {
    if (kept) return kept;
    const first = await look();
    kept = first;
    text = linesOn(nothing, first.journal.entries);
    written = deedsIn(first.journal).length;
    return first;
  };
  const listen = async (): Promise<void> => {
    if (clock.now() - lookedAt < LOOK_EVERY) return;
    const now = await look().catch(() => null);
    const here = journalOf(text);
    const news = now ? unheard(here, now.journal) : [];
    if (news.length === 0) return;
    text += linesOn(here, news);
    version += 1;
  };
  const flush = async (): Promise<void> => {
    for (let now = await begin(); ; now = await look()) {
      if (now !== kept && kept && !isSame(now.journal, kept.journal) && !onlyHeard(now.journal, kept.journal))
        throw new Conflict(log);
      const deeds = deedsIn(journalOf(text));
      const news = deeds.slice(written);
      if (news.length === 0) return;
      try {
        const at = await beyond.append(log, linesOn(now.journal, news), now.at);
        kept = { journal: news.reduce((all, each) => add(all, each).journal, now.journal), at };
        written = deeds.length;
        writtenAt = clock.now();
        return;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
      }
    }
  };
  const store: Store = {
    ...beyond,
    async read(other) {
      if (other !== log) return beyond.read(other);
      await begin();
      await listen();
      return text === '' ? null : { text, at: String(version) };
    },
    async append(other, lines, at) {
      if (other !== log) return beyond.append(other, lines, at);
      await begin();
      check();
      if (at !== (text === '' ? null : String(version))) throw new Conflict(log);
      const before = text;
      text += lines;
      version += 1;
      const mine = String(version);
      const last = journalOf(text).entries.at(-1);
      // After a crash it has to be known in whose hands it was; and before anything is done that it still is in these.
      if (last && (isTaking(last) || (last.kind === 'intent' && clock.now() - writtenAt > SURE_FOR))) {
        await flush().catch((error: unknown) => {
          // What could not be written has not happened.
          text = before;
          throw error;
        });
      }
      return mine;
    },
  };
  return { store, flush };
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
