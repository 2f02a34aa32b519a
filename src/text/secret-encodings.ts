// The encodings in which a secret with a known value is searched for. Used by redact-secrets.ts.

/**
 * The encodings of a secret, each reduced to its skeleton: only letters and digits, in lower case. With skeletons, case, padding, the two
 * alphabets of base64 (`+/` and `-_`) and separators do not matter.
 */
export function encodingsOf(secret: string): readonly string[] {
  const backwards = [...secret].reverse().join('');
  const letterForms = [secret, backwards, rot13(secret), rot13(backwards)];
  const encodedOnce = letterForms.flatMap((text) => [text, ...byteEncodings(text)]);
  const encodedTwice = [
    ...[base64(secret), base64(backwards), hex(secret)].flatMap((text) => base64Cores(bytesOf(text))),
    hex(base64(secret)),
  ];
  const reversed = [hex(secret), base64(secret), hex(base64(secret))].map((text) => [...text].reverse().join(''));
  return [...new Set([...encodedOnce, ...encodedTwice, ...reversed].map(skeleton))].filter(
    (text) => text.length >= MIN_SKELETON_CHARACTERS,
  );
}

/** The letters and digits of a text, in lower case. */
export function skeleton(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** The minimum length of a skeleton. Ordinary texts contain shorter ones. */
export const MIN_SKELETON_CHARACTERS = 8;

/** The bytes of a text in base64, base32, and as numbers in the bases 16, 10, 8 and 2. */
function byteEncodings(text: string): string[] {
  const bytes = bytesOf(text);
  const digits = (radix: number, width: number) =>
    bytes.map((byte) => byte.toString(radix).padStart(width, '0')).join('');
  return [
    ...base64Cores(bytes),
    ...base32Cores(bytes),
    digits(16, 2),
    digits(10, 1),
    digits(10, 3),
    digits(8, 1),
    digits(8, 3),
    digits(2, 8),
  ];
}

// Encoded as a part of longer data, a secret has one of three forms in base64 and of five in base32, depending on its offset. The core of a
// form is the characters that depend on the secret only, not on its neighbours.
function base64Cores(bytes: readonly number[]): string[] {
  return [0, 1, 2].map((shift) => core({ bytes, shift, bits: 6, letters: BASE64 }));
}

function base32Cores(bytes: readonly number[]): string[] {
  return [0, 1, 2, 3, 4].map((shift) => core({ bytes, shift, bits: 5, letters: BASE32 }));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The characters that encode `bytes` alone if `shift` other bytes precede them. Each character encodes `bits` bits. */
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
