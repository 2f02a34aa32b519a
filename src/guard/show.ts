const LONGEST = 60;

/** Somebody's word as it stands in a sentence: on one line, in one piece, and not for long. */
export function show(word: string): string {
  const seen = word
    .replace(/[^\x21-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, (char) => (char === ' ' ? ' ' : codeOf(char)))
    .replaceAll('`', "'");
  return `\`${seen.length > LONGEST ? `${seen.slice(0, LONGEST)}…` : seen}\``;
}

/** A character that no eye sees is named by its number. */
function codeOf(char: string): string {
  return `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
