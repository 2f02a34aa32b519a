// The pieces of a command's grammar. Each piece parses its words and has its usage text, so that the usage line, the parser and the type
// of the arguments always agree. Used by the command files of this folder, define.ts and parse.ts.
// src/cli/repository.ts uses RUN_ID_PATTERN.

import type { Complaint } from '../ports/run.js';

/** The input: all words of the command's line, and the text that follows them with its original white space. */
export interface Reading {
  readonly words: readonly Word[];
  /** The text from the word at this index to the end, including all following lines. */
  readonly textFrom: (index: number) => string;
}

/** A word with its position, so that free text keeps its white space. */
export interface Word {
  readonly text: string;
  readonly start: number;
}

interface Parsed<T> {
  readonly value: T;
  /** The number of parsed words; Infinity if nothing may follow on this line. */
  readonly used: number;
  /** Why an optional piece left the next word unparsed. */
  readonly skippedBecause?: Complaint;
}

/** A command that does not fit its grammar. */
export interface Misuse {
  readonly misuse: Complaint;
}

type Parser<T> = (reading: Reading, from: number) => Parsed<T> | Misuse;

/** One flag or argument of a command. */
export interface Piece<T> {
  /** How the usage line shows the piece, such as `[--base BRANCH]`. */
  readonly usage: string;
  /** `--name` for flags, which come in any order before the other pieces. */
  readonly flag?: string;
  /** The flag takes a value. */
  readonly takesValue?: boolean;
  /** Parses the piece from the word at this position on. */
  readonly take: Parser<T>;
  /** For a flag: the value if it is absent. Other pieces are always called; see `optional`. */
  readonly default?: { readonly value: T };
  /** The flag may be repeated; its values are collected. */
  merge?(before: T, next: T): T;
}

/** The pieces of a command, by the names of its arguments. */
export type Grammar = Readonly<Record<string, Piece<unknown>>>;
/** The arguments of a command, with the types that its pieces parse. */
export type Args<G extends Grammar> = { readonly [K in keyof G]: G[K] extends Piece<infer T> ? T : never };

const missing = (of: string): Misuse => ({ misuse: { is: 'missing', of } });
const invalid = (word: string, of: string): Misuse => ({ misuse: { is: 'shape', word, of } });

/** `--dry-run` */
export function flag(name: string): Piece<boolean> {
  return { usage: `[${name}]`, flag: name, take: () => ({ value: true, used: 0 }), default: { value: false } };
}

/** A flag that takes a value. `placeholder` names the value in the usage, `wanted` in the complaint about a wrong one. */
function flagWithValue<T>(
  name: string,
  placeholder: string,
  read: (text: string) => T | null,
  wanted = placeholder,
): Pick<Piece<T>, 'flag' | 'takesValue' | 'take'> {
  return {
    flag: name,
    takesValue: true,
    take: ({ words }, from) => {
      const word = words[from]?.text;
      if (!word || word.startsWith('--')) return { misuse: { is: 'value', word: name, of: placeholder } };
      const value = read(word);
      return value === null ? invalid(word, wanted) : { value, used: 1 };
    },
  };
}

const nonEmpty = (text: string): string | null => text || null;

/** `--base BRANCH` */
export function option(name: string, placeholder: string): Piece<string | undefined> {
  return {
    usage: `[${name} ${placeholder}]`,
    ...flagWithValue<string | undefined>(name, placeholder, nonEmpty),
    default: { value: undefined },
  };
}

/** `--scope GLOB`, repeatable */
export function options(name: string, placeholder: string): Piece<readonly string[]> {
  const one = flagWithValue<readonly string[]>(name, placeholder, (text) => (text ? [text] : null));
  return {
    usage: `[${name} ${placeholder}]…`,
    ...one,
    default: { value: [] },
    merge: (before, next) => [...before, ...next],
  };
}

const MONEY = /^\d{1,6}(\.\d{1,2})?$/;
const money = (text: string): number | null => (MONEY.test(text) && Number(text) > 0 ? Number(text) : null);

