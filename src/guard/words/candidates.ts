const MARKS = /[=:@,]/;

/** So many marks are looked at as the end of what is no path yet; between all of them stand pieces anyway. */
const MOST_MARKS = 8;

/** With more, nobody looks at all of them. */
const MOST = 256;

/** Whether a word could hold more paths than `candidates` names. */
export function holdsMore(word: string): boolean {
  return word.split(MARKS).length > MOST;
}

/**
 * Everything in a word that could be a path, for commands of which nobody knows what their words mean: `--output=x`, `-Cx`, `of=x`,
 * `HEAD:x`, `@x`, `--define=out=x`, `a,x`, `-vox`.
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

/** The last of several letters may take a value: where the letters end, a path that leads away begins. */
function afterLetters(word: string): string {
  const at = word.search(/[/.~]/);
  return at === -1 ? '' : word.slice(at);
}
