/** Somebody's words as inline code: whatever they hold, they stay one harmless piece. */
export function code(words: string): string {
  const plain = words.replace(/[\s`]+/g, (gap) => (gap.includes('`') ? "'" : ' ')).slice(0, 60);
  return `\`${plain.trim() || ' '}\``;
}
