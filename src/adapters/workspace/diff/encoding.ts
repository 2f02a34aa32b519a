// The encodings of git's patch format: quoted path names, and base85 for binary content.
import { deflateSync, inflateSync } from 'node:zlib';

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

/** A path name as git writes it: if it is not plain ASCII, in double quotes and with escaped bytes. */
export function quoted(name: string): string {
  const bytes = [...Buffer.from(name)];
  if (bytes.every((byte) => byte >= 32 && byte < 127 && !ESCAPES.has(byte))) return name;
  return `"${bytes.map(quotedByte).join('')}"`;
}

function quotedByte(byte: number): string {
  const letter = ESCAPES.get(byte);
  if (letter !== undefined) return `\\${letter}`;
  return byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
}

/** The path name that `quoted` wrote. Without quotes, a final tab is removed, which git adds after a name with a space. */
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

/** git's alphabet of base85. */
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));
/** git encodes at most this many bytes in a line. */
const LINE_BYTES = 52;

/** The first letter of a line encodes its byte count: A–Z for 1–26, a–z for 27–52. */
const lengthLetter = (length: number) => String.fromCharCode(length <= 26 ? 64 + length : 96 + length - 26);
const lengthOf = (letter: string) => (letter <= 'Z' ? letter.charCodeAt(0) - 64 : letter.charCodeAt(0) - 96 + 26);

/** Deflates and encodes bytes. */
export function toBase85(bytes: Uint8Array): string {
  const packed = deflateSync(bytes);
  const lines: string[] = [];
  for (let at = 0; at < packed.length; at += LINE_BYTES) {
    const piece = packed.subarray(at, at + LINE_BYTES);
    lines.push(lengthLetter(piece.length) + lettersOf(piece));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function lettersOf(piece: Uint8Array): string {
  let text = '';
  for (let at = 0; at < piece.length; at += 4) {
    let value = 0;
    for (let n = 0; n < 4; n += 1) value = value * 256 + (piece[at + n] ?? 0);
    let five = '';
    for (let n = 0; n < 5; n += 1) {
      five = LETTERS.charAt(value % 85) + five;
      value = Math.floor(value / 85);
    }
    text += five;
  }
  return text;
}

/** Decodes and inflates lines. At most `length` bytes, since a small patch could inflate to any size. */
export function fromBase85(lines: readonly string[], length: number): Uint8Array {
  const packed = Buffer.concat(lines.map(bytesOf));
  return inflateSync(packed, { maxOutputLength: Math.max(1, length) });
}

function bytesOf(line: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 1; at < line.length; at += 5) {
    let value = 0;
    for (const letter of line.slice(at, at + 5)) value = value * 85 + (VALUES.get(letter) ?? 0);
    for (let shift = 3; shift >= 0; shift -= 1) bytes.push(Math.floor(value / 256 ** shift) % 256);
  }
  return Uint8Array.from(bytes.slice(0, lengthOf(line.charAt(0))));
}
