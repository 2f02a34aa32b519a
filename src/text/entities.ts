// Decodes character references of HTML, such as `&lt;` and `&#64;`. Used in this folder, and by the agents' tool that reads web pages
// (src/agent/tools/page-text.ts).

/** The named character references of HTML for ASCII characters and the no-break space. Each could be part of a mention, a link or a tag. */
const ASCII: Readonly<Record<string, string>> = {
  AMP: '&',
  DiacriticalGrave: '`',
  GT: '>',
  Hat: '^',
  LT: '<',
  NewLine: '\n',
  QUOT: '"',
  Tab: '\t',
  UnderBar: '_',
  VerticalLine: '|',
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  fjlig: 'fj',
  grave: '`',
  gt: '>',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  midast: '*',
  nbsp: '\u00A0',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  verbar: '|',
  vert: '|',
};

/** Named references for invisible characters. */
const INVISIBLE_NAMES: Readonly<Record<string, string>> = {
  ApplyFunction: '\u2061',
  InvisibleComma: '\u2063',
  InvisibleTimes: '\u2062',
  NegativeMediumSpace: '\u200B',
  NegativeThickSpace: '\u200B',
  NegativeThinSpace: '\u200B',
  NegativeVeryThinSpace: '\u200B',
  NoBreak: '\u2060',
  ZeroWidthSpace: '\u200B',
  af: '\u2061',
  ic: '\u2063',
  it: '\u2062',
  lrm: '\u200E',
  rlm: '\u200F',
  shy: '\u00AD',
  zwj: '\u200D',
  zwnj: '\u200C',
};

const NAMED = new Map(Object.entries({ ...ASCII, ...INVISIBLE_NAMES }));
const REFERENCE = /&(?:#[xX]([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;

/** Decodes the character reference that begins at `index`; undefined for unknown references. */
export function referenceAt(source: string, index: number): { text: string; end: number } | undefined {
  REFERENCE.lastIndex = index;
  const found = REFERENCE.exec(source);
  if (found === null) return undefined;
  const [whole, hex, decimal, name] = found;
  const text = name === undefined ? fromCode(hex === undefined ? Number(decimal) : parseInt(hex, 16)) : NAMED.get(name);
  return text === undefined ? undefined : { text, end: index + whole.length };
}

// As in CommonMark, an invalid code point becomes the replacement character.
function fromCode(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
}
