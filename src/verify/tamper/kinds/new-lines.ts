// New lines: not moved, not only indented.
import type { Saying } from '../../../text/lang/tamper/index.js';
import type { AnalyzedFile, Line } from '../change.js';
import { type Found, saying, type TamperKind, type Weight } from '../finding.js';

/** Added lines whose text was not removed elsewhere in the file. */
export function newLines(file: AnalyzedFile): readonly Line[] {
  const counts = new Map<string, number>();
  for (const { text } of file.removed) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  return file.added.filter(({ text }) => {
    const count = counts.get(text.trim()) ?? 0;
    counts.set(text.trim(), count - 1);
    return count <= 0 && text.trim() !== '';
  });
}

/** A line without comments; strings stay. */
export function uncommented({ text, comment }: Line): string {
  if (comment.trim() === '') return text;
  return [...text].map((letter, at) => ((comment[at] ?? ' ') === ' ' ? letter : ' ')).join('');
}

/** A pattern with its weight and its sentence. */
export interface Row {
  readonly is: RegExp;
  readonly weight: Weight;
  readonly says: Saying;
}

/** Findings for the first matching row of every new line. */
export function rowsIn(file: AnalyzedFile, kind: TamperKind, rows: readonly Row[]): readonly Found[] {
  return newLines(file).flatMap((line): readonly Found[] => {
    const said = uncommented(line);
    const row = rows.find(({ is }) => is.test(said));
    return row ? [{ file: file.path, line: line.line, kind, weight: row.weight, because: saying(row.says) }] : [];
  });
}
