// Tests that a change left alone: what it does elsewhere is held against what they ask.
import { roleOf } from './role.js';

/** More of them, or longer ones, say nothing that these do not. */
export const MOST_KNOWN = { tests: 400, bytes: 256 * 1024 } as const;

/** Known by its path: a file in a folder of tests may be known for one by its text alone, which the gate looks at. */
export const isTest = (path: string): boolean => ['test', 'support'].includes(roleOf(path, ''));
