// Inline code, read a line at a time. A line whose backticks all pair off leaves none open behind it, whatever block it
// stands in; for any other line nobody can say without the whole paragraph, so the answer is null.

const TOKEN = /\\`|`+|<[a-z/!?]/gi;
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
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(line); token; token = TOKEN.exec(line)) {
    const [found] = token;
    const isCode = found.startsWith('`');
    // A backtick behind a backslash opens nothing, unless the backslash is itself behind one: better not to know.
    if (found.startsWith('\\')) return null;
    const end = isCode ? closingOf(line, found, TOKEN.lastIndex) : tagEnd(line, token.index);
    if (end === null) return null;
    if (isCode) {
      shown += line.slice(done, token.index) + ' '.repeat(end - token.index);
      done = end;
    }
    TOKEN.lastIndex = end;
  }
  return shown + line.slice(done);
}
