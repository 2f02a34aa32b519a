// What a test runner is: how its command is known, and how it is asked to leave its results in a file, for machines.
import type { Chosen, StepRecord } from '../../records.js';
import type { OpenReader } from '../reader.js';

export interface Asking {
  /** The command line as a person types it. */
  readonly line: string;
  /** What stands between that line and arguments for the runner; undefined where none can reach it. */
  readonly pass: string | undefined;
  /** The runner's own command, from its name on. */
  readonly words: readonly string[];
  /** An empty folder, named anew for each run: what prints into a log cannot know it. */
  readonly tray: string;
}

/** A command that is to run some of its tests alone. */
export interface Choosing extends Asking {
  readonly tests: readonly Chosen[];
  /** The folder that it runs in, relative to the root; '.' is the root. */
  readonly cwd: string;
}

/** The same command, asked for results. */
export interface Asked {
  readonly line: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface Runner {
  readonly name: string;
  readonly format: StepRecord['format'];
  /** Of the words of one command, from one that might be its name on. */
  readonly is: (words: readonly string[]) => boolean;
  /** Null where it cannot be asked: its command already says where results go. */
  readonly ask: (of: Asking) => Asked | null;
  /** The same, of these tests alone, and of others where it cannot be more exact; null where it cannot choose at all. */
  readonly choose?: (of: Choosing) => Asked | null;
  readonly read: OpenReader;
  /** Its results share a stream with whatever tests print, so what does not add up there proves nothing. */
  readonly shared?: boolean | undefined;
  /** Several of its commands in one line can be asked at once. */
  readonly many?: boolean | undefined;
  /** It leaves a file a command, or a class. Of any other, a second file was put there by somebody else. */
  readonly severalFiles?: boolean | undefined;
  /** Without tests it leaves nothing, so nothing is no sign that it was stopped. */
  readonly mayLeaveNothing?: boolean | undefined;
}

/** Words as one word of a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Arguments behind a command, where they reach its runner. */
export function withArguments({ line, pass }: Asking, words: readonly string[]): Asked | null {
  return pass === undefined ? null : { line: `${line}${pass} ${words.map(quoted).join(' ')}` };
}

/** What a command prints, also into a file. Its exit code stays its own. */
export function withCopy({ line, tray }: Pick<Asking, 'line' | 'tray'>, name: string): Asked {
  return { line: `set -o pipefail; { ${line}\n} | tee ${quoted(`${tray}/${name}`)}` };
}

/** Whether one of these options stands in a command, with or without a value glued to it. */
export function hasOption(words: readonly string[], ...names: readonly string[]): boolean {
  return words.some((word) => names.some((name) => word === name || word.startsWith(`${name}=`)));
}

/** Files of results that a build tool writes into the tree anyway: those that are new are taken over. */
export function withNewFiles({ line, tray }: Pick<Asking, 'line' | 'tray'>, pattern: string): Asked {
  const into = quoted(tray);
  const gather = `find . -type f -path ${quoted(pattern)} -newer ${into}/.began | head -n 5000`;
  const copy = `n=0; while IFS= read -r file; do n=$((n+1)); cp "$file" ${into}/"$n".xml; done`;
  return { line: `touch ${into}/.began; { ${line}\n}; code=$?; ${gather} | { ${copy}; }; exit $code` };
}

/** A command with more arguments; what is asked of it then stands behind them. */
export function extended<Of extends Asking>(of: Of, words: readonly string[]): Of | null {
  const asked = withArguments(of, words);
  return asked && { ...of, line: asked.line, pass: '' };
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

/** A pattern that whole names fit, and nothing else. */
export function patternOf(names: readonly string[]): string {
  return `^(?:${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})$`;
}
