// What a tool gives back is data. It shows what it holds: nothing in it moves a cursor, and nothing is there that no eye sees.

/** No answer of a tool is longer: some 8,000 tokens. */
export const LONGEST = 30_000;

/** All that is there and is not seen, but tabs and line breaks. */
const UNSEEN = String.raw`(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFA0}]`;
/** Emoji are joined and coloured by such characters; there they are seen. */
const EMOJI = String.raw`(?<=\p{Extended_Pictographic})\u{FE0F}|(?<=\p{Extended_Pictographic}\u{FE0F}?)\u{200D}(?=\p{Extended_Pictographic})`;

const ANY_UNSEEN = new RegExp(UNSEEN, 'u');
const EACH_UNSEEN = new RegExp(`${EMOJI}|(${UNSEEN})`, 'gu');

/** A text in which everything can be seen: what could not is written as \u{…}. */
export function visible(text: string): string {
  if (!ANY_UNSEEN.test(text)) return text;
  return text.replace(EACH_UNSEEN, (all, unseen?: string) =>
    unseen === undefined ? all : `\\u{${(unseen.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The text that `visible` shows so; other escapes are somebody's own words, and stay. */
export function invisible(text: string): string {
  return text.replace(/\\u\{([0-9a-f]{1,6})\}/g, (all, hex: string) => {
    const code = Number.parseInt(hex, 16);
    const char = code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return ANY_UNSEEN.test(char) ? char : all;
  });
}

/** A name on one line. */
export const named = (path: string): string => visible(path).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** As an answer: visible, and not too long; of what is too long the middle is left out. */
export function shown(text: string, longest = LONGEST): string {
  const all = visible(text);
  if (all.length <= longest) return all;
  const note = (left: number) => `\n[${left.toLocaleString('en')} characters left out]\n`;
  const room = longest - note(all.length).length;
  const head = Math.ceil(room * 0.7);
  return all.slice(0, head) + note(all.length - room) + all.slice(all.length - (room - head));
}
