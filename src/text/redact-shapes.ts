import { applyEdits, type Edit } from './edit.js';
import { SECRET_SHAPES, type SecretShape } from './secret-shapes.js';

/** The words that stand where something was. */
export function redactionMarker(kind: string): string {
  return `[redacted: ${kind}]`;
}

/** Replaces whatever looks like a secret, whoever it belongs to. */
export function redactShapes(text: string): ReturnType<typeof applyEdits> {
  const small = text.toLowerCase();
  const possible = SECRET_SHAPES.filter(({ holds }) => holds.some((part) => small.includes(part)));
  if (possible.length === 0) return { text, counts: {} };
  return applyEdits(
    text,
    possible.flatMap((shape) => editsFor(text, shape)),
  );
}

function editsFor(text: string, { kind, pattern, part }: SecretShape): Edit[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [start, end] = (part === undefined ? undefined : match.indices?.groups?.[part]) ?? [
      match.index,
      match.index + match[0].length,
    ];
    return { start, end, text: redactionMarker(kind), kind };
  });
}
