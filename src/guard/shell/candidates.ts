const MARKS = /[=:@,]/;

/** Only the first marks are used to build longer candidates; the pieces between all marks are candidates anyway. */
const MOST_MARKS = 8;

/** A word with more pieces is not examined completely; `holdsMore` reports it. */
const MOST = 256;

/** Whether a word could hold more paths than `candidates` returns. */
export function holdsMore(word: string): boolean {
  return word.split(MARKS).length > MOST;
}

/**
 * All parts of a word that could be a path, for commands whose syntax is unknown: `--output=x`, `-Cx`, `of=x`, `HEAD:x`, `@x`,
 * `--define=out=x`, `a,x`, `-vox`.
 */
export function candidates(word: string): readonly string[] {
  const found = new Set<string>();
  if (!word.startsWith('-')) found.add(word);
  const [, ...pieces] = word.split(MARKS);
  let at = word.length - pieces.join(' ').length;
  for (const [nth, piece] of pieces.slice(0, MOST).entries()) {
    found.add(piece);
    if (nth < MOST_MARKS) found.add(word.slice(at));
    at += piece.length + 1;
  }
  if (/^-[^-]./.test(word)) found.add(word.slice(2)).add(afterLetters(word));
  found.delete('');
  return [...found];
}

/** In combined short flags the last letter may take a value: the path begins at the first `/`, `.` or `~`. */
function afterLetters(word: string): string {
  const at = word.search(/[/.~]/);
  return at === -1 ? '' : word.slice(at);
}
