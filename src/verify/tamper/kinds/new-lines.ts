// Lines that are new: not moved, and not only indented otherwise.
import type { Saying } from '../../../text/lang/tamper/index.js';
import type { Line, Looked } from '../change.js';
import { type Found, saying, type TamperKind, type Weight } from '../finding.js';

/** Added lines of a file whose text was not taken away elsewhere in it. */
export function newLines(file: Looked): readonly Line[] {
  const counts = new Map<string, number>();
  for (const { text } of file.removed) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  return file.added.filter(({ text }) => {
    const count = counts.get(text.trim()) ?? 0;
    counts.set(text.trim(), count - 1);
    return count <= 0 && text.trim() !== '';
  });
}

/** A line without its comments, strings as they are. */
export function uncommented({ text, comment }: Line): string {
  if (comment.trim() === '') return text;
  return [...text].map((letter, at) => ((comment[at] ?? ' ') === ' ' ? letter : ' ')).join('');
}

/** A row of a list of patterns: what is looked for, how much it weighs, and what it means. */
export interface Row {
  readonly is: RegExp;
  readonly weight: Weight;
  readonly says: Saying;
}

/** The first row that fits, of every new line of a file. */
export function rowsIn(file: Looked, kind: TamperKind, rows: readonly Row[]): readonly Found[] {
  return newLines(file).flatMap((line): readonly Found[] => {
    const said = uncommented(line);
    const row = rows.find(({ is }) => is.test(said));
    return row ? [{ file: file.path, line: line.line, kind, weight: row.weight, because: saying(row.says) }] : [];
  });
}
