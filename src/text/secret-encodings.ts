// The encodings in which a known secret is searched for.

/**
 * The encodings of a secret that are searched for, each as a skeleton: only letters and digits, in lower case. With skeletons, case, padding,
 * alphabet (`+/` or `-_`) and separators do not matter.
 */
export function encodingsOf(secret: string): readonly string[] {
  const backwards = [...secret].reverse().join('');
  const plain = [secret, backwards, rot13(secret), rot13(backwards)];
  const spellings = plain.flatMap((text) => [text, ...bytewise(text)]);
  const twice = [base64(secret), base64(backwards), hex(secret)].flatMap((text) => base64Cores(bytesOf(text)));
  const mirrored = [hex(secret), base64(secret), hex(base64(secret))].map((text) => [...text].reverse().join(''));
  return [...new Set([...spellings, ...twice, hex(base64(secret)), ...mirrored].map(skeleton))].filter(
    (text) => text.length >= SHORTEST,
  );
}

/** The letters and digits of a text, in lower case. */
export function skeleton(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Minimum length of a skeleton; shorter ones occur in ordinary words. */
export const SHORTEST = 8;

function bytewise(text: string): string[] {
  const bytes = bytesOf(text);
  const digits = (radix: number, width: number) =>
    bytes.map((byte) => byte.toString(radix).padStart(width, '0')).join('');
  return [
    ...base64Cores(bytes),
    ...base32Cores(bytes),
    digits(16, 2),
    digits(10, 1),
    digits(8, 3),
    digits(2, 8),
    ...paddedDecimals(bytes),
  ];
}

function paddedDecimals(bytes: readonly number[]): string[] {
  return [
    bytes.map((byte) => byte.toString(10).padStart(3, '0')).join(''),
    bytes.map((byte) => byte.toString(8)).join(''),
  ];
}

// At each offset within longer data, some characters of the encoding depend on the secret only.
function base64Cores(bytes: readonly number[]): string[] {
  return [0, 1, 2].map((shift) => core({ bytes, shift, bits: 6, letters: BASE64 }));
}

function base32Cores(bytes: readonly number[]): string[] {
  return [0, 1, 2, 3, 4].map((shift) => core({ bytes, shift, bits: 5, letters: BASE32 }));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function core({
  bytes,
  shift,
  bits,
  letters,
}: {
  bytes: readonly number[];
  shift: number;
  bits: number;
  letters: string;
}) {
  const stream = '0'.repeat(shift * 8) + bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let text = '';
  for (let at = Math.ceil((shift * 8) / bits) * bits; at + bits <= stream.length; at += bits) {
    text += letters[parseInt(stream.slice(at, at + bits), 2)] ?? '';
  }
  return text;
}

function bytesOf(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

function base64(text: string): string {
  return core({ bytes: bytesOf(text), shift: 0, bits: 6, letters: BASE64 });
}

function hex(text: string): string {
  return bytesOf(text)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
