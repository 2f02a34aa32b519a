/**
 * The line and column of an offset as editors count them: from 1, a byte order mark not counted. The parser's own counter
 * skips lines inside text that it cannot read.
 */
export function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).replace(/^\uFEFF/, '');
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
