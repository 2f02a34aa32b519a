import { dirname, join, relative } from 'node:path';
import { leads } from '../leads.js';
import { placeOf } from '../place.js';

/** A tree, and what was done to its copy. */
export interface State {
  readonly root: string;
  /** The folder that holds what was written, under the same paths. */
  readonly beside: string;
  readonly written: Set<string>;
  /** Files of the tree that the copy no longer has. */
  readonly gone: Set<string>;
}

/** A copy that is as its tree. */
export function nothingDone({ root, beside }: { root: string; beside: string }): State {
  return { root, beside, written: new Set(), gone: new Set() };
}

/** The one name of a file, whichever links of the tree lead to it; empty for the root. */
export function nameIn({ root }: State, path: string): string {
  const place = placeOf(root, path);
  const real = leads(root, place);
  if (real !== null) return relative(root, real);
  const above = dirname(place.path);
  const folder = leads(root, { path: above, parts: above.split('/') });
  return folder === null ? place.path : relative(root, join(folder, place.parts.at(-1) ?? ''));
}
