// Cases of the corpus, and records to speak from.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A file of the corpus, as lists of texts by their label. */
export function textsOf(file: string): Readonly<Record<string, readonly string[]>> {
  return parse(readFileSync(path.join(import.meta.dirname, '../../corpus/fix', file), 'utf8'));
}
