import { UserError } from '../../ports/errors.js';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const CLOSED = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'ENAMETOOLONG']);

export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Turns a full or read-only disk into a user error with a remedy; returns other errors unchanged. */
export function artifactsError(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (!FULL.has(code) && !CLOSED.has(code)) return error;
  return new UserError(
    {
      expected: `room for the logs of a verification in ${folder}`,
      found: code,
      remedy: FULL.has(code) ? 'Free some space, then run it again.' : 'Name another folder with CREW_HOME.',
      ends: 'infra_error',
    },
    { cause: error },
  );
}
