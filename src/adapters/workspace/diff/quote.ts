// Quotes path names as git does: other than plain ASCII becomes escaped bytes in double quotes.

const ESCAPES = new Map([
  [7, 'a'],
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [11, 'v'],
  [12, 'f'],
  [13, 'r'],
  [34, '"'],
  [92, '\\'],
]);
const BYTES = new Map([...ESCAPES].map(([byte, letter]) => [letter, byte]));

/** A path name for a patch. */
export function quoted(name: string): string {
  const bytes = [...Buffer.from(name)];
  if (bytes.every((byte) => byte >= 32 && byte < 127 && !ESCAPES.has(byte))) return name;
  return `"${bytes.map(shown).join('')}"`;
}

function shown(byte: number): string {
  const letter = ESCAPES.get(byte);
  if (letter !== undefined) return `\\${letter}`;
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
}

/** Removes quotes and escapes. */
export function unquoted(text: string): string {
  if (!text.startsWith('"')) return text.replace(/\t$/, '');
  const bytes: number[] = [];
  for (const [, octal, letter, plain] of text.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\])/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined) bytes.push(BYTES.get(letter) ?? letter.charCodeAt(0));
    else bytes.push(...Buffer.from(plain ?? ''));
  }
  return Buffer.from(bytes).toString();
}
