// The marker in the last line of crew's comments, pull requests and issues, by which crew finds them again.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { digestOf } from '../text/digest.js';

export interface Marker {
  readonly slot: string;
  /** The digest of the body above it, so that an equal body is not written again. */
  readonly digest: string;
  readonly signature?: string;
}

const LINE = /\n<!-- crew:([a-z0-9][a-z0-9:._-]{0,80}) ([0-9a-f]{16})(?: ([0-9a-f]{32}))? -->$/;
const SLOT = /^[a-z0-9][a-z0-9:._-]{0,80}$/;

/** The digest by which two bodies are compared. */
export function bodyDigest(body: string): string {
  return digestOf(body).slice(0, 16);
}

/** What a marker is made of. `place` is `owner/name#12`: a signature does not hold in another place. */
export interface Mark {
  readonly slot: string;
  readonly place: string;
  readonly key?: string | undefined;
}

function sign(key: string, { slot, place }: Mark, digest: string): string {
  return createHmac('sha256', key).update(`${place} ${slot} ${digest}`).digest('hex').slice(0, 32);
}

/** A body with its marker as the last line. */
export function mark(body: string, as: Mark): string {
  // crew would not find a comment with an invalid marker, and would post it again.
  if (!SLOT.test(as.slot)) throw new Error(`no slot: ${as.slot}`);
  const digest = bodyDigest(body);
  const signature = as.key ? ` ${sign(as.key, as, digest)}` : '';
  return `${body}\n\n<!-- crew:${as.slot} ${digest}${signature} -->`;
}

/** The marker at the end of a body; a marker elsewhere in it is a quotation. */
export function readMarker(body: string): Marker | null {
  const found = LINE.exec(body.replaceAll('\r\n', '\n').trimEnd());
  if (!found?.[1] || !found[2]) return null;
  return { slot: found[1], digest: found[2], ...(found[3] ? { signature: found[3] } : {}) };
}

/** Whether a body was signed with this key for this place. This holds for every account that crew has used. */
export function isSigned(body: string, by: { key: string; place: string }): boolean {
  const marker = readMarker(body);
  if (!marker?.signature || bodyDigest(wordsOf(body)) !== marker.digest) return false;
  const expected = Buffer.from(sign(by.key, { slot: marker.slot, place: by.place }, marker.digest));
  const found = Buffer.from(marker.signature);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** A body without its marker. */
export function wordsOf(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd().replace(LINE, '').replace(/\n$/, '');
}
