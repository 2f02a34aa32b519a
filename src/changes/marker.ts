// The marker in the last line of crew's comments, pull requests and issues, by which crew finds them again. Used by this folder, by the
// rules of facilitate and `fix`, by services/board-reader.ts, and by `crew clean`.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { digestOf } from '../text/digest.js';

export interface Marker {
  /** Which of crew's texts at this place it is, such as `pull`. */
  readonly slot: string;
  /** The digest of the body above it, so that an equal body is not written again. */
  readonly digest: string;
  readonly signature?: string;
}

/** The marker as the last line: slot, digest and signature. */
const LINE = /\n<!-- crew:([a-z0-9][a-z0-9:._-]{0,80}) ([0-9a-f]{16})(?: ([0-9a-f]{32}))? -->$/;
const SLOT = /^[a-z0-9][a-z0-9:._-]{0,80}$/;

/** The digest by which two bodies are compared. */
export function bodyDigest(body: string): string {
  return digestOf(body).slice(0, 16);
}

/** The data of a new marker. */
export interface MarkerInput {
  readonly slot: string;
  /** Repository and issue or branch, such as `owner/name#12`. A signature is valid only at its place. */
  readonly place: string;
  readonly key?: string | undefined;
}

function sign(key: string, { slot, place }: MarkerInput, digest: string): string {
  return createHmac('sha256', key).update(`${place} ${slot} ${digest}`).digest('hex').slice(0, 32);
}

/** A body with its marker as the last line. */
export function withMarker(body: string, marker: MarkerInput): string {
  // crew would not find a comment with an invalid marker, and would post it again.
  if (!SLOT.test(marker.slot)) throw new Error(`no slot: ${marker.slot}`);
  const digest = bodyDigest(body);
  const signature = marker.key ? ` ${sign(marker.key, marker, digest)}` : '';
  return `${body}\n\n<!-- crew:${marker.slot} ${digest}${signature} -->`;
}

/** The marker at the end of a body; a marker elsewhere in it is a quotation. */
export function readMarker(body: string): Marker | null {
  const found = LINE.exec(body.replaceAll('\r\n', '\n').trimEnd());
  if (!found?.[1] || !found[2]) return null;
  return { slot: found[1], digest: found[2], ...(found[3] ? { signature: found[3] } : {}) };
}

/** Whether a body was signed with this key for this place. The account that wrote the body does not matter, since crew may have several. */
export function isSigned(body: string, by: { key: string; place: string }): boolean {
  const marker = readMarker(body);
  if (!marker?.signature || bodyDigest(withoutMarker(body)) !== marker.digest) return false;
  const expected = Buffer.from(sign(by.key, { slot: marker.slot, place: by.place }, marker.digest));
  const found = Buffer.from(marker.signature);
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** A body without its marker. */
export function withoutMarker(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd().replace(LINE, '').replace(/\n$/, '');
}
