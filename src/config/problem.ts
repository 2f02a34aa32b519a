/** A place in the configuration: keys, and the positions of list items. */
import { secretIn } from '../text/secret-patterns.js';

export type Path = readonly (string | number)[];

/**
 * One thing that is wrong. `found` completes "`path` is …", so that a door can say it in one sentence or in its own form.
 * An empty `path` is the file itself.
 */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
}

/** A problem that does not know yet on which line it stands. */
export interface Breach {
  readonly path: Path;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  /** The key itself is wrong, not what it holds; of the file, its first line. */
  readonly atKey?: boolean;
}

const longest = 60;

/** A value as a sentence can hold it: one line, short, and never a secret, since problems end up in public logs. */
export function show(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  return typeof value === 'object' ? 'a group of settings' : String(value);
}

/** A path as one reads it: `verify.steps[0].run`. */
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
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : plain;
}

/**
 * The line and column of an offset as editors count them: from 1, a byte order mark not counted. The parser's own counter
 * skips lines inside text that it cannot read.
 */
export function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).replace(/^\uFEFF/, '');
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/** One problem as a sentence: "line 7: `facilitate.comment` is not a setting; did you mean `facilitate.comments`?" */
export function sentence({ line, path, found, remedy }: Problem): string {
  return `line ${line}: ${path === '' ? 'the file' : `\`${path}\``} is ${found}; ${remedy}`;
}

/** All problems as the terminal shows them, under the name of the file. */
export function formatProblems(problems: readonly Problem[], file: string): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return [`${file}: ${count}`, ...problems.map((problem) => `  ${sentence(problem)}`)].join('\n');
}
