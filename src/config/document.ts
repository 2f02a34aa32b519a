// Parses the YAML text of the configuration, and finds line and column of a problem. Used by `readConfig` (index.ts). The Verifier uses
// `isTooDeep` for the YAML files of projects.

import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { type Path, type Problem, position, spell, type UnlocatedProblem } from './problem.js';

const MAX_CHARACTERS = 32_768;

/** A well-formed YAML document and its text. */
interface Source {
  readonly document: Document;
  readonly text: string;
}

/** Parses YAML. Returns the document, or the syntax problems. */
export function readDocument(text: string): Source | { readonly problems: readonly Problem[] } {
  if (text.length > MAX_CHARACTERS) return problemsOf(`longer than ${MAX_CHARACTERS} characters`, 'shorten it');
  if (isTooDeep(text)) return problemsOf('nested too deeply', 'write `section:` and its settings below it');
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true, logLevel: 'error' });
  const errors = [...document.errors, ...document.warnings];
  if (errors.length === 0) return { document, text };
  return { problems: onePerLine(errors.map((error) => syntaxProblem(error, text))) };
}

/** The first problem of each line; later ones are consequences of it. */
function onePerLine(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.toReversed().map((problem) => [problem.line, problem])).values()].toReversed();
}

function problemsOf(found: string, remedy: string): { readonly problems: readonly Problem[] } {
  return { problems: [{ line: 1, column: 1, path: '', expected: 'a short YAML file of settings', found, remedy }] };
}

const MAX_DEPTH = 16;

/**
 * Whether a text is nested too deeply for the YAML parser, which is recursive: thousands of open brackets would crash the process. So the
 * lexer counts open brackets, and indicators (`- - -`) on one line. Nesting by indentation is limited by the length of the text.
 */
export function isTooDeep(text: string): boolean {
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?' || token === ':') indicators += 1;
    else if (/^\r?\n/.test(token)) indicators = 0;
    if (brackets > MAX_DEPTH || (brackets === 0 && indicators > MAX_DEPTH)) return true;
  }
  return false;
}

/** The parts of a problem's sentence. */
interface Sentence {
  readonly found: string;
  readonly remedy: string;
}

const indentation = {
  found: 'not YAML here: a line begins in the wrong column, or a bracket before it is still open',
  remedy: 'begin all settings of a group in the same column, and close what is open',
};
const nested = {
  found: 'not YAML here: two settings share a line',
  remedy: 'give each its own line, or quote the value',
};
const marks = { found: 'not YAML here: an anchor or alias (`&`, `*`) is misplaced', remedy: 'write the value out' };
const other = {
  found: 'not YAML here',
  remedy: 'check indentation, colons and quotes; put special characters in quotes',
};

/** What to say for an error code of the parser. Its own messages are not used, because they may quote secrets of the file. */
const sentences: Partial<Record<ErrorCode, Sentence>> = {
  ALIAS_PROPS: marks,
  BAD_ALIAS: marks,
  MULTIPLE_ANCHORS: marks,
  BAD_DQ_ESCAPE: {
    found: 'not YAML here: an unknown escape in double quotes',
    remedy: 'write `\\\\` for a backslash, or use single quotes',
  },
  BAD_INDENT: indentation,
  BAD_SCALAR_START: {
    found: 'not YAML here: a value begins with a special character',
    remedy: 'put the value in quotes',
  },
  BLOCK_AS_IMPLICIT_KEY: nested,
  DUPLICATE_KEY: { found: 'not clear here: this setting stands twice', remedy: 'keep one of the two' },
  MISSING_CHAR: {
    found: 'not YAML here: a quote, bracket, comma or colon is missing',
    remedy: 'close what is open, and write settings as `key: value`',
  },
  MULTILINE_IMPLICIT_KEY: nested,
  MULTIPLE_DOCS: { found: 'more than one document', remedy: 'leave `---` out' },
  NON_STRING_KEY: { found: 'not readable here: a key is no text', remedy: 'write settings as `key: value`' },
  TAB_AS_INDENT: { found: 'indented with a tab here', remedy: 'indent with spaces' },
  TAG_RESOLVE_FAILED: {
    found: 'not readable here: an unknown tag or a value that does not fit its tag',
    remedy: 'leave the `!tag` out',
  },
};

/** An error of the YAML parser as a problem. A bracket or quote that is never closed is reported at the end of the text. */
function syntaxProblem(error: YAMLError, text: string): Problem {
  const place = position(text, Math.min(error.pos[0], text.trimEnd().length));
  return { ...place, path: '', expected: 'YAML', ...(sentences[error.code] ?? other) };
}

/** Adds line and column to a problem. The position of a missing setting is that of its group. */
export function locate(problem: UnlocatedProblem, source: Source): Problem {
  const { path, expected, found, remedy } = problem;
  const place = position(source.text, offsetOf({ path, atKey: problem.atKey ?? false, source }));
  return { ...place, path: spell(path), expected, found, remedy };
}

function offsetOf({ path, atKey, source }: { path: Path; atKey: boolean; source: Source }): number {
  let node: unknown = source.document.contents;
  let offset = atKey ? 0 : (startOf(node) ?? 0);
  for (const [depth, part] of path.entries()) {
    const parent = isAlias(node) ? node.resolve(source.document) : node;
    const pair = pairOf(parent, part);
    node = pair === undefined ? itemOf(parent, part) : pair.value;
    const key = startOf(pair?.key);
    const isLastKey = atKey && depth === path.length - 1;
    offset = (isLastKey ? key : (valueStart(node) ?? key ?? startOf(node))) ?? offset;
  }
  return offset;
}

function pairOf(parent: unknown, key: string | number): Pair | undefined {
  if (!isMap(parent)) return undefined;
  return parent.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
}

function itemOf(parent: unknown, index: string | number): unknown {
  return isSeq(parent) ? parent.items[Number(index)] : undefined;
}

/** The offset of a value; undefined for an empty value, whose offset would be after its line. */
function valueStart(node: unknown): number | undefined {
  const isEmpty = isScalar(node) && node.value === null && (node.source ?? '') === '';
  return isEmpty ? undefined : startOf(node);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? (node.range?.[0] ?? undefined) : undefined;
}
