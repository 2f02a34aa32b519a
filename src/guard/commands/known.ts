import type { Finding } from '../finding.js';
import type { Ground } from '../paths/ground.js';
import type { PathUse } from '../paths/judge.js';

/** What is known of one call: what speaks against it, and the paths that it uses. */
export interface Reading {
  readonly findings: readonly Finding[];
  readonly paths: readonly PathUse[];
}

/** A row of a table: a command that runs by itself as long as it is called in the known way. */
export interface Known {
  readonly name: string;
  /** For people: what it may do, in a few words. */
  readonly does: string;
  /** Its known form, for people. */
  readonly form: string;
  /** `words` without the name. */
  readonly read: (words: readonly string[], ground: Ground) => Reading;
}
