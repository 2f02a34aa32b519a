import type { Word, WordPart } from 'unbash';

/** A word of a command as the program receives it, where that is known before the shell runs. */
export interface ShellWord {
  /** Without quotes; expansions stay as written. */
  readonly text: string;
  /** Whether the shell expands nothing, so that `text` is the argument byte for byte. */
  readonly literal: boolean;
}

/** Reads one word of a line. */
export function shellWord(word: Word): ShellWord {
  return { text: word.value, literal: isLiteral(word) };
}

function isLiteral({ parts, text }: Word): boolean {
  if (mayBranch(text, parts)) return false;
  if (!parts) return isPlain(text, { first: true, last: true }) && !ONLY_BLANKS.test(text);
  return parts.every((part, at) => isLiteralPart(part, { first: at === 0, last: at === parts.length - 1 }));
}

/** bash expands `{a,"b"}` to two words; the parser reports one. */
function mayBranch(text: string, parts: readonly WordPart[] | undefined): boolean {
  if (!text.includes('{') || !(text.includes(',') || text.includes('..'))) return false;
  return !parts || parts.some((part) => part.type === 'Literal' && part.text.includes('{'));
}

interface Edge {
  readonly first: boolean;
  readonly last: boolean;
}

function isLiteralPart(part: WordPart, edge: Edge): boolean {
  switch (part.type) {
    case 'SingleQuoted':
      return true;
    case 'DoubleQuoted':
      return part.parts.every((each) => each.type === 'Literal' && !DOLLAR_IN_QUOTES.test(each.text));
    case 'Literal':
      return isPlain(part.text, edge);
    default:
      return false;
  }
}

/**
 * A `$` is literal only before a character that cannot start an expansion. The parser accepts `$[` (old arithmetic), so this pattern
 * rejects it.
 */
const DOLLAR_IN_QUOTES = /(?<!\\)(?:\\\\)*\$[^\s|)/.,;]/;
const DOLLAR = /(?<!\\)(?:\\\\)*\$/;

/** A word of escaped blanks only is the remainder of a continued line. */
const ONLY_BLANKS = /^(?:\\[ \t])+$/;
const OPEN_BACKSLASH = /(?<!\\)(?:\\\\)*\\$/;

/**
 * Cases that bash expands and the parser leaves in the text: a tilde (also after `=` and `:`), an escaped newline, and a trailing
 * backslash.
 */
function isPlain(text: string, { first, last }: Edge): boolean {
  if (text.includes('\n') || OPEN_BACKSLASH.test(text) || /[=:]~/.test(text) || (first && text.startsWith('~')))
    return false;
  const fixed = last && text.endsWith('$') ? text.slice(0, -1) : text;
  return !DOLLAR.test(fixed);
}
