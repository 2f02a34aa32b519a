// HTML in which a command is not shown, or shown as code or as a quote. What opens is believed wherever it may be meant,
// what closes only where it surely is; each kind is followed for itself, so that a false one cannot hide a true one.

/** What is open: by its closing word, how often. */
export type Hiding = Map<string, number>;

interface Reading {
  /** The line, with blanks where it surely is inline code. */
  readonly shown: string;
  /** The same, for closing tags; empty where none can be trusted. */
  readonly closing: string;
  /** The same, for the ends of comments. */
  readonly ending: string;
}

/** What browsers do not show at all: these do not nest. */
const UNSHOWN = new Map([
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![cdata[', ']]>'],
  ['<!', '>'],
]);

const TOKEN =
  /<!--|-->|<\?|\?>|<!\[cdata\[|\]\]>|<!(?=[a-z])|<\/?(?:pre|code|samp|kbd|tt|blockquote|script|style|textarea|template)(?=[\s/>]|$)|>/gi;

/** Is anything open? */
export const hides = (hiding: Hiding): boolean => hiding.size > 0;

const isUnshown = (hiding: Hiding): boolean => [...UNSHOWN.values()].some((closer) => hiding.has(closer));

function closeTag(hiding: Hiding, closer: string): void {
  const depth = hiding.get(closer) ?? 0;
  if (depth > 1) hiding.set(closer, depth - 1);
  else hiding.delete(closer);
}

/** Reads one line on. Says whether all that was closed had been open; else HTML may have ended that was believed to go on. */
export function readHtml(line: string, hiding: Hiding, { shown, closing, ending }: Reading): boolean {
  let paired = true;
  for (const { 0: found, index } of line.matchAll(TOKEN)) {
    const word = found.toLowerCase();
    const unshown = UNSHOWN.get(word);
    if (word.startsWith('</')) {
      paired &&= hiding.has(word);
      if (closing[index] === '<' && !isUnshown(hiding)) closeTag(hiding, word);
    } else if (!word.startsWith('<')) {
      if (ending[index] === word[0]) hiding.delete(word);
    } else if (shown[index] === '<') {
      const closer = unshown ?? word.replace('<', '</');
      hiding.set(closer, unshown ? 1 : (hiding.get(closer) ?? 0) + 1);
    }
  }
  return paired;
}

const CODE_OR_TAG = /\\`|`+|<[a-z/!?]/gi;
/** Up to its end a tag or comment holds no backtick, so it does not matter whether it really is one. */
const TAG = /<!--(?:(?!-->)[^`])*-->|<[a-z/!?](?:[^'"`<>]|"[^"`]*"|'[^'`]*')*>/iy;

function closingOf(line: string, run: string, from: number): number | null {
  for (const next of line.slice(from).matchAll(/`+/g)) {
    if (next[0].length === run.length) return from + next.index + run.length;
  }
  return null;
}

function tagEnd(line: string, from: number): number | null {
  TAG.lastIndex = from;
  return TAG.test(line) ? TAG.lastIndex : null;
}

/** The line with blanks where its inline code stands, or null when code, or a tag that may hold backticks, goes on behind it. */
export function withoutCode(line: string): string | null {
  let shown = '';
  let done = 0;
  CODE_OR_TAG.lastIndex = 0;
  for (let token = CODE_OR_TAG.exec(line); token; token = CODE_OR_TAG.exec(line)) {
    const [found] = token;
    const isCode = found.startsWith('`');
    // A backtick behind a backslash opens nothing, unless the backslash is itself behind one: better not to know.
    if (found.startsWith('\\')) return null;
    const end = isCode ? closingOf(line, found, CODE_OR_TAG.lastIndex) : tagEnd(line, token.index);
    if (end === null) return null;
    if (isCode) {
      shown += line.slice(done, token.index) + ' '.repeat(end - token.index);
      done = end;
    }
    CODE_OR_TAG.lastIndex = end;
  }
  return shown + line.slice(done);
}
