// Problems of the configuration, and the sentences that report them. Used by the other files of this folder, and through index.ts by `crew
// validate` and other commands.
import { secretIn } from '../text/secret-patterns.js';

/** The path of a setting: keys, and positions in lists, from 0. */
export type Path = readonly (string | number)[];

/** A problem of the configuration. `found` completes the sentence "`path` is …". An empty `path` means the file itself. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
}

/** A problem without its position in the file. */
export interface UnlocatedProblem {
  readonly path: Path;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  /** The problem is at the key and not at its value. With an empty path, at the first line of the file. */
  readonly atKey?: boolean;
}

/** The most characters of a quoted value. */
const MAX_SHOWN = 60;

/** A value for a sentence: one line, short, and without secrets, because problems appear in public logs. */
export function show(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  return typeof value === 'object' ? 'a group of settings' : String(value);
}

/** A path as text: `verify.steps[0].run`. */
export function spell(path: Path): string {
  const spelled = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : part === '' ? '.""' : `.${shorten(part)}`))
    .join('');
  return spelled.replace(/^\./, '');
}

function shorten(text: string): string {
  if (secretIn(text) !== undefined) return '(hidden)';
  const plain = text.replace(/[\p{Cc}\p{Cf}`]+/gu, ' ');
  const characters = [...plain];
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : plain;
}

/**
 * The line and column of an offset, both from 1. A byte order mark does not count. The line counter of the YAML parser is not used, because it
 * skips lines inside text that the parser cannot read.
 */
export function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).replace(/^\uFEFF/, '');
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/** A problem as a sentence: "line 7: `facilitate.comment` is not a setting; did you mean `facilitate.comments`?" */
export function sentence({ line, path, found, remedy }: Problem): string {
  return `line ${line}: ${path === '' ? 'the file' : `\`${path}\``} is ${found}; ${remedy}`;
}

/** All problems for the terminal, below the name of the file. `translate` translates a line. */
export function formatProblems(
  problems: readonly Problem[],
  file: string,
  translate = (line: string): string => line,
): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return [`${file}: ${translate(count)}`, ...problems.map((problem) => `  ${translate(sentence(problem))}`)].join('\n');
}
