// A run's journal: entries, one a line, each sealed with a checksum that covers the one before it.
// Pure. The journal decides what has happened; nothing else does.

import { digestOf } from '../text/digest.js';
import type { Change } from './change.js';
import type { Outcome, OutcomeName } from './outcome.js';
import type { Awaits, Word } from './word.js';

/** The format of the lines. A journal of another format is refused by name, never guessed at. */
export const FORMAT = 1;

export interface Begin {
  readonly kind: 'begin';
  readonly format: number;
  readonly run: string;
  readonly workflow: string;
  /** The story's version: the steps of an old story must not be given to a new one. */
  readonly story: number;
  readonly repo?: string | undefined;
  readonly issue?: number | undefined;
  readonly input: unknown;
  readonly page?: Page;
  readonly inPieces?: InPieces;
}

/** The page of the attempt at a run of Actions that has it from here on, so that whoever looks after that one finds it. */
type Page = string | undefined;

/**
 * Whoever holds it from here on writes down what they do in pieces, the last when they are done: where that one is missing, they may
 * have done more than stands here.
 */
export type InPieces = true | undefined;

/** What asking a model cost. */
export interface Spent {
  readonly usd: number;
  readonly tokens: {
    readonly in: number;
    readonly out: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
  };
}

export interface End {
  readonly kind: 'end';
  readonly outcome: OutcomeName;
  readonly says?: string | undefined;
  readonly result?: unknown;
  /** Of a run that waits: for what. Who says it, opens the run again. */
  readonly awaits?: Awaits | undefined;
  /** The run that this one spoke to, and that is to be gone on with. */
  readonly goesOn?: string | undefined;
}

/** Who takes a run up next: whose turn on the issue it is then, who works in a tree, who writes to GitHub. */
export type NextJob = 'turn' | 'work' | 'publish';

export interface Rest {
  readonly kind: 'rest';
  readonly for: NextJob;
  /** How the work came out, where it has been done: whoever publishes it, says it. */
  readonly left?: Outcome | undefined;
}

export type Entry =
  | Begin
  /** Somebody took the run over after a stop; whoever held it before can append no more. */
  | { readonly kind: 'resume'; readonly page?: Page; readonly inPieces?: InPieces }
  /** Somebody said something to the run. Whoever says it appends it, while another one may hold the run. */
  | { readonly kind: 'heard'; readonly word: Word }
  | {
      readonly kind: 'step';
      readonly name: string;
      readonly began: number;
      readonly value: unknown;
      /** What it cost, where a model was asked. */
      readonly spent?: Spent | undefined;
    }
  /** Before an effect: what is about to be done, so that after a crash it is looked for before it is done again. */
  | { readonly kind: 'intent'; readonly key: string; readonly change: Change }
  | { readonly kind: 'confirm'; readonly key: string; readonly applied: unknown }
  /** Put down, for another job to take up at once. */
  | Rest
  | End;

/** An entry as it was written: when, and by whom. */
export type Sealed = Entry & { readonly at: number; readonly by: string };

export interface Journal {
  readonly entries: readonly Sealed[];
  /** What the next line is sealed onto. */
  readonly seal: string;
  /** The last line was torn off while it was written. It never counted; the next line strikes it out. */
  readonly torn: boolean;
}

export interface Damage {
  readonly line: number;
  readonly why: 'checksum' | 'format' | 'order';
}

const LENGTH = 16;
/** Ends a torn line, so that it is skipped instead of taken for damage. */
const STRUCK = '~\n';

export const nothing: Journal = { entries: [], seal: '0'.repeat(LENGTH), torn: false };

/** One entry as a line to append to the journal, and the journal that it makes. */
export function add(journal: Journal, entry: Sealed): { readonly line: string; readonly journal: Journal } {
  const json = JSON.stringify(entry);
  const seal = digestOf(journal.seal + json).slice(0, LENGTH);
  const line = `${journal.torn ? STRUCK : ''}${seal} ${json}\n`;
  return { line, journal: { entries: [...journal.entries, entry], seal, torn: false } };
}

/** Several entries as the lines to append, each sealed onto the one before. */
export function linesOn(journal: Journal, entries: readonly Sealed[]): string {
  let all = journal;
  return entries
    .map((each) => {
      const { line, journal: next } = add(all, each);
      all = next;
      return line;
    })
    .join('');
}

/**
 * Reads a journal. A last line without its end was torn while it was written, and never counted.
 * A line in the middle that does not fit its seal is damage; damage is said, never repaired silently.
 */
export function readJournal(text: string): Journal | { readonly damage: Damage } {
  const entries: Sealed[] = [];
  let seal = nothing.seal;
  const lines = text.split('\n');
  const tail = lines.pop() ?? '';
  for (const [before, line] of lines.entries()) {
    if (line.endsWith('~')) continue;
    const damaged = (why: Damage['why']) => ({ damage: { line: before + 1, why } });
    const json = line.slice(LENGTH + 1);
    if (line !== `${digestOf(seal + json).slice(0, LENGTH)} ${json}`) return damaged('checksum');
    const entry = JSON.parse(json) as Sealed;
    if ((entries.length === 0) !== (entry.kind === 'begin')) return damaged('order');
    if (entry.kind === 'begin' && entry.format !== FORMAT) return damaged('format');
    entries.push(entry);
    seal = line.slice(0, LENGTH);
  }
  return { entries, seal, torn: tail !== '' };
}

/** The first entry; every journal that holds anything has one. */
export function beginOf(journal: Journal): (Begin & Sealed) | undefined {
  const [first] = journal.entries;
  return first?.kind === 'begin' ? first : undefined;
}

/** The last entry of whoever held the run. */
export function lastHeld(journal: Journal): Sealed | undefined {
  return journal.entries.findLast(({ kind }) => kind !== 'heard');
}

/** What was said to the run, in order. */
export function wordsOf(journal: Journal): readonly Word[] {
  return journal.entries.flatMap((entry) => (entry.kind === 'heard' ? [entry.word] : []));
}

/** Whether a journal is another one, and only words that were said meanwhile came to it. */
export function onlyHeard(later: Journal, earlier: Journal): boolean {
  const { length } = earlier.entries;
  const grown = later.entries.slice(length);
  const isSame = JSON.stringify(later.entries[length - 1]) === JSON.stringify(earlier.entries[length - 1]);
  return isSame && grown.length > 0 && grown.every(({ kind }) => kind === 'heard');
}

/** The last entry, if the run has ended. */
export function endOf(journal: Journal): (End & Sealed) | undefined {
  const last = journal.entries.at(-1);
  return last?.kind === 'end' ? last : undefined;
}

/** Which attempt had it last; of one that somebody spoke to after its end, who has had it since. */
export function pageOf(journal: Journal): Page {
  const { entries } = journal;
  const opened = endOf(journal) ? 0 : entries.findLastIndex(({ kind }) => kind === 'end') + 1;
  const pages = entries.slice(opened).flatMap((each) => ('page' in each ? (each.page ?? []) : []));
  return pages.at(-1);
}

/** How the work came out that was done since the run was opened last; undefined while it is still to be done. */
export function leftIn(journal: Journal): Outcome | undefined {
  const opened = journal.entries.findLastIndex(({ kind }) => kind === 'end') + 1;
  const rest = journal.entries.slice(opened).findLast(({ kind }) => kind === 'rest');
  return rest?.kind === 'rest' ? rest.left : undefined;
}
