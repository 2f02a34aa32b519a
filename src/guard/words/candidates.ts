/**
 * Everything in a word that could be a path, for commands of which nobody knows what their words mean: `--output=x`, `-Cx`, `of=x`,
 * `HEAD:x`, `@x`.
 */
export function candidates(word: string): readonly string[] {
  const found = new Set<string>();
  if (!word.startsWith('-')) found.add(word);
  for (const mark of ['=', ':', '@']) {
    const at = word.indexOf(mark);
    if (at !== -1) found.add(word.slice(at + 1).replace(/^@/, ''));
  }
  if (/^-[^-]./.test(word)) found.add(word.slice(2));
  found.delete('');
  return [...found];
}
