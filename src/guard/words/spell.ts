import type { Word, WordPart } from 'unbash';

/** A word of a command as the program will get it, if that can be told before it runs. */
export interface Spelled {
  /** Quotes removed; where the shell would put something in, what is written there. */
  readonly text: string;
  /** Nothing is put in: this is the argument, byte for byte. */
  readonly literal: boolean;
}

/** Reads one word of a line. */
export function spell(word: Word): Spelled {
  return { text: word.value, literal: isLiteral(word) };
}

function isLiteral({ parts, text }: Word): boolean {
  if (mayBranch(text, parts)) return false;
  if (!parts) return isPlain(text, { first: true, last: true }) && !ONLY_BLANKS.test(text);
  return parts.every((part, at) => isLiteralPart(part, { first: at === 0, last: at === parts.length - 1 }));
}

/** `{a,b}` with quotes inside it is two words to bash, and one to the parser. */
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

/** A dollar is one only before something that surely begins nothing. The parser would let `$[`, bash's oldest arithmetic, pass. */
const DOLLAR_IN_QUOTES = /(?<!\\)(?:\\\\)*\$[^\s|)/.,;]/;
const DOLLAR = /(?<!\\)(?:\\\\)*\$/;

/** A blank behind a backslash and nothing else: no honest word, but what is left of a line that went on. */
const ONLY_BLANKS = /^(?:\\[ \t])+$/;
const OPEN_BACKSLASH = /(?<!\\)(?:\\\\)*\\$/;

/**
 * Outside quotes the parser leaves standing what bash does not: a tilde (also behind `=` and `:`, where bash expands it in what looks
 * like an assignment), a newline behind a backslash, and a backslash with nothing behind it.
 */
function isPlain(text: string, { first, last }: Edge): boolean {
  if (text.includes('\n') || OPEN_BACKSLASH.test(text) || /[=:]~/.test(text) || (first && text.startsWith('~')))
    return false;
  const fixed = last && text.endsWith('$') ? text.slice(0, -1) : text;
  return !DOLLAR.test(fixed);
}
