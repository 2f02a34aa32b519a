import type { Span } from './tree.js';

/**
 * Maps each offset of a node's value to the source. They differ where a node runs over several lines inside a quote
 * or a list: the container's marks stand in the source only, and a `>` among them must not end a tag.
 * Undefined when a line of the value is not the end of its source line (an expanded tab).
 */
export function alignValue(source: string, span: Span, value: string): readonly number[] | undefined {
  const offsets: number[] = [];
  const valueLines = value.split('\n');
  const sourceLines = source.slice(span.start, span.end).split('\n');
  let lineStart = span.start;
  for (const [index, line] of valueLines.entries()) {
    const sourceLine = sourceLines[index];
    if (sourceLine === undefined || !sourceLine.endsWith(line)) return undefined;
    const from = lineStart + sourceLine.length - line.length;
    for (let column = 0; column <= line.length; column++) offsets.push(from + column);
    lineStart += sourceLine.length + 1;
  }
  return offsets;
}
