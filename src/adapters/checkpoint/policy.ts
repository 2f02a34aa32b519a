// Decides when a checkpoint is uploaded and under which name. Pure.

/** A finished artifact, which can be downloaded. */
export interface StoredCheckpoint {
  readonly name: string;
  /** Increasing ids of the service: the highest is the newest. */
  readonly id: number;
  /** The job that uploaded it, maybe an earlier attempt. */
  readonly job: string;
}

/** A run may have 500 artifacts and six hours, so one checkpoint per minute stays below the limit. */
export const PAUSE = 60_000;

export interface UploadRequest {
  readonly digest: string;
  /** The digest of the newest checkpoint. */
  readonly stored: string | undefined;
  /** When the last upload was tried, successful or not, so that a failing service is not called every second. */
  readonly triedAt: number | undefined;
  readonly now: number;
  readonly last: boolean;
}

/** Whether to upload this document now. */
export function shouldUpload({ digest, stored, triedAt, now, last }: UploadRequest): boolean {
  if (digest === stored) return false;
  return last || triedAt === undefined || now - triedAt >= PAUSE;
}

/** The artifacts that the next upload replaces. The newest is never among them, so one complete checkpoint always exists. */
export function outdated<T extends StoredCheckpoint>(base: string, stored: readonly T[]): readonly T[] {
  const names = namesOf(base);
  const [, ...older] = stored.filter(({ name }) => names.includes(name)).sort((a, b) => b.id - a.id);
  return older;
}

/**
 * A free name, alternating between a and b. A third name is needed only if an upload was not finished: its name stays taken, is not
 * listed and cannot be deleted. Undefined if no name is left.
 */
export function freeName(base: string, ...taken: readonly Iterable<string>[]): string | undefined {
  const all = new Set(taken.flatMap((names) => [...names]));
  return namesOf(base).find((name) => !all.has(name));
}

const namesOf = (base: string): readonly string[] => [...'abcdefghijklmnopqrstuvwxyz'].map((each) => `${base}-${each}`);
