// When a checkpoint is worth its upload, and under which name. Pure.

/** An artifact that stands: it was finished, and can be downloaded. */
export interface StoredCheckpoint {
  readonly name: string;
  /** Given by the service, ever higher: the highest is the newest. */
  readonly id: number;
  /** The job that made it, which may be an earlier attempt at this one. */
  readonly job: string;
}

/** A run makes 500 artifacts at most, and lasts six hours at most: one a minute leaves room for everything else. */
export const PAUSE = 60_000;

export interface Occasion {
  readonly digest: string;
  /** The digest of what stands there now. */
  readonly stored: string | undefined;
  /** When the last one was tried, whatever came of it: a service in trouble is not asked every second. */
  readonly triedAt: number | undefined;
  readonly now: number;
  readonly last: boolean;
}

/** Whether this document goes out now. */
export function isWorthIt({ digest, stored, triedAt, now, last }: Occasion): boolean {
  if (digest === stored) return false;
  return last || triedAt === undefined || now - triedAt >= PAUSE;
}

/** What the next one takes the place of. The newest is never among it, so that one whole checkpoint stands at every moment. */
export function outdated<T extends StoredCheckpoint>(base: string, stored: readonly T[]): readonly T[] {
  const names = namesOf(base);
  const [, ...older] = stored.filter(({ name }) => names.includes(name)).sort((a, b) => b.id - a.id);
  return older;
}

/**
 * A name that is free. Two of them alternate: a and b. A third comes up only where one is burnt: what was begun and not finished keeps its
 * name for the rest of the run, shows up nowhere, and cannot be deleted. Undefined when all are.
 */
export function freeName(base: string, ...taken: readonly Iterable<string>[]): string | undefined {
  const all = new Set(taken.flatMap((names) => [...names]));
  return namesOf(base).find((name) => !all.has(name));
}

const namesOf = (base: string): readonly string[] => [...'abcdefghijklmnopqrstuvwxyz'].map((each) => `${base}-${each}`);
