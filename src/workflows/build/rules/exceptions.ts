// The six exceptions in which a request is not decomposed (specs parent-session). A model classifies the request; these functions check
// its answer against the tree. In doubt the request is decomposed. Pure. Used by ../decompose.ts.
import { parse } from 'yaml';
import * as z from 'zod';
import { editDistance } from '../../../text/nearest.js';
import { isInsideTree, type Persona } from './plan.js';

export const EXCEPTIONS = ['typo', 'one-line', 'config-value', 'execution-log', 'approval', 'report'] as const;
export type Exception = (typeof EXCEPTIONS)[number];

/** How a model classifies a request. `before` and `after` are exact text of the file. */
export const classification = z.strictObject({
  kind: z.enum([...EXCEPTIONS, 'other']).describe('`other`: anything else, and whenever you are not sure.'),
  file: z.string().max(500).optional().describe('The one file, from the root of the repository.'),
  before: z.string().max(2000).optional().describe('The exact text of the file that changes.'),
  after: z.string().max(2000).optional().describe('The exact text that takes its place.'),
});
export type Classification = Readonly<z.output<typeof classification>>;

/** What is read from the tree to check a classification. */
export interface ExceptionFacts {
  /** Text of the named file; null where there is no such file. */
  readonly text: string | null;
}

/** A longer request, in characters, is never an exception. */
const MAX_REQUEST_LENGTH = 600;

/** Whether a request is short enough for an exception, so that a model is asked to classify it. */
export const mayBeException = (request: string): boolean => request.trim().length <= MAX_REQUEST_LENGTH;

/** The exception that applies to a request; null if the request has to be decomposed. */
export function exceptionOf({ kind, file, before, after }: Classification, { text }: ExceptionFacts): Exception | null {
  if (kind === 'other') return null;
  if (kind === 'report') return file === undefined && before === undefined && after === undefined ? kind : null;
  if (file === undefined || !isInsideTree(file) || text === null) return null;
  // An approval is a command of its own (`/crew approve`), never free text.
  if (kind === 'approval') return null;
  if (before === undefined || after === undefined || before === after) return null;
  // The old text must occur exactly once.
  if (before === '' || text.split(before).length !== 2) return null;
  const change: TextChange = { file, text, before, after, at: text.indexOf(before) };
  switch (kind) {
    case 'typo':
      return isTypo(change) ? kind : null;
    case 'one-line':
      return isOneLine(change) ? kind : null;
    case 'config-value':
      return isOneScalar(change) ? kind : null;
    case 'execution-log':
      return /(?:^|\/)execution_log\.yaml$/.test(file) ? kind : null;
  }
}

/** A replacement in a file: `before`, at the index `at` of `text`, becomes `after`. */
interface TextChange {
  readonly file: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly at: number;
}

/** The persona of the worker that gets the request. The program never changes files itself. */
export const personaFor = (exception: Exception): Persona => (exception === 'report' ? 'researcher' : 'coder');

/** Files of prose, by extension or name. */
const PROSE = /\.(?:md|markdown|mdx|txt|rst|adoc)$|(?:^|\/)(?:README|CHANGELOG|CONTRIBUTING|AUTHORS|NOTICE)$/i;

/** Whether exactly one word changes its spelling, in prose or in a comment. */
function isTypo({ file, text, before, after, at }: TextChange): boolean {
  if (/\n/.test(before) || /\n/.test(after)) return false;
  const [oldWords, newWords] = [before.split(/\s+/), after.split(/\s+/)];
  if (oldWords.length !== newWords.length) return false;
  const differing = oldWords.flatMap((word, n) => (word === newWords[n] ? [] : [[word, newWords[n] ?? ''] as const]));
  if (differing.length !== 1 || !differing.every(([from, to]) => isSpellingFix(from, to))) return false;
  return PROSE.test(file) ? !isInCode(text, at) : isInComment(text, at);
}

/** Whether two words differ in at most two letters and in nothing else. */
function isSpellingFix(from: string, to: string): boolean {
  const shape = (word: string) => word.replace(/\p{L}/gu, '');
  return shape(from) === shape(to) && /\p{L}/u.test(from) && editDistance(from, to, 2) <= 2;
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(lineStart(text, at), end < 0 ? text.length : end);
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/**
 * Whether the whole line is a comment: `//`, `#` (not `#!`), `--`, `;;` or an HTML comment. A comment after code does not count, because
 * `//` may be part of a string.
 */
const isInComment = (text: string, at: number): boolean =>
  /^\s*(?:\/\/|#(?!!)|--\s|;;|<!--(?!.*-->.*\S))/.test(lineAt(text, at));

/** Whether a position in prose is in inline code or in a code block: after an odd number of backticks or fences. */
function isInCode(text: string, at: number): boolean {
  const backticks = text.slice(lineStart(text, at), at).match(/`/g) ?? [];
  const fences = text.slice(0, at).match(/^\s*(?:```|~~~)/gm) ?? [];
  return backticks.length % 2 === 1 || fences.length % 2 === 1;
}

/** Files whose lines are entries of a list. */
const ENTRIES = /(?:^|\/)(?:\.gitignore|\.dockerignore|\.prettierignore|\.npmignore|\.mailmap)$/;

/** Whether one line is added to, or removed from, prose or a list of entries. */
function isOneLine({ file, text, before, after, at }: TextChange): boolean {
  if (!(PROSE.test(file) || ENTRIES.test(file)) || isInCode(text, at)) return false;
  const changed = `${text.slice(0, at)}${after}${text.slice(at + before.length)}`;
  const [oldLines, newLines] = [text.split('\n'), changed.split('\n')];
  const [short, long] = oldLines.length < newLines.length ? [oldLines, newLines] : [newLines, oldLines];
  if (long.length - short.length !== 1) return false;
  const first = short.findIndex((line, n) => line !== long[n]);
  return first < 0 || short.slice(first).every((line, n) => line === long[first + n + 1]);
}

/** Whether one scalar of a YAML or JSON document changes. */
function isOneScalar({ file, text, before, after, at }: TextChange): boolean {
  if (!/\.(?:ya?ml|json)$/i.test(file)) return false;
  const changed = `${text.slice(0, at)}${after}${text.slice(at + before.length)}`;
  try {
    const options = { maxAliasCount: 0, logLevel: 'error' } as const;
    return scalarsThatDiffer(parse(text, options), parse(changed, options)) === 1;
  } catch {
    return false;
  }
}

/** How many scalars differ; infinite if keys or structure differ. */
function scalarsThatDiffer(one: unknown, other: unknown): number {
  if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null) {
    const keys = Object.keys(one);
    if (Array.isArray(one) !== Array.isArray(other) || keys.join('\0') !== Object.keys(other).join('\0'))
      return Number.POSITIVE_INFINITY;
    const values = other as Readonly<Record<string, unknown>>;
    return Object.entries(one).reduce((sum, [key, value]) => sum + scalarsThatDiffer(value, values[key]), 0);
  }
  if (typeof one === 'object' || typeof other === 'object') return one === other ? 0 : Number.POSITIVE_INFINITY;
  return one === other ? 0 : 1;
}
