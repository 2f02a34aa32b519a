// Pairs the assertions of a test before and after a change.
import type { AnalyzedFile } from '../change.js';
import type { Assertion } from '../tests/index.js';

export interface Comparable {
  readonly file: AnalyzedFile;
  /** The test's name; null for shared assertions of a file. */
  readonly name: string | null;
  readonly before: readonly Assertion[];
  readonly after: readonly Assertion[];
  /** Other assertions of the file, to which one may have moved. */
  readonly elsewhere?: readonly Assertion[] | undefined;
}

export interface Changes {
  /** The same subject or the same check, in another form. */
  readonly altered: readonly (readonly [was: Assertion, is: Assertion])[];
  readonly removed: readonly Assertion[];
  readonly added: readonly Assertion[];
}

const changes = new WeakMap<readonly Assertion[], Map<readonly Assertion[], Changes>>();

/** The changed, removed and added assertions. Two assertions are equal if they check the same about the same subject. */
export function changesOf(of: Comparable): Changes {
  const byAfter = changes.get(of.before) ?? new Map<readonly Assertion[], Changes>();
  changes.set(of.before, byAfter);
  const known = byAfter.get(of.after) ?? compute(of);
  byAfter.set(of.after, known);
  return known;
}

function compute({ name, before, after, elsewhere = [] }: Comparable): Changes {
  const [lost, addedTests] = [without(before, after, claim), without(after, before, claim)];
  const subjects = pair(lost, addedTests, ({ subject }) => plain(subject));
  const matchers = pair(subjects.left, subjects.right, ({ matcher, expected }) => `${matcher}\0${expected}`);
  // Assertions that still exist here or elsewhere in the file are not removed.
  const stands = new Set([...(name === null ? [] : after), ...elsewhere].map(claim));
  return {
    altered: [...subjects.pairs, ...matchers.pairs],
    removed: matchers.left.filter((assertion) => !stands.has(claim(assertion))),
    added: matchers.right,
  };
}

/** Normalized text: without spaces, trailing commas, quoted keys, and kind of quotes. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace(/["'`]/g, '"')
    .replace(/"(\w+)":/g, '$1:')
    .replace(/,(?=[)\]}]|$)/g, '')
    .replace(/;$/, '');
}

/** The key of an assertion, without message and formatting. */
export function claim({ subject, matcher, expected, text }: Assertion): string {
  // `await` is part of the key.
  return [/^(?:await|return)\b/.test(text) ? 'waits' : '', subject, matcher, expected].map(plain).join('\0');
}

type Key = (assertion: Assertion) => string;

function without(list: readonly Assertion[], other: readonly Assertion[], key: Key): readonly Assertion[] {
  const counts = new Map<string, number>();
  for (const each of other) counts.set(key(each), (counts.get(key(each)) ?? 0) + 1);
  return list.filter((each) => {
    const count = counts.get(key(each)) ?? 0;
    counts.set(key(each), count - 1);
    return count <= 0;
  });
}

function pair(left: readonly Assertion[], right: readonly Assertion[], key: Key) {
  const byKey = new Map<string, Assertion[]>();
  for (const each of right) byKey.set(key(each), [...(byKey.get(key(each)) ?? []), each]);
  const pairs: (readonly [Assertion, Assertion])[] = [];
  const unpaired = left.filter((each) => {
    const other = byKey.get(key(each))?.shift();
    if (other) pairs.push([each, other]);
    return !other;
  });
  const used = new Set(pairs.map(([, other]) => other));
  return { pairs, left: unpaired, right: right.filter((each) => !used.has(each)) };
}
