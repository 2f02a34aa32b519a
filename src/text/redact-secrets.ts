// Replaces secrets in a text: those with known values, and those that match a pattern of secret-patterns.ts. Used by `redact`, by
// services/wire.ts for everything that crew stores and posts, and by the check of a diff before `fix` publishes it. A skeleton is a text's
// letters and digits in lower case (secret-encodings.ts); a variant is the text with its escapes decoded (text-variants.ts).

import { applyEdits, type Edit } from './edit.js';
import type { Span } from './markdown-tree.js';
import { encodingsOf, MIN_SKELETON_CHARACTERS, skeleton } from './secret-encodings.js';
import { SECRET_PATTERNS, type SecretPattern } from './secret-patterns.js';
import { type TextVariant, variantsOf } from './text-variants.js';

const KIND = 'secret';

/**
 * Replaces secrets whose values are known. Finds them also if they are encoded, reversed, or split over words and lines. Values with fewer
 * than eight characters are not searched for, because ordinary text contains them.
 */
export function redactSecrets(text: string, secrets: readonly string[]): ReturnType<typeof applyEdits> {
  // No search term is shorter than this.
  if (text.length < MIN_SKELETON_CHARACTERS) return { text, counts: {} };
  const terms = cachedSearchTerms(secrets);
  if (terms.length === 0) return { text, counts: {} };
  const spans = variantsOf(text).flatMap((variant) => findSecrets(variant, terms));
  const edits = mergeOverlapping(spans).map((span) => ({ ...span, text: redactionMarker(KIND), kind: KIND }));
  return applyEdits(text, edits);
}

/**
 * The search terms of each array of secrets. Cached, because every string of a journal is searched for the same secrets. `joined` shows
 * whether the array has changed since.
 */
const searchTermsCache = new WeakMap<
  readonly string[],
  { readonly joined: string; readonly terms: readonly SearchTerms[] }
>();

function cachedSearchTerms(secrets: readonly string[]): readonly SearchTerms[] {
  const joined = secrets.join('\0');
  const cached = searchTermsCache.get(secrets);
  if (cached?.joined === joined) return cached.terms;
  const terms = [...new Set(secrets.map((secret) => secret.trim()))].filter(isSearchable).map(searchTermsOf);
  searchTermsCache.set(secrets, { joined, terms });
  return terms;
}

/**
 * Whether a secret is long enough, and not a part of the text that replaces it. A secret of punctuation only has an empty skeleton, which would be
 * part of every text; the second operand of `||` prevents that.
 */
function isSearchable(secret: string): boolean {
  const own = skeleton(secret);
  // An empty skeleton (only punctuation) is a part of every text; such a secret is searched for as it is.
  const isPartOfMarker = own !== '' && skeleton(redactionMarker(KIND)).includes(own);
  return secret.length >= MIN_SKELETON_CHARACTERS && !isPartOfMarker;
}

/** What is searched for one secret. */
type SearchTerms = {
  /** Searched for in the skeleton of a text (see secret-encodings.ts). */
  readonly skeletons: readonly string[];
  /** Searched for in the text itself. */
  readonly exact: readonly string[];
};

function searchTermsOf(secret: string): SearchTerms {
  const isMostlyPunctuation = skeleton(secret).length < MIN_SKELETON_CHARACTERS;
  // The skeleton of such a secret is too short to be searched for.
  const exact = isMostlyPunctuation ? [secret, [...secret].reverse().join('')] : [];
  return { skeletons: encodingsOf(secret), exact };
}

/** The places of secrets in the original text of the variant. */
function findSecrets(variant: TextVariant, terms: readonly SearchTerms[]): Span[] {
  if (containsNoSecret(variant.text, terms)) return [];
  const skeletonVariant = skeletonOf(variant);
  return terms.flatMap(({ skeletons, exact }) => [
    ...skeletons.flatMap((term) => occurrences(skeletonVariant, term)),
    ...exact.flatMap((term) => occurrences(variant, term)),
  ]);
}

/** A fast check before the exact search, since most texts contain no secret. False also means that the check cannot tell. */
function containsNoSecret(text: string, terms: readonly SearchTerms[]): boolean {
  const lettersAndDigits = text.replace(/[^\p{L}\p{N}]+/gu, '');
  // For other alphabets, lower case of a whole text may differ from lower case of each letter.
  if (!/^[a-z0-9]*$/i.test(lettersAndDigits)) return false;
  const textSkeleton = lettersAndDigits.toLowerCase();
  return terms.every(
    ({ skeletons, exact }) =>
      !skeletons.some((term) => textSkeleton.includes(term)) && !exact.some((term) => text.includes(term)),
  );
}

/** The skeleton of a variant, with the offsets of its characters in the original text. */
function skeletonOf({ text, starts, ends }: TextVariant): TextVariant {
  const letters: string[] = [];
  const letterStarts: number[] = [];
  const letterEnds: number[] = [];
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const [offset, char] of word.split('').entries()) {
      const lower = char.toLowerCase();
      // One character must stay one character, so that the offsets fit.
      letters.push(lower.length === 1 ? lower : char);
      letterStarts.push(starts[index + offset] ?? 0);
      letterEnds.push(ends[index + offset] ?? 0);
    }
  }
  return { text: letters.join(''), starts: letterStarts, ends: letterEnds };
}

function occurrences({ text, starts, ends }: TextVariant, term: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    spans.push({ start: starts[at] ?? 0, end: ends[at + term.length - 1] ?? 0 });
  }
  return spans;
}

function mergeOverlapping(spans: readonly Span[]): Span[] {
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
  const lower = text.toLowerCase();
  const edits = SECRET_PATTERNS.filter(({ keywords }) => keywords.some((keyword) => lower.includes(keyword))).flatMap(
    (pattern) => editsFor(text, pattern),
  );
  return applyEdits(text, edits);
}

function editsFor(text: string, { kind, pattern, group }: SecretPattern): Edit[] {
  return [...text.matchAll(pattern)].map((match) => {
    const wholeMatch = [match.index, match.index + match[0].length] as const;
    const [start, end] = (group && match.indices?.groups?.[group]) ?? wholeMatch;
    return { start, end, text: redactionMarker(kind), kind };
  });
}
