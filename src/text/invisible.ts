// Finds and removes characters that are not displayed but that a model reads. Used in this folder, and by src/guard/shell/characters.ts.

/** Code points that are not displayed, with their names in Unicode. */
const INVISIBLE_RANGES: readonly (readonly [what: string, from: number, to: number])[] = [
  ['soft hyphen', 0xad, 0xad],
  ['grapheme joiner', 0x34f, 0x34f],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['Hangul fillers', 0x115f, 0x1160],
  ['Khmer inherent vowels', 0x17b4, 0x17b5],
  ['Mongolian selectors and separator', 0x180b, 0x180f],
  ['zero-width spaces, joiners, direction marks', 0x200b, 0x200f],
  ['direction overrides', 0x202a, 0x202e],
  ['word joiner, invisible operators, isolates', 0x2060, 0x206f],
  ['Hangul filler', 0x3164, 0x3164],
  // Two of them that meet after a removal could form an invisible character.
  ['lone surrogates', 0xd800, 0xdfff],
  ['variation selectors', 0xfe00, 0xfe0f],
  ['byte order mark', 0xfeff, 0xfeff],
  ['halfwidth Hangul filler', 0xffa0, 0xffa0],
  ['interlinear annotation', 0xfff9, 0xfffb],
  ['shorthand controls', 0x1bca0, 0x1bca3],
  ['musical controls', 0x1d173, 0x1d17a],
  ['tags and more variation selectors', 0xe0000, 0xe0fff],
];
const escaped = (code: number) => `\\u{${code.toString(16)}}`;
const INVISIBLE = new RegExp(
  `[${INVISIBLE_RANGES.map(([, from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]`,
  'gu',
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are exactly what is looked for
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Whether a text contains invisible or control characters. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0 || text.search(CONTROL) >= 0;
}

/** The text with `\n` as line end and without invisible and control characters. `removed` counts both kinds. */
export function stripInvisible(text: string): { text: string; removed: Readonly<Record<string, number>> } {
  const lines = text.replace(/\r\n?/g, '\n');
  const removed: Record<string, number> = {};
  const drop = (kind: string) => () => {
    removed[kind] = (removed[kind] ?? 0) + 1;
    return '';
  };
  const visible = lines.replace(INVISIBLE, drop('invisible')).replace(CONTROL, drop('control'));
  return { text: visible, removed };
}
