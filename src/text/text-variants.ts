// Decodes the escapes with which a secret or a forbidden statement could be hidden in a text. Used to redact secrets and to find result
// claims.

import { referenceAt } from './entities.js';

/** A decoded variant of a text. `starts[i]` and `ends[i]` are the offsets in the original text between which its character `i` was written. */
export type TextVariant = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Escapes of a character by its code: `%6b`, `\u{6b}`, `\u006b`, `%u006b`, `\x6b`, `0x6b`, `=6B` (quoted-printable), `U+006B`. */
const ESCAPE =
  /%([0-9a-f]{2})|\\u\{([0-9a-f]{1,6})\}|[\\%]u([0-9a-f]{4})|\\x([0-9a-f]{2})|0x([0-9a-f]{2})(?![0-9a-f])|=([0-9A-F]{2})|U\+([0-9a-f]{4})/iy;
/** Escapes of white space and control characters: `\n`, `\t`. They are decoded to a space. */
const LETTER_ESCAPE = /\\[nrtbfv0]/y;

/**
 * The variants of a text that are searched: the text itself, the text without tags and link targets, and the text without list numbers. Each
 * of them follows again with its escapes decoded once, twice and three times, since escapes can be nested (`%2567`).
 */
export function variantsOf(text: string): readonly TextVariant[] {
  const unchanged = unchangedVariant(text);
  const withoutMarkup = removeMatches(unchanged, /<[^<>]*>|\]\([^()\n]*\)/g);
  const withoutListNumbers = removeMatches(unchanged, /^[ \t>]*\d{1,4}[.):][ \t]*/gm);
  return [...new Set([unchanged, withoutMarkup, withoutListNumbers])].flatMap(decodedVariants);
}

function unchangedVariant(text: string): TextVariant {
  const starts = Array.from({ length: text.length }, (_, index) => index);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

/** The variant, and what up to three decodings make of it. */
function decodedVariants(variant: TextVariant): TextVariant[] {
  const all = [variant];
  for (let depth = 0; depth < 3; depth++) {
    const last = all.at(-1) ?? variant;
    const next = decode(last);
    if (next.text === last.text) break;
    all.push(next);
  }
  return all;
}

function decode({ text, starts, ends }: TextVariant): TextVariant {
  if (!/[%\\&=]|0x|U\+/i.test(text)) return { text, starts, ends };
  const decoded: string[] = [];
  const decodedStarts: number[] = [];
  const decodedEnds: number[] = [];
  for (let at = 0; at < text.length; ) {
    const unit = readUnit(text, at);
    for (const char of unit.text.split('')) {
      decoded.push(char);
      decodedStarts.push(starts[at] ?? 0);
      decodedEnds.push(ends[unit.end - 1] ?? 0);
    }
    at = unit.end;
  }
  return { text: decoded.join(''), starts: decodedStarts, ends: decodedEnds };
}

/** The character or escape at an offset: its decoded text, and the offset after it. */
function readUnit(text: string, at: number): { text: string; end: number } {
  const char = text[at] ?? '';
  const written = { text: char, end: at + 1 };
  if (char === '&') return referenceAt(text, at) ?? written;
  if (!/[%\\=0U]/i.test(char)) return written;
  ESCAPE.lastIndex = at;
  const found = ESCAPE.exec(text);
  const code = found?.slice(1).find((group) => group !== undefined);
  if (code !== undefined) return { text: fromHex(code), end: ESCAPE.lastIndex };
  LETTER_ESCAPE.lastIndex = at;
  return LETTER_ESCAPE.test(text) ? { text: ' ', end: at + 2 } : written;
}

function fromHex(hex: string): string {
  const code = parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** The variant without the matches of the pattern; the same object if there are none. */
function removeMatches(variant: TextVariant, pattern: RegExp): TextVariant {
  const matches = [...variant.text.matchAll(pattern)];
  if (matches.length === 0) return variant;
  const isVisible = new Array<boolean>(variant.text.length).fill(true);
  for (const match of matches) isVisible.fill(false, match.index, match.index + match[0].length);
  return {
    text: variant.text
      .split('')
      .filter((_, index) => isVisible[index])
      .join(''),
    starts: variant.starts.filter((_, index) => isVisible[index]),
    ends: variant.ends.filter((_, index) => isVisible[index]),
  };
}
