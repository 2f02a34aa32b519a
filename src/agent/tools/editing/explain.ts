// The error text of the tool `edit`: why an edit was not made.
import { escapeInvisible } from '../visible-text.js';
import { nearestLines, type SimilarLines } from './nearest.js';
import { type EditFailure, type FlatFile, readable } from './replace.js';

/** Why an edit was not made, and how to correct it. */
export function explain(failure: EditFailure, flat: FlatFile): string {
  if (failure.kind === 'overlap')
    return `Edits ${failure.edit} and ${failure.other} touch the same text, at line ${failure.line}. Combine them into one edit.`;
  if (failure.kind === 'too much')
    return `Edit ${failure.edit}: together the edits of this call exceed 500,000 replacements or 64 MB. Use a shell command instead.`;
  if (failure.kind === 'several')
    return `Edit ${failure.edit}: its old text occurs ${failure.lines.length === 20 ? '20 times or more, on lines' : 'on lines'} ${failure.lines.join(', ')}. Add surrounding lines to make it unique, or set \`all\`.`;
  const sought = failure.old.replace(/\n$/, '').split('\n');
  const near = nearestLines(readable(flat.text).split('\n'), sought);
  if (near === null)
    return `Edit ${failure.edit}: its old text is not in the file, and nothing similar is. Read the file again.`;
  return [
    `Edit ${failure.edit}: its old text is not in the file. The nearest is:`,
    ...shownLines(near),
    ...differencesOf(near, sought),
  ].join('\n');
}

const MAX_SHOWN = 30;
const MAX_LINE_CHARACTERS = 500;

const shownLines = ({ at, lines }: SimilarLines): readonly string[] =>
  lines.slice(0, MAX_SHOWN).map((line, n) => `${at + n + 1}\t${escapeInvisible(line).slice(0, MAX_LINE_CHARACTERS)}`);

const MAX_NAMED = 8;

function differencesOf({ at, lines }: SimilarLines, sought: readonly string[]): readonly string[] {
  const all = lines.flatMap((line, n) => {
    const what = difference(line, sought[n] ?? '');
    return what === null ? [] : [`Line ${at + n + 1}: ${what}.`];
  });
  const left = all.length - MAX_NAMED;
  return [...all.slice(0, MAX_NAMED), ...(left > 0 ? [`${left} more lines differ.`] : [])];
}

/** How two lines can be nearly equal. The first row whose `normalize` makes them equal explains the difference. */
const DIFFERENCES: readonly {
  readonly what: (file: string, searched: string) => string;
  readonly normalize: (line: string) => string;
}[] = [
  {
    what: (file, searched) =>
      file.length > searched.length ? 'the file has white space at the end' : 'your text has white space at the end',
    normalize: (line) => line.trimEnd(),
  },
  { what: indents, normalize: (line) => line.trim() },
  {
    what: () => 'one of the two begins with a line number',
    normalize: (line) => line.replace(/^\s*\d+[\t:→-]\s?/, '').trim(),
  },
  { what: () => 'white space within the line differs', normalize: (line) => line.replace(/\s+/g, '') },
  {
    what: () => 'the quotation marks or dashes differ',
    normalize: (line) =>
      line
        .replace(/[“”„«»″]/g, '"')
        .replace(/[‘’‚′`]/g, "'")
        .replace(/[‐‑‒–—−]/g, '-')
        .trim(),
  },
  {
    what: () => 'invisible characters differ; they are shown as \\u{…}',
    normalize: (line) => line.replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').trim(),
  },
  {
    what: () => 'the same letters are in another Unicode form (accents, wide letters)',
    normalize: (line) => line.normalize('NFKC').trim(),
  },
  { what: () => 'upper and lower case differ', normalize: (line) => line.toLowerCase().trim() },
];

/** The difference between a line of the file and the searched line; null if they are equal. */
function difference(file: string, searched: string): string | null {
  if (file === searched) return null;
  const row = DIFFERENCES.find(({ normalize }) => normalize(file) === normalize(searched));
  return row?.what(file, searched) ?? 'the text differs';
}

function indents(file: string, searched: string): string {
  const [fileIndent, searchedIndent] = [indentOf(file), indentOf(searched)];
  return fileIndent === searchedIndent
    ? 'white space at the end differs'
    : `the file indents with ${indentName(fileIndent)}, yours with ${indentName(searchedIndent)}`;
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? '';

function indentName(indent: string): string {
  if (indent === '') return 'nothing';
  const kinds = [
    { is: /^ +$/, name: 'space' },
    { is: /^\t+$/, name: 'tab' },
  ];
  const kind = kinds.find(({ is }) => is.test(indent));
  if (!kind) return `"${escapeInvisible(indent).replaceAll('\t', '\\t')}"`;
  return `${indent.length} ${kind.name}${indent.length === 1 ? '' : 's'}`;
}
