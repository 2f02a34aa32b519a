import { createHash } from 'node:crypto';

/** A short hash of a text, for ids, signatures and cache entries. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
