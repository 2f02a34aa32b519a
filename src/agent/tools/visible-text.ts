// Makes texts safe to show to a model: invisible characters are escaped, and the length is limited. Used by the tools and editing/, by the
// agent loop, quote.ts, map/render.ts, and src/workflows/fix/debug-loop.ts.

/** The most characters of a tool result, about 8,000 tokens. */
export const MAX_RESULT_CHARACTERS = 30_000;

/** Invisible characters, except tabs and line breaks. */
const INVISIBLE = String.raw`(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{FFA0}]`;
/** Characters that join or color emoji, which are visible there. */
const EMOJI = String.raw`(?<=\p{Extended_Pictographic})\u{FE0F}|(?<=\p{Extended_Pictographic}\u{FE0F}?)\u{200D}(?=\p{Extended_Pictographic})`;

const ANY_INVISIBLE = new RegExp(INVISIBLE, 'u');
const EACH_INVISIBLE = new RegExp(`${EMOJI}|(${INVISIBLE})`, 'gu');

/** Replaces invisible characters by \u{…}. */
export function escapeInvisible(text: string): string {
  if (!ANY_INVISIBLE.test(text)) return text;
  return text.replace(EACH_INVISIBLE, (all, invisible?: string) =>
    invisible === undefined ? all : `\\u{${(invisible.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Reverses `escapeInvisible`. Escapes of visible characters stay, because they are part of the text. */
export function unescapeInvisible(text: string): string {
  return text.replace(/\\u\{([0-9a-f]{1,6})\}/g, (all, hex: string) => {
    const code = Number.parseInt(hex, 16);
    const char = code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return ANY_INVISIBLE.test(char) ? char : all;
  });
}

/** A path on one line, without invisible characters. */
export const pathOnOneLine = (path: string): string =>
  escapeInvisible(path).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** The text of a tool result: visible, and with the middle left out if it is too long. */
export function toolText(text: string, max = MAX_RESULT_CHARACTERS): string {
  const all = escapeInvisible(text);
  if (all.length <= max) return all;
  const note = (left: number) => `\n[${left.toLocaleString('en')} characters left out]\n`;
  const space = max - note(all.length).length;
  const head = Math.ceil(space * 0.7);
  return all.slice(0, head) + note(all.length - space) + all.slice(all.length - (space - head));
}
