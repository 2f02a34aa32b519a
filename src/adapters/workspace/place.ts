// Where a path of a tree may be: decided on its letters alone, before the disk is asked anything.
import { posix } from 'node:path';
import { UserError } from '../../errors.js';

/** Relative to the root, without dots; empty for the root itself. */
export interface Place {
  readonly path: string;
  readonly parts: readonly string[];
}

/** What the file systems of other machines leave out of a name: to them `.g<U+200C>it` is `.git`. */
const IGNORED_IN_NAMES = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/gu;

/** git's own folder, in every spelling that some file system takes for it. */
const isGits = (part: string): boolean =>
  /^(?:\.git|git~\d+)[. ]*$/i.test(part.replace(IGNORED_IN_NAMES, '').split(':')[0] ?? '');

/** A path as an error shows it: no line break gets out, no 5 MB either. */
export const shownPath = (path: string): string => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);

/** The error of whoever names a path that is not theirs. */
export function notInside(path: string, why: string): UserError {
  return new UserError({
    expected: 'a path inside the tree',
    found: `${shownPath(path)}, ${why}`,
    remedy: 'Name a path relative to the root.',
    ends: 'refused',
  });
}

const no = (expected: string) => (path: string, why: string) =>
  new UserError({ expected, found: `${shownPath(path)}, ${why}`, remedy: 'Name another one.', ends: 'refused' });

/** The errors of whoever takes something else for a file, or for a folder. */
export const notFile = no('a file of the tree');
export const notFolder = no('a folder of the tree');

/** The parts of a path that really leads somewhere, checked: git's own files are nobody's to read or write. */
export function refuseGits(path: string, parts: readonly string[]): void {
  if (parts.some(isGits)) throw notInside(path, 'which is of git itself');
}

/** The place that a path names; absolute paths below the root count. Whatever it names outside is refused. */
export function placeOf(root: string, path: string): Place {
  if (path === '') throw notInside(path, 'which is empty');
  if (path.includes('\0')) throw notInside(path.replaceAll('\0', '\\0'), 'which holds a NUL');
  if (path.length > 4_096) throw notInside(path, 'which is longer than any path');
  const relative = posix.relative(root, posix.resolve(root, path));
  if (relative === '..' || relative.startsWith('../')) throw notInside(path, 'which leads outside');
  const parts = relative === '' ? [] : relative.split('/');
  refuseGits(path, parts);
  return { path: relative, parts };
}
