// Diffs in git's format with full blob ids.
import { createHash } from 'node:crypto';
import type { Diff } from '../../../ports/index.js';
import { isSame } from './content.js';
import { type Change, patchOf } from './patch.js';

export type { Diff } from '../../../ports/index.js';
export type { Change } from './patch.js';

/** The diff of files that changed. */
export function diffOf(changes: readonly Change[], base: string | null): Diff {
  const real = changes
    .filter(({ before, after }) => !isSame(before, after))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const text = real.map(patchOf).join('');
  return { base, sha256: digestOf(text), files: real.map(({ path }) => path), text };
}

/** The digest that identifies a diff. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
