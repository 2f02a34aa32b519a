// Makes tool results safe to read: invisible characters are escaped, and the length is limited.

/** The most characters of a tool result, about 8,000 tokens. */
export const LONGEST = 30_000;

/** Invisible characters, except tabs and line breaks. */
const UNSEEN = String.raw`(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFA0}]`;
/** Characters that join or color emoji, which are visible there. */
const EMOJI = String.raw`(?<=\p{Extended_Pictographic})\u{FE0F}|(?<=\p{Extended_Pictographic}\u{FE0F}?)\u{200D}(?=\p{Extended_Pictographic})`;

const ANY_UNSEEN = new RegExp(UNSEEN, 'u');
const EACH_UNSEEN = new RegExp(`${EMOJI}|(${UNSEEN})`, 'gu');

/** Replaces invisible characters by \u{…}. */
export function visible(text: string): string {
  if (!ANY_UNSEEN.test(text)) return text;
  return text.replace(EACH_UNSEEN, (all, unseen?: string) =>
    unseen === undefined ? all : `\\u{${(unseen.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Reverses `visible`. Escapes of visible characters stay, because they are part of the text. */
export function invisible(text: string): string {
  return text.replace(/\\u\{([0-9a-f]{1,6})\}/g, (all, hex: string) => {
    const code = Number.parseInt(hex, 16);
    const char = code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return ANY_UNSEEN.test(char) ? char : all;
  });
}

/** A path on one line, without invisible characters. */
export const named = (path: string): string => visible(path).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** The text of a tool result: visible, and with the middle left out if it is too long. */
export function shown(text: string, longest = LONGEST): string {
  const all = visible(text);
  if (all.length <= longest) return all;
  const note = (left: number) => `\n[${left.toLocaleString('en')} characters left out]\n`;
  const room = longest - note(all.length).length;
  const head = Math.ceil(room * 0.7);
  return all.slice(0, head) + note(all.length - room) + all.slice(all.length - (room - head));
}
