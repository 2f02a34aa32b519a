import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal. A pure function, though its code comes from the platform. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
