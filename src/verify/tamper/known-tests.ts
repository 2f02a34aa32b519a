// Unchanged tests, against which source changes are checked.
import { roleOf } from './role.js';

/** Limits of what is read. */
export const MOST_KNOWN = { tests: 400, bytes: 256 * 1024 } as const;

/** Decided by path only; files in test folders are examined by the check itself. */
export const isTest = (path: string): boolean => ['test', 'support'].includes(roleOf(path, ''));
