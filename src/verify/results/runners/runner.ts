// The interface of a test runner: how its command is recognized, changed to write results, and restricted to selected tests. Used by the runners
// of this folder, which also use the helpers at the end, by src/verify/pipeline and by src/verify/detect/runner-starts.ts.
import type { SelectedTest, StepRecord } from '../../records.js';
import type { OpenReader } from '../reader.js';

/** The words of a runner's command from its name on, without wrappers such as `npx` or `cross-env`. */
export type Words = readonly string[];

/** A command that should write results. */
export interface ReportRequest {
  readonly words: Words;
  /** The prefix of its result files, as text to be put between double quotes in the shell. */
  readonly out: string;
  /** crew's helper programs, as text to be put between double quotes in the shell. */
  readonly programs: { readonly nodeReporter: string; readonly unittest: string };
}

/** How a command is changed to write results to files with the prefix `out`. All values are shell text. */
export interface Report {
  /** Arguments after all others. */
  readonly args?: readonly string[] | undefined;
  /** Arguments after the first `afterWords` words. */
  readonly insert?: { readonly afterWords: number; readonly args: readonly string[] } | undefined;
  /** Replaces `words` words starting at `at`. */
  readonly replace?: { readonly at: number; readonly words: number; readonly by: string } | undefined;
  /** Variables for this command. If the command or its environment sets the variable, this value is appended to that one, after a space. */
  readonly env?: readonly (readonly [name: string, value: string])[] | undefined;
  /**
   * `copy`: output also goes to a file. `file-only`: output goes only to a file. `collect`: the runner writes into the tree; files that match
   * this pattern are copied from there.
   */
  readonly output?: 'copy' | 'file-only' | { readonly collect: string } | undefined;
  /** The output has another format than before, so no pipe may read it. */
  readonly outputFormat?: 'changed' | undefined;
}

/** A command that should run selected tests only. */
export interface SelectRequest {
  readonly words: Words;
  readonly tests: readonly SelectedTest[];
  /** The working folder relative to the root; '.' for the root. */
  readonly cwd: string;
}

/** A test runner. */
export interface Runner {
  readonly name: string;
  readonly format: StepRecord['format'];
  /** Whether the words of a command are this runner's. */
  readonly is: (words: Words) => boolean;
  /** How the command is changed to write results. Null if its own options already control results, or if it never ends (watch mode). */
  readonly report: (of: ReportRequest) => Report | null;
  /** The options that select these tests, or more if that is not possible exactly; null if it cannot select tests. */
  readonly select?: (of: SelectRequest) => Report | null;
  readonly read: OpenReader;
  /** Its results are mixed with the tests' output, so output can cause a flaw in them. */
  readonly isMixedWithOutput?: boolean | undefined;
  /** It writes several files. For other runners, a second file must come from the tested code and is not trusted. */
  readonly writesSeveralResultFiles?: boolean | undefined;
  /** It writes nothing if there are no tests. */
  readonly mayWriteNothing?: boolean | undefined;
}

/** A word quoted for the shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Whether a command has one of these options, with or without a value after `=`. */
export function hasOption(words: Words, ...names: readonly string[]): boolean {
  return words.some((word) => names.some((name) => word === name || word.startsWith(`${name}=`)));
}

/**
 * The files of tests relative to the command's folder. Null if one is unknown or the command names files. `subcommands`: words after the name
 * that are no files, such as `run`.
 */
export function filesOf(
  { tests, cwd, words }: SelectRequest,
  subcommands: readonly string[] = [],
): readonly string[] | null {
  const isBare = words.slice(1).every((word) => word.startsWith('-') || subcommands.includes(word));
  const inside = cwd === '.' ? '' : `${cwd}/`;
  const files = tests.flatMap(({ file }) => (file?.startsWith(inside) ? [file.slice(inside.length)] : []));
  return isBare && files.length === tests.length ? [...new Set(files)] : null;
}

/** The names of tests if all are identifiers, else null. */
export function identifiersOf(tests: SelectRequest['tests']): readonly string[] | null {
  const names = tests.map(({ name }) => name.replace(/\[.*$/s, '').split(' › ').at(-1) ?? '');
  return names.every((name) => /^[\p{L}\p{N}_]+$/u.test(name)) ? [...new Set(names)] : null;
}

/** A regular expression that matches exactly these names. */
export function patternOf(names: readonly string[]): string {
  return `^(?:${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})$`;
}

/** Test names with their groups, as JavaScript runners match them. */
export const titlesOf = (tests: SelectRequest['tests']): readonly string[] =>
  tests.map(({ name }) => name.split(' › ').join(' '));
