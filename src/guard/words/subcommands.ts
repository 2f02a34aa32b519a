/**
 * The words that could be a command's subcommand, each with what follows it: the first that is no option, and before it those that
 * may be an option's value, since only the command itself knows which of its options take one.
 */
export function subcommands(
  words: readonly string[],
): readonly { readonly name: string; readonly rest: readonly string[] }[] {
  const found: { name: string; rest: readonly string[] }[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('-')) continue;
    found.push({ name: word, rest: words.slice(at + 1) });
    if (!words[at - 1]?.startsWith('-')) break;
  }
  return found;
}
