// What a test runner is: how its command is recognised, and how it is asked to leave results that a program can read.
import type { Chosen, StepRecord } from '../../records.js';
import type { OpenReader } from '../reader.js';

/** A runner's command, from the runner's name on, without wrappers such as `npx` or `cross-env`. */
export type Words = readonly string[];

export interface Reporting {
  readonly words: Words;
  /** How the names of its result files begin, as text of a shell. It needs no quotation marks, and may stand within double ones. */
  readonly out: string;
  /** Programs that crew brings, as text of a shell for between double quotation marks. */
  readonly programs: { readonly nodeReporter: string; readonly unittest: string };
}

/** How a command is changed so that it leaves its results in files whose names begin with `out`. Everything is text of a shell. */
export interface Report {
  /** Arguments behind all others. */
  readonly args?: readonly string[] | undefined;
  /** Arguments directly behind the command's first words, so many of them. */
  readonly after?: { readonly words: number; readonly args: readonly string[] } | undefined;
  /** So many words from this one on are replaced. */
  readonly replace?: { readonly at: number; readonly words: number; readonly by: string } | undefined;
  /** Variables for this command alone; a value that the command itself sets is kept before it. */
  readonly env?: readonly (readonly [name: string, value: string])[] | undefined;
  /** `copy`: what it prints is kept in a file as well. `into`: only in a file. `gather`: it writes files into the tree itself. */
  readonly output?: 'copy' | 'into' | { readonly collect: string } | undefined;
  /** What it prints is no longer what it printed before, so nothing may read that. */
  readonly prints?: 'otherwise' | undefined;
}

/** A command that is to run some of its tests alone. */
export interface Choosing {
  readonly words: Words;
  readonly tests: readonly Chosen[];
  /** The folder that it runs in, relative to the root; '.' is the root. */
  readonly cwd: string;
}

export interface Runner {
  readonly name: string;
  readonly format: StepRecord['format'];
  /** Says of the words of a command, from one that might be its name on, that it is this runner. */
  readonly is: (words: Words) => boolean;
  /** Null where its own options already say where results go, or where it runs for ever. */
  readonly report: (of: Reporting) => Report | null;
  /** What makes it run these tests alone, and others where it cannot be more exact; null where it cannot choose at all. */
  readonly choose?: (of: Choosing) => Report | null;
  readonly read: OpenReader;
  /** Its results share a stream with whatever tests print, so what does not add up there proves nothing. */
  readonly shared?: boolean | undefined;
  /** It leaves a file a process, or a class. Of any other, a second file was put there by somebody else. */
  readonly severalFiles?: boolean | undefined;
  /** Without tests it leaves nothing, so nothing is no sign that it was stopped. */
  readonly mayLeaveNothing?: boolean | undefined;
}

/** A word as text of a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Whether one of these options stands in a command, with or without a value glued to it. */
export function hasOption(words: Words, ...names: readonly string[]): boolean {
  return words.some((word) => names.some((name) => word === name || word.startsWith(`${name}=`)));
}

/** The files of tests, as their command calls them; null where one is not known, or the command names what it runs itself. */
export function filesOf({ tests, cwd, words }: Choosing, own: readonly string[] = []): readonly string[] | null {
  const isBare = words.slice(1).every((word) => word.startsWith('-') || own.includes(word));
  const inside = cwd === '.' ? '' : `${cwd}/`;
  const files = tests.flatMap(({ file }) => (file?.startsWith(inside) ? [file.slice(inside.length)] : []));
  return isBare && files.length === tests.length ? [...new Set(files)] : null;
}

/** The own names of tests, as far as they are identifiers; null where one is none. */
export function identifiersOf(tests: Choosing['tests']): readonly string[] | null {
  const names = tests.map(({ name }) => name.replace(/\[.*$/s, '').split(' › ').at(-1) ?? '');
  return names.every((name) => /^[\p{L}\p{N}_]+$/u.test(name)) ? [...new Set(names)] : null;
}

/** A regular expression that whole names match, and nothing else. */
export function patternOf(names: readonly string[]): string {
  return `^(?:${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})$`;
}

/** The names of tests with the groups around them, as JavaScript's runners match them. */
export const titlesOf = (tests: Choosing['tests']): readonly string[] =>
  tests.map(({ name }) => name.split(' › ').join(' '));
