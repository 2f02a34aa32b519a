import { digestOf } from '../text/digest.js';

/** A name that people can type, the same for the same question: `q-482910`. */
export function questionId(kind: 'q' | 'p', ...about: readonly string[]): string {
  return `${kind}-${Number.parseInt(digestOf(JSON.stringify(about)).slice(0, 12), 16) % 1_000_000}`;
}
