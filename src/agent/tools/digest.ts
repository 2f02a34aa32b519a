import { createHash } from 'node:crypto';

const SHORT = 8;

/** A few digits that say which bytes: `read` gives them, `write` wants them before it replaces a file. */
export const shortDigest = (bytes: Uint8Array): string => short(createHash('sha256').update(bytes).digest('hex'));

export const short = (digest: string): string => digest.slice(0, SHORT);
