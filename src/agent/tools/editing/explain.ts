// The error text of the tool `edit`: why an edit was not made.
import { escapeInvisible } from '../visible-text.js';
import { nearestLines, type SimilarLines } from './nearest.js';
import { type EditFailure, type FlatFile, readable } from './replace.js';

/** Why an edit was not made, and how to correct it. */
export function explain(misfit: EditFailure, flat: FlatFile): string {
  if (misfit.kind === 'overlap')
    return `Edits ${misfit.edit} and ${misfit.other} touch the same text, at line ${misfit.line}. Combine them into one edit.`;
  if (misfit.kind === 'too much')
    return `Edit ${misfit.edit}: together the edits of this call exceed 500,000 replacements or 64 MB. Use a shell command instead.`;
  if (misfit.kind === 'several')
    return `Edit ${misfit.edit}: its old text occurs ${misfit.lines.length === 20 ? '20 times or more, on lines' : 'on lines'} ${misfit.lines.join(', ')}. Add surrounding lines to make it unique, or set \`all\`.`;
  const sought = misfit.old.replace(/\n$/, '').split('\n');
  const near = nearestLines(readable(flat.text).split('\n'), sought);
  if (near === null)
    return `Edit ${misfit.edit}: its old text is not in the file, and nothing similar is. Read the file again.`;
  return [
    `Edit ${misfit.edit}: its old text is not in the file. The nearest is:`,
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

/** How two lines can be nearly equal. The first entry that makes them equal explains the difference. */
const DIFFERENCES: readonly {
  readonly what: (file: string, yours: string) => string;
  readonly bare: (line: string) => string;
}[] = [
  {
    what: (file, yours) =>
      file.length > yours.length ? 'the file has white space at the end' : 'your text has white space at the end',
    bare: (line) => line.trimEnd(),
  },
  { what: indents, bare: (line) => line.trim() },
  {
    what: () => 'one of the two begins with a line number',
    bare: (line) => line.replace(/^\s*\d+[\t:→-]\s?/, '').trim(),
  },
  { what: () => 'white space within the line differs', bare: (line) => line.replace(/\s+/g, '') },
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
    what: () => 'invisible characters differ; they are shown as \\u{…}',
    bare: (line) => line.replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').trim(),
  },
  {
    what: () => 'the same letters are in another Unicode form (accents, wide letters)',
    bare: (line) => line.normalize('NFKC').trim(),
  },
  { what: () => 'upper and lower case differ', bare: (line) => line.toLowerCase().trim() },
];

/** The difference between a line of the file and the searched line; null if they are equal. */
function difference(file: string, yours: string): string | null {
  if (file === yours) return null;
  const row = DIFFERENCES.find(({ bare }) => bare(file) === bare(yours));
  return row?.what(file, yours) ?? 'the text differs';
}

function indents(file: string, yours: string): string {
  const [own, other] = [indentOf(file), indentOf(yours)];
  return own === other
    ? 'white space at the end differs'
    : `the file indents with ${indentName(own)}, yours with ${indentName(other)}`;
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
