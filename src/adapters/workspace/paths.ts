// Checks that a path stays in the tree and out of `.git`: as text (`placeOf`), and with its links resolved (`realPathOf`). Also the errors about
// paths. Used by the workspace and by services/guard-context.ts.

import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { UserError } from '../../ports/errors.js';

/** A path relative to the root, without `.` and `..`, and its parts; empty for the root. */
export interface TreePath {
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

const errorFor = (expected: string) => (path: string, why: string) =>
  new UserError({ expected, found: `${shownPath(path)}, ${why}`, remedy: 'Name another one.', ends: 'refused' });

/** Errors for entries of the wrong kind. */
export const notFile = errorFor('a file of the tree');
export const notFolder = errorFor('a folder of the tree');

/** Throws if the path leads into `.git`. */
function refuseGitFolder(path: string, parts: readonly string[]): void {
  if (parts.some(isGitFolder)) throw notInside(path, 'which is of git itself');
}

/** The place of a path. Absolute paths below the root are accepted; paths outside are refused. */
export function placeOf(root: string, path: string): TreePath {
  if (path === '') throw notInside(path, 'which is empty');
  if (path.includes('\0')) throw notInside(path.replaceAll('\0', '\\0'), 'which holds a NUL');
  if (path.length > 4_096) throw notInside(path, 'which is longer than any path');
  const relative = posix.relative(root, posix.resolve(root, path));
  if (relative === '..' || relative.startsWith('../')) throw notInside(path, 'which leads outside');
  const parts = relative === '' ? [] : relative.split('/');
  refuseGitFolder(path, parts);
  return { path: relative, parts };
}

/** The `code` of a system error, or ''. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Whether an error means that a path does not exist, or that a parent folder of it is a file. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

const KNOWN_ERRORS: Readonly<Record<string, { expected: string; remedy: string; ends: 'refused' | 'infra_error' }>> = {
  EACCES: { expected: 'a file that may be touched', remedy: 'Leave it as it is.', ends: 'refused' },
  EPERM: { expected: 'a file that may be touched', remedy: 'Leave it as it is.', ends: 'refused' },
  ENAMETOOLONG: { expected: 'a name that the disk takes', remedy: 'Choose a shorter one.', ends: 'refused' },
  ELOOP: { expected: 'a path that leads somewhere', remedy: 'Its links go in a circle.', ends: 'refused' },
  ENOSPC: { expected: 'room on the disk', remedy: 'Free some space, then continue.', ends: 'infra_error' },
  EDQUOT: { expected: 'room on the disk', remedy: 'Free some space, then continue.', ends: 'infra_error' },
  EROFS: { expected: 'a tree that can be written', remedy: 'Choose another folder.', ends: 'infra_error' },
};

/** Turns a known system error into a user error with a remedy; returns others unchanged. */
export function systemError(error: unknown, path: string): unknown {
  const known = KNOWN_ERRORS[codeOf(error)];
  if (known === undefined) return error;
  return new UserError({ ...known, found: `${codeOf(error)} at ${shownPath(path)}` }, { cause: error });
}

/** The real path of a place; null if nothing exists there. Throws if it leads outside the tree, also through a dangling link. */
export function realPathOf(root: string, place: TreePath): string | null {
  const named = join(root, place.path);
  const real = orNull(() => realpathSync.native(named), place);
  if (real === null) {
    refuseOutsideTarget(root, { named, place });
    return null;
  }
  refuseOutside(root, { real, place });
  return real;
}

function refuseOutside(root: string, { real, place }: { real: string; place: TreePath }): void {
  if (real === root) return;
  const prefix = root.endsWith(sep) ? root : root + sep;
  if (!real.startsWith(prefix)) throw notInside(place.path, `which leads to ${real}`);
  refuseGitFolder(place.path, real.slice(prefix.length).split(sep));
}

/** For a missing path: checks its nearest existing ancestor, which decides where a new file would be created. */
function refuseOutsideTarget(root: string, { named, place }: { named: string; place: TreePath }): void {
  let at = named;
  let entry: Stats | null = null;
  while (entry === null && at.length > root.length) {
    const here = at;
    entry = orNull(() => lstatSync(here), place);
    if (entry === null) at = dirname(at);
  }
  if (entry === null) return;
  const real = orNull(() => realpathSync.native(at), place);
  if (real !== null) {
    refuseOutside(root, { real, place });
    return;
  }
  const target = entry.isSymbolicLink() ? readlinkSync(at) : 'elsewhere';
  throw notInside(place.path, `a link to ${target}, where nothing is`);
}

function orNull<T>(lookUp: () => T, place: TreePath): T | null {
  try {
    return lookUp();
  } catch (error) {
    if (isMissing(error)) return null;
    throw systemError(error, place.path);
  }
}
