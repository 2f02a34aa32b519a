// The SHA-256 digest of a text. Used in all areas: names of records, markers of comments, changed files.

import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
