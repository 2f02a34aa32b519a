// A diff holds exact bytes: which they were, which they become, each by its digest.
import { createHash } from 'node:crypto';
import type { Diff } from '../../../ports.js';
import { isSame } from './content.js';
import { type Change, patchOf } from './patch.js';

export type { Diff } from '../../../ports.js';
export type { Change } from './patch.js';

/** The diff of what really changed. */
export function diffOf(changes: readonly Change[], base: string | null): Diff {
  const real = changes
    .filter(({ before, after }) => !isSame(before, after))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const text = real.map(patchOf).join('');
  return { base, sha256: digestOf(text), files: real.map(({ path }) => path), text };
}

/** The digest by which a person names a diff. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
