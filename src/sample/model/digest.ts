import { createHash } from 'node:crypto';

/** A name for some text that is the same on every machine: ids, signatures and cache entries are made of it. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
