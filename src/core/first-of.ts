// Of all who ask the same about the same thing at once, the first does it, and the others hear whose it is. Unlike a lease it keeps nobody
// from anything else. It is the last line of an append-only log, so that two can never both be first.
import { Conflict } from '../errors.js';
import type { Store } from '../ports.js';

export interface First {
  readonly run: string;
  /** What exactly it is about: of something else, somebody else may be the first. */
  readonly about: string;
  readonly at: number;
}

const logOf = (key: string): string => `first/${key}`;

/** Gives the run that is first: the own one, or another that is not over. */
export async function firstOf(
  store: Store,
  key: string,
  { isOver, ...own }: First & { readonly isOver: (first: First) => Promise<boolean> },
): Promise<string> {
  for (;;) {
    const found = await store.read(logOf(key));
    const line = found?.text.trimEnd().split('\n').at(-1);
    const first = line ? (JSON.parse(line) as First) : null;
    if (first && (first.run === own.run || (first.about === own.about && !(await isOver(first))))) return first.run;
    try {
      await store.append(logOf(key), `${JSON.stringify(own)}\n`, found?.at ?? null);
      return own.run;
    } catch (error) {
      // Two asked at once: who was second sees who was first.
      if (!(error instanceof Conflict)) throw error;
    }
  }
}
