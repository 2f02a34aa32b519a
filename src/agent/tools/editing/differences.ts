import { visible } from '../shown.js';

/** THE LIST: how a line can be nearly the same. The first that makes two lines equal says what differs. */
const DIFFERENCES: readonly {
  readonly what: (file: string, yours: string) => string;
  readonly bare: (line: string) => string;
}[] = [
  {
    what: (file, yours) =>
      file.length > yours.length ? 'the file has blanks at the end' : 'yours has blanks at the end',
    bare: (line) => line.trimEnd(),
  },
  { what: indents, bare: (line) => line.trim() },
  {
    what: () => 'yours begins with the number of the line, which is not in the file',
    bare: (line) => line.replace(/^\s*\d+[\t:→-]\s?/, '').trim(),
  },
  { what: () => 'blanks within the line differ', bare: (line) => line.replace(/\s+/g, '') },
  {
    what: () => 'the quotation marks or dashes differ',
    bare: (line) =>
      line
        .replace(/[“”„«»″]/g, '"')
        .replace(/[‘’‚′`]/g, "'")
        .replace(/[‐‑‒–—−]/g, '-')
        .trim(),
  },
  {
    what: () => 'the file holds characters that nobody sees, shown as \\u{…}',
    bare: (line) => line.replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').trim(),
  },
  {
    what: () => 'the same letters are composed otherwise (accents, wide forms)',
    bare: (line) => line.normalize('NFKC').trim(),
  },
  { what: () => 'capitals differ', bare: (line) => line.toLowerCase().trim() },
];

/** What differs between a line of the file and the one that was looked for; null when nothing does. */
export function difference(file: string, yours: string): string | null {
  if (file === yours) return null;
  const row = DIFFERENCES.find(({ bare }) => bare(file) === bare(yours));
  return row?.what(file, yours) ?? 'the text differs';
}

function indents(file: string, yours: string): string {
  const [own, other] = [indentOf(file), indentOf(yours)];
  return own === other ? 'blanks at the end differ' : `the file indents with ${named(own)}, yours with ${named(other)}`;
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? '';

function named(indent: string): string {
  if (indent === '') return 'nothing';
  const kinds = [
    { is: /^ +$/, name: 'space' },
    { is: /^\t+$/, name: 'tab' },
  ];
  const kind = kinds.find(({ is }) => is.test(indent));
  if (!kind) return `"${visible(indent).replaceAll('\t', '\\t')}"`;
  return `${indent.length} ${kind.name}${indent.length === 1 ? '' : 's'}`;
}
