import { distance } from '../text/nearest.js';

/** The known setting that was probably meant; undefined if none is similar enough for a typing mistake. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  const allowed = Math.min(3, Math.ceil(word.length / 3));
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(plain(word), plain(candidate), allowed) }))
    .sort((one, other) => one.edits - other.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= allowed ? best.candidate : undefined;
}

/** Keys mix `kebab-case` and `camelCase`, so case and separators do not count as mistakes. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
