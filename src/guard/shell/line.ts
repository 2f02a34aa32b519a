// A parsed command line: its commands, their words and redirections.
import type { Redirection, Word, WordPart } from 'unbash';

/** One command of a line, as the shell would start it. */
export interface Run {
  readonly words: readonly ShellWord[];
  readonly redirects: readonly Target[];
  /** Variables are assigned before it (`A=1 cmd`). */
  readonly assigns: boolean;
  /** The command that contains it in `$( )` or `<( )`. */
  readonly within: Run | null;
  /** The names of the functions whose bodies contain it. */
  readonly functions: readonly string[];
  /** The command that starts it (`nice …`, `sh -c …`); null if the shell does. */
  readonly wrapper: string | null;
  /** Its words are part of the wrapper's words, so paths in them have been judged with the wrapper. */
  readonly sharesWords: boolean;
}

/** The target of a redirection. */
export interface Target {
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
  readonly runs: readonly Run[];
  /** Its pipelines, simple commands only. */
  readonly pipes: readonly (readonly Run[])[];
  /** The line exceeds a limit of depth or count; it is denied. */
  readonly tooComplex: boolean;
}

/** The name of a command without its folder: `curl` for `/usr/bin/curl`. */
export function nameOf(words: readonly ShellWord[]): string {
  const text = words[0]?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}

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
