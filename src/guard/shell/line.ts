// The types of a parsed command line: its commands, their words and redirections. read-line.ts creates them; the other files of the guard use
// them.
import type { Redirection, Word, WordPart } from 'unbash';

/** One command of a line, as the shell would start it. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly redirects: readonly RedirectTarget[];
  /** The command whose `$( )` or `<( )` contains this one; null if there is none. */
  readonly outerCommand: ShellCommand | null;
  /** The names of the functions whose bodies contain it. */
  readonly functions: readonly string[];
  /** The command that starts it (`nice …`, `sh -c …`); null if the shell does. */
  readonly wrapper: string | null;
  /** Its words are part of the wrapper's words, so paths in them have been judged with the wrapper. */
  readonly sharesWords: boolean;
}

/** The target of a redirection. */
export interface RedirectTarget {
  readonly operator: Redirection['operator'];
  /** Undefined: the default descriptor of the operator. */
  readonly descriptor: number | string | undefined;
  readonly to: ShellWord;
  /** The text of a here-document. */
  readonly body?: string | undefined;
}

/** A parsed command line. */
export interface Line {
  /** Every command in it, including those inside other syntax and those that other commands start. */
  readonly commands: readonly ShellCommand[];
  /** Its pipelines, simple commands only. */
  readonly pipelines: readonly (readonly ShellCommand[])[];
  /** The line exceeds a limit of depth or count; it is denied. */
  readonly isTooComplex: boolean;
}

/** The name of a command without its folder: `curl` for `/usr/bin/curl`. */
export function commandName(words: readonly ShellWord[]): string {
  const text = words[0]?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}

/** A word of a command as the program receives it, where that is known before the shell runs. */
export interface ShellWord {
  /** Without quotes; expansions stay as written. */
  readonly text: string;
  /** Whether the shell expands nothing, so that `text` is the argument byte for byte. */
  readonly isLiteral: boolean;
}

/** Reads one word of a line. */
export function shellWord(word: Word): ShellWord {
  return { text: word.value, isLiteral: isLiteral(word) };
}

function isLiteral({ parts, text }: Word): boolean {
  if (mayExpandBraces(text, parts)) return false;
  if (!parts) return isPlain(text, { isFirst: true, isLast: true }) && !ONLY_ESCAPED_BLANKS.test(text);
  return parts.every((part, at) => isLiteralPart(part, { isFirst: at === 0, isLast: at === parts.length - 1 }));
}

/** bash expands `{a,"b"}` to two words; the parser reports one. */
function mayExpandBraces(text: string, parts: readonly WordPart[] | undefined): boolean {
  if (!text.includes('{') || !(text.includes(',') || text.includes('..'))) return false;
  return !parts || parts.some((part) => part.type === 'Literal' && part.text.includes('{'));
}

interface Position {
  /** Whether the part begins, or ends, the word. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function isLiteralPart(part: WordPart, position: Position): boolean {
  switch (part.type) {
    case 'SingleQuoted':
      return true;
    case 'DoubleQuoted':
      return part.parts.every((each) => each.type === 'Literal' && !DOLLAR_IN_QUOTES.test(each.text));
    case 'Literal':
      return isPlain(part.text, position);
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

/** A word of escaped blanks only, which is what remains of a continued line. */
const ONLY_ESCAPED_BLANKS = /^(?:\\[ \t])+$/;
const TRAILING_BACKSLASH = /(?<!\\)(?:\\\\)*\\$/;

/**
 * Whether bash expands nothing in a text that the parser reports as plain. It leaves these in the text: a tilde (also after `=` and `:`), an
 * escaped newline, and a trailing backslash.
 */
function isPlain(text: string, { isFirst, isLast }: Position): boolean {
  if (text.includes('\n') || TRAILING_BACKSLASH.test(text) || /[=:]~/.test(text) || (isFirst && text.startsWith('~')))
    return false;
  const fixed = isLast && text.endsWith('$') ? text.slice(0, -1) : text;
  return !DOLLAR.test(fixed);
}
