import { UserError } from '../../ports/errors.js';
import { shownPath } from './place.js';

/** The `code` of a system error, or ''. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The path does not exist, or a file is in the place of a parent folder. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

const KNOWN: Readonly<Record<string, { expected: string; remedy: string; ends: 'refused' | 'infra_error' }>> = {
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
  const known = KNOWN[codeOf(error)];
  if (known === undefined) return error;
  return new UserError({ ...known, found: `${codeOf(error)} at ${shownPath(path)}` }, { cause: error });
}
