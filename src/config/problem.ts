/** A place in the configuration: keys, and the positions of list items. */
export type Path = readonly (string | number)[];

/**
 * One thing that is wrong. `found` completes "`path` is …", so that a door can say it in one sentence or in its own form.
 * An empty `path` is the file itself.
 */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
}

/** A problem that does not know yet on which line it stands. */
export interface Breach {
  readonly path: Path;
  readonly expected: string;
  readonly found: string;
  readonly remedy: string;
  /** The key itself is wrong, not what it holds; of the file, its first line. */
  readonly atKey?: boolean;
}
