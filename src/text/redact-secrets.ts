// Replaces secrets in a text: those with known values, and those that match a pattern of secret-patterns.ts.

import { applyEdits, type Edit } from './edit.js';
import type { Span } from './markdown-tree.js';
import { encodingsOf, SHORTEST, skeleton } from './secret-encodings.js';
import { SECRET_PATTERNS, type SecretPattern } from './secret-patterns.js';
import { type TextVariant, variantsOf } from './text-variants.js';

const KIND = 'secret';

/**
 * Replaces secrets with known values in all common encodings: encoded, reversed, split over words and lines. Values with fewer than eight
 * characters are not searched for, because they would occur everywhere.
 */
export function redactSecrets(text: string, secrets: readonly string[]): ReturnType<typeof applyEdits> {
  // No encoding is shorter than this.
  if (text.length < SHORTEST) return { text, counts: {} };
  const wanted = allSearchTerms(secrets);
  if (wanted.length === 0) return { text, counts: {} };
  const spans = variantsOf(text).flatMap((reading) => findIn(reading, wanted));
  const edits = merge(spans).map((span) => ({ ...span, text: redactionMarker(KIND), kind: KIND }));
  return applyEdits(text, edits);
}

/** Cached, because every string of a journal is searched for the same secrets. */
const searchTermsCache = new WeakMap<
  readonly string[],
  { readonly of: string; readonly wanted: readonly SearchTerms[] }
>();

function allSearchTerms(secrets: readonly string[]): readonly SearchTerms[] {
  const of = secrets.join('\0');
  const before = searchTermsCache.get(secrets);
  if (before?.of === of) return before.wanted;
  const wanted = [...new Set(secrets.map((secret) => secret.trim()))].filter(isSearchable).map(searchTermsOf);
  searchTermsCache.set(secrets, { of, wanted });
  return wanted;
}

// A secret that is part of the marker itself cannot be removed.
function isSearchable(secret: string): boolean {
  return (
    secret.length >= SHORTEST && !skeleton(redactionMarker(KIND)).includes(skeleton(secret) || redactionMarker(KIND))
  );
}

/** What is searched for one secret: skeletons in the skeleton of a text, exact values in the text itself. */
type SearchTerms = { readonly spellings: readonly string[]; readonly exact: readonly string[] };

function searchTermsOf(secret: string): SearchTerms {
  const isBare = skeleton(secret).length < SHORTEST;
  // The skeleton of a secret that is mostly punctuation is too short, so the secret is searched as it is.
  return { spellings: encodingsOf(secret), exact: isBare ? [secret, [...secret].reverse().join('')] : [] };
}

function findIn(reading: TextVariant, wanted: readonly SearchTerms[]): Span[] {
  if (containsNone(reading.text, wanted)) return [];
  const bones = skeletonOf(reading);
  return wanted.flatMap(({ spellings, exact }) => [
    ...spellings.flatMap((spelling) => occurrences(bones, spelling)),
    ...exact.flatMap((value) => occurrences(reading, value)),
  ]);
}

/** A fast check without positions. Most texts contain no secret. */
function containsNone(text: string, wanted: readonly SearchTerms[]): boolean {
  const bones = text.replace(/[^\p{L}\p{N}]+/gu, '');
  // For other letters, lower case of a whole text may differ from lower case of each letter.
  if (!/^[a-z0-9]*$/i.test(bones)) return false;
  const small = bones.toLowerCase();
  return wanted.every(
    ({ spellings, exact }) =>
      !spellings.some((spelling) => small.includes(spelling)) && !exact.some((value) => text.includes(value)),
  );
}

function skeletonOf({ text, starts, ends }: TextVariant): TextVariant {
  const letters: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (const { index, 0: run } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const [offset, char] of run.split('').entries()) {
      const lower = char.toLowerCase();
      letters.push(lower.length === 1 ? lower : char);
      from.push(starts[index + offset] ?? 0);
      to.push(ends[index + offset] ?? 0);
    }
  }
  return { text: letters.join(''), starts: from, ends: to };
}

function occurrences({ text, starts, ends }: TextVariant, wanted: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    spans.push({ start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? 0 });
  }
  return spans;
}

function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

/** The text that replaces a secret. */
function redactionMarker(kind: string): string {
  return `[redacted: ${kind}]`;
}

/** Replaces everything that matches a pattern of secrets. */
export function redactPatterns(text: string): ReturnType<typeof applyEdits> {
  const small = text.toLowerCase();
  const possible = SECRET_PATTERNS.filter(({ holds }) => holds.some((part) => small.includes(part)));
  if (possible.length === 0) return { text, counts: {} };
  return applyEdits(
    text,
    possible.flatMap((shape) => editsFor(text, shape)),
  );
}

function editsFor(text: string, { kind, pattern, part }: SecretPattern): Edit[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [start, end] = (part === undefined ? undefined : match.indices?.groups?.[part]) ?? [
      match.index,
      match.index + match[0].length,
    ];
    return { start, end, text: redactionMarker(kind), kind };
  });
}
