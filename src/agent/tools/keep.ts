// Where outputs lie that are too long to be shown.

export interface Kept {
  add(chunk: Uint8Array): void;
  /** Where it can be read, relative to the root if it lies below it; or it is forgotten, when it is not wanted after all. */
  close(wanted: boolean): Promise<string | null>;
}

/** Begins to keep one. */
export type Keep = () => Kept;