/** `--budget USD` */
export function budget(name: string): Piece<number | undefined> {
  const usd = (text: string) => money(text.replace(/^\$/, ''));
  return {
    usage: `[${name} USD]`,
    ...flagWithValue<number | undefined>(name, 'USD', usd, 'USD > 0'),
    default: { value: undefined },
  };
}

/** A word that matches a pattern, such as a run id. */
export function word(placeholder: string, shape: RegExp): Piece<string> {
  return {
    usage: placeholder,
    take: ({ words }, from) => {
      const found = words[from]?.text;
      if (found === undefined) return missing(placeholder);
      return shape.test(found) ? { value: found, used: 1 } : invalid(found, placeholder);
    },
  };
}

/** One of a few words. */
export function choice<const T extends string>(...allowed: readonly T[]): Piece<T> {
  const usage = allowed.join('|');
  return {
    usage,
    take: ({ words }, from) => {
      const found = words[from]?.text;
      const value = allowed.find((each) => each === found);
      if (value !== undefined) return { value, used: 1 };
      return found === undefined ? missing(usage) : invalid(found, usage);
    },
  };
}

/** One or more words that match a pattern. */
export function words(placeholder: string, shape: RegExp): Piece<readonly string[]> {
  return {
    usage: `${placeholder}…`,
    take: ({ words: all }, from) => {
      const rest = all.slice(from);
      const end = rest.findIndex(({ text }) => !shape.test(text));
      const value = (end === -1 ? rest : rest.slice(0, end)).map(({ text }) => text);
      if (value.length > 0) return { value, used: value.length };
      const found = rest[0]?.text;
      return found === undefined ? missing(placeholder) : invalid(found, placeholder);
    },
  };
}

/** Free text to the end, including all following lines. */
export function text(placeholder: string): Piece<string> {
  return {
    usage: placeholder,
    take: ({ textFrom }, from) => {
      const value = textFrom(from).trim();
      return value ? { value, used: Number.POSITIVE_INFINITY } : missing(placeholder);
    },
  };
}

/** Free text to the end of the line. */
export function line(placeholder: string): Piece<string> {
  return {
    usage: placeholder,
    take: ({ words: all, textFrom }, from) => {
      const value = all[from] ? (textFrom(from).split('\n')[0] ?? '').trim() : '';
      return value ? { value, used: Number.POSITIVE_INFINITY } : missing(placeholder);
    },
  };
}

/** An optional piece. A word that does not match is left for the next piece. */
export function optional<T>(piece: Piece<T>): Piece<T | undefined> {
  return {
    usage: `[${piece.usage}]`,
    take: (reading, from) => {
      const taken = piece.take(reading, from);
      if (!('misuse' in taken)) return taken;
      return { value: undefined, used: 0, ...(taken.misuse.is === 'shape' ? { skippedBecause: taken.misuse } : {}) };
    },
  };
}

/** An amount in US dollars with a plus sign, such as `+2`. */
export function budgetIncrease(): Piece<number> {
  return {
    usage: '+USD',
    take: ({ words: all }, from) => {
      const found = all[from]?.text ?? '';
      const value = found.startsWith('+') ? money(found.slice(1).replace(/^\$/, '')) : null;
      if (value !== null) return { value, used: 1 };
      return found === '' ? missing('+USD') : invalid(found, '+USD');
    },
  };
}

/** The id of a question or proposal: `q-1`, `LP-001`, `LP-UPD-001`, `IMP-2`. */
export const ID_PATTERN = /^[A-Za-z]{1,12}(-[A-Za-z]{1,12})*-\d{1,6}$/;

/** A run id: workflow, issue (or `here`), 8 to 16 hexadecimal digits, and `.r2` for a further round. */
export const RUN_ID_PATTERN = /^[a-z]+-(\d+|here)-[0-9a-f]{8,16}(?:\.r[1-9]\d{0,3})?$/;
