/** A link's address, if it leads to a web page; every other scheme could run something. */
export function safeAddress(address: string): string | null {
  // The parser drops what a browser drops too (tabs, newlines, leading blanks), so both see the same scheme.
  if (!URL.canParse(address, 'https://here.invalid')) return null;
  const { protocol } = new URL(address, 'https://here.invalid');
  return protocol === 'http:' || protocol === 'https:' ? address : null;
}
