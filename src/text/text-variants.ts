// Decodes a text in the ways in which a secret could be written in it. Used to redact secrets and to find result claims.

import { referenceAt } from './entities.js';

/** A decoded variant of a text. `starts` and `ends` give the place of each unit in the original. */
export type TextVariant = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

const ESCAPE =
  /%([0-9a-f]{2})|\\u\{([0-9a-f]{1,6})\}|[\\%]u([0-9a-f]{4})|\\x([0-9a-f]{2})|0x([0-9a-f]{2})(?![0-9a-f])|=([0-9A-F]{2})|U\+([0-9a-f]{4})/iy;
const LETTER_ESCAPE = /\\[nrtbfv0]/y;

/**
 * The variants of a text that are searched for secrets: as written; without tags and link targets; without list numbers. Each is also
 * decoded up to three times, since escapes can be nested (`%2567`).
 */
export function variantsOf(text: string): readonly TextVariant[] {
  const written = asWritten(text);
  const bare = without(written, /<[^<>]*>|\]\([^()\n]*\)/g);
  const unlisted = without(written, /^[ \t>]*\d{1,4}[.):][ \t]*/gm);
  return [written, bare, unlisted].flatMap((reading, index) =>
    index > 0 && reading === written ? [] : decodings(reading),
  );
}

function asWritten(text: string): TextVariant {
  const starts = Array.from({ length: text.length }, (_, index) => index);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

function decodings(reading: TextVariant): TextVariant[] {
  const all = [reading];
  for (let depth = 0; depth < 3; depth++) {
    const last = all.at(-1) ?? reading;
    const next = decode(last);
    if (next.text === last.text) break;
    all.push(next);
  }
  return all;
}

function decode({ text, starts, ends }: TextVariant): TextVariant {
  if (!/[%\\&=]|0x|U\+/i.test(text)) return { text, starts, ends };
  const decoded: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (let at = 0; at < text.length; ) {
    const unit = unitAt(text, at);
    for (const char of unit.text.split('')) {
      decoded.push(char);
      from.push(starts[at] ?? 0);
      to.push(ends[unit.end - 1] ?? 0);
    }
    at = unit.end;
  }
  return { text: decoded.join(''), starts: from, ends: to };
}

function unitAt(text: string, at: number): { text: string; end: number } {
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

function without(reading: TextVariant, pattern: RegExp): TextVariant {
  const cuts = [...reading.text.matchAll(pattern)];
  if (cuts.length === 0) return reading;
  const keep = new Array<boolean>(reading.text.length).fill(true);
  for (const cut of cuts) keep.fill(false, cut.index, cut.index + cut[0].length);
  return {
    text: reading.text
      .split('')
      .filter((_, index) => keep[index])
      .join(''),
    starts: reading.starts.filter((_, index) => keep[index]),
    ends: reading.ends.filter((_, index) => keep[index]),
  };
}
