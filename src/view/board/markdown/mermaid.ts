// What waits for what, as a Mermaid graph. Pure.
import { cut, lineOf } from '../line.js';
import type { Knot, Waits } from '../waits.js';

/** A fenced graph; nothing when nothing waits. */
export function mermaid({ knots, waits }: Waits): string {
  if (waits.length === 0) return '';
  const ids = new Map(knots.map(({ key }, n) => [key, `n${n}`]));
  const idOf = (key: string): string => ids.get(key) ?? 'n';
  const circled = knots.filter(({ inCircle }) => inCircle);
  const outside = knots.filter(({ issue }) => issue === null);
  return [
    '```mermaid',
    'flowchart LR',
    ...knots.map((knot) => `  ${idOf(knot.key)}["${labelOf(knot)}"]`),
    ...waits.map(({ from, to, inCircle }) => `  ${idOf(from)} ${inCircle ? '-. ↻ .->' : '-->'} ${idOf(to)}`),
    ...styled(
      'circle',
      'stroke:#c0392b,stroke-width:2px',
      circled.map(({ key }) => idOf(key)),
    ),
    ...styled(
      'outside',
      'stroke-dasharray:4 3',
      outside.map(({ key }) => idOf(key)),
    ),
    '```',
  ].join('\n');
}

function labelOf({ key, issue, title }: Knot): string {
  const words = cut(lineOf(title), 40);
  return lettersOf(issue === null ? words : `${key} ${words}`.trim());
}

/** Mermaid reads quotes, hashes, brackets and even words in a label; as numbers nothing of it means anything. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (letter) => `#${letter.codePointAt(0) ?? 0};`);
}

function styled(name: string, style: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`  classDef ${name} ${style}`, `  class ${ids.join(',')} ${name}`];
}
