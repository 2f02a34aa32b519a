import type { Finding } from '../finding.js';
import type { GuardContext } from '../paths/context.js';
import type { PathUse } from '../paths/judge.js';

/** The result for one call: objections, and the paths that it uses. */
export interface Reading {
  readonly findings: readonly Finding[];
  readonly paths: readonly PathUse[];
}

/** A command that runs without a question if it is called in the known form. */
export interface Known {
  readonly name: string;
  /** What it does, in a few words for people. */
  readonly does: string;
  /** Its known form, for people. */
  readonly form: string;
  /** `words` excludes the name. */
  readonly read: (words: readonly string[], context: GuardContext) => Reading;
}
