// Checks paths as text, before the file system is accessed.
import { posix } from 'node:path';
import { UserError } from '../../ports/errors.js';

/** Relative to the root, without `.` and `..`; empty for the root. */
export interface Place {
  readonly path: string;
  readonly parts: readonly string[];
}

/** Characters that HFS+ ignores in names: `.g<U+200C>it` is `.git` there. */
const IGNORED_IN_NAMES = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/gu;

/** Whether a name is `.git` on any file system (8.3 names, trailing dots, streams). */
const isGitFolder = (part: string): boolean =>
  /^(?:\.git|git~\d+)[. ]*$/i.test(part.replace(IGNORED_IN_NAMES, '').split(':')[0] ?? '');

/** A path for error messages: quoted and at most 200 characters. */
export const shownPath = (path: string): string => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);

/** The error for a path outside the tree. */
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

/** Errors for entries of the wrong kind. */
export const notFile = no('a file of the tree');
export const notFolder = no('a folder of the tree');

/** Throws if the path leads into `.git`. */
export function refuseGitFolder(path: string, parts: readonly string[]): void {
  if (parts.some(isGitFolder)) throw notInside(path, 'which is of git itself');
}

/** The place of a path. Absolute paths below the root are accepted; paths outside are refused. */
export function placeOf(root: string, path: string): Place {
  if (path === '') throw notInside(path, 'which is empty');
  if (path.includes('\0')) throw notInside(path.replaceAll('\0', '\\0'), 'which holds a NUL');
  if (path.length > 4_096) throw notInside(path, 'which is longer than any path');
  const relative = posix.relative(root, posix.resolve(root, path));
  if (relative === '..' || relative.startsWith('../')) throw notInside(path, 'which leads outside');
  const parts = relative === '' ? [] : relative.split('/');
  refuseGitFolder(path, parts);
  return { path: relative, parts };
}
