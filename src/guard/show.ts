const LONGEST = 60;

/** A word for use in a sentence: in backticks, on one line, at most 60 characters. */
export function show(word: string): string {
  const seen = word
    .replace(/[^\x21-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, (char) => (char === ' ' ? ' ' : codeOf(char)))
    .replaceAll('`', "'");
  return `\`${seen.length > LONGEST ? `${seen.slice(0, LONGEST)}…` : seen}\``;
}

/** Names an invisible character by its code point. */
function codeOf(char: string): string {
  return `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
