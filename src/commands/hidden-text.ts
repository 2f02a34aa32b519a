// Finds HTML that hides a command or shows it as code or as a quotation. In doubt an opening tag counts and a closing tag does not. Each
// kind of tag is tracked separately, so that a false closing tag of one kind does not end another. Used by ignored.ts.

/** The number of open elements of each kind, by their closing text, such as `</pre>`. */
export type OpenElements = Map<string, number>;

/** A line, read in three ways. */
interface HtmlLine {
  /** The line, with certain inline code replaced by blanks. */
  readonly shown: string;
  /** The part in which closing tags count; empty if none is certain. */
  readonly closing: string;
  /** The part in which ends of comments count. */
  readonly ending: string;
}

/** Elements that browsers do not show. They do not nest. */
const INVISIBLE = new Map([
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![cdata[', ']]>'],
  ['<!', '>'],
]);

/** The tags, comments and declarations that count, with their ends. */
const TOKEN =
  /<!--|-->|<\?|\?>|<!\[cdata\[|\]\]>|<!(?=[a-z])|<\/?(?:pre|code|samp|kbd|tt|blockquote|script|style|textarea|template)(?=[\s/>]|$)|>/gi;

/** Whether an element is open. */
export const hasOpenElement = (hiding: OpenElements): boolean => hiding.size > 0;

const isInInvisible = (hiding: OpenElements): boolean => [...INVISIBLE.values()].some((closer) => hiding.has(closer));

function closeTag(hiding: OpenElements, closer: string): void {
  const depth = hiding.get(closer) ?? 0;
  if (depth > 1) hiding.set(closer, depth - 1);
  else hiding.delete(closer);
}

/** Reads a line. Returns false if it closes an element that was not open: then HTML may have ended earlier than assumed. */
export function readHtml(line: string, hiding: OpenElements, { shown, closing, ending }: HtmlLine): boolean {
  let isBalanced = true;
  for (const { 0: found, index } of line.matchAll(TOKEN)) {
    const word = found.toLowerCase();
    const unshown = INVISIBLE.get(word);
    if (word.startsWith('</')) {
      isBalanced &&= hiding.has(word);
      if (closing[index] === '<' && !isInInvisible(hiding)) closeTag(hiding, word);
    } else if (!word.startsWith('<')) {
      if (ending[index] === word[0]) hiding.delete(word);
    } else if (shown[index] === '<') {
      const closer = unshown ?? word.replace('<', '</');
      hiding.set(closer, unshown ? 1 : (hiding.get(closer) ?? 0) + 1);
    }
  }
  return isBalanced;
}

const CODE_OR_TAG = /\\`|`+|<[a-z/!?]/gi;
/** A tag or comment without backticks. It does not affect inline code, whether it is HTML or not. */
const TAG = /<!--(?:(?!-->)[^`])*-->|<[a-z/!?](?:[^'"`<>]|"[^"`]*"|'[^'`]*')*>/iy;

/** The end of the inline code that these backticks open; null if it does not end in the line. */
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

/** The line with blanks for its inline code; null if code, or a tag that may contain backticks, continues after the line. */
export function withoutCode(line: string): string | null {
  let shown = '';
  let done = 0;
  CODE_OR_TAG.lastIndex = 0;
  for (let token = CODE_OR_TAG.exec(line); token; token = CODE_OR_TAG.exec(line)) {
    const [found] = token;
    const isCode = found.startsWith('`');
    // A backtick after a backslash opens no code, unless the backslash is itself escaped. This counts as uncertain.
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
