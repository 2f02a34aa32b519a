import type { Language } from './languages/language.js';

/** A file, by what it offers and what it needs. */
export interface Outline {
  readonly names: readonly string[];
  readonly needs: readonly (readonly string[])[];
}

/** A longer line was hardly written by anybody. */
const WIDEST = 500;
const MOST_NAMES = 60;

/** Reads a file by lines. */
export function outlineOf(text: string, language: Language): Outline {
  const names = new Set<string>();
  const needs: (readonly string[])[] = [];
  for (const line of text.split('\n')) {
    if (line.length > WIDEST || line.length < 4) continue;
    for (const pattern of language.names) for (const name of namesIn(pattern.exec(line)?.[1])) names.add(name);
    for (const pattern of language.needs) {
      const found = pattern.exec(line);
      if (found) needs.push(found.slice(1));
    }
  }
  return { names: [...names].slice(0, MOST_NAMES), needs };
}

/** One name, or several; of `a as b` the outer one counts. */
function namesIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text.split(',').flatMap((piece) => /([\p{L}\p{N}_$:?!]+)\s*$/u.exec(piece.trim())?.[1] ?? []);
}
