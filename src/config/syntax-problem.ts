import type { ErrorCode, YAMLError } from 'yaml';
import { position } from './position.js';
import type { Problem } from './problem.js';

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

/** The parser's own words may quote the file, and a file may hold what must not be shown; so each code has a sentence here. */
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

/** What the YAML parser refused, in words for whoever wrote the file. What is never closed is missed at the end. */
export function syntaxProblem(error: YAMLError, text: string): Problem {
  const place = position(text, Math.min(error.pos[0], text.trimEnd().length));
  return { ...place, path: '', expected: 'YAML', ...(sentences[error.code] ?? other) };
}
