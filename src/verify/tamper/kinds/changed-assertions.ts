// Pairs the assertions of each test before and after a change. Used by the rules about assertions here, and by tests-removed.ts.

import type { AnalyzedFile } from '../change.js';
import { holdsTests, type TamperContext, testModulesIn } from '../context.js';
import type { Source } from '../source.js';
import { type Assertion, type TestUnit, testsIn } from '../tests/index.js';

/** The assertions of a test before and after the change, or those outside of tests in a file (helpers, hooks). */
export interface Comparable {
  readonly file: AnalyzedFile;
  /** The test; undefined for assertions outside of tests. */
  readonly test?: { readonly before: TestUnit; readonly after: TestUnit; readonly isRenamed: boolean } | undefined;
  readonly before: readonly Assertion[];
  readonly after: readonly Assertion[];
  /** Other assertions of the file, to which one may have moved. */
  readonly elsewhere: readonly Assertion[];
}

interface Changes {
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

function compute(of: Comparable): Changes {
  const { test, before, after } = of;
  // Of equal assertions those with the same message correspond first.
  const [lostTexts, newTexts] = [without(before, after, textOf), without(after, before, textOf)];
  const [lost, addedTests] = [without(lostTexts, newTexts, claim), without(newTexts, lostTexts, claim)];
  const subjects = pair(lost, addedTests, ({ subject }) => plain(subject));
  const matchers = pair(subjects.left, subjects.right, ({ matcher, expected }) => `${matcher}\0${expected}`);
  // Assertions that still exist in a test inside this one, or elsewhere in the file, are not removed.
  const moved = matchers.left.length === 0 ? [] : movedFrom(of);
  const stands = new Set(moved.filter(isDistinctive).map(claim));
  const standsAs = new Set(moved.map(textOf));
  // In the same test another message says that it is another assertion.
  const texts = new Set(test === undefined ? [] : after.map(textOf));
  return {
    altered: [...subjects.pairs, ...matchers.pairs],
    removed: matchers.left.filter(
      (was) => !stands.has(claim(was)) && !standsAs.has(textOf(was)) && !texts.has(textOf(was)),
    ),
    added: matchers.right,
  };
}

/** The names and values in a text. */
export const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z_$][\w$]*|\d[\w.]*/g) ?? [];

/** Normalized text: without spaces, trailing commas, quoted keys, and kind of quotes. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace(/\b[uU](?=["'])/g, '')
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

/** Whether an assertion says by itself what it checks: it contains a value or a call. `err != nil` does not. */
export function isDistinctive({ subject, expected }: Assertion): boolean {
  return /['"`\d(]/.test(`${subject} ${expected}`);
}

type Key = (assertion: Assertion) => string;

const textOf: Key = ({ text }) => plain(text);

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

/** Every test before and after, and the assertions outside of tests of each file. Deleted tests belong to another rule. */
export function comparables({ pairs, files }: TamperContext): readonly Comparable[] {
  const existing = new Map(files.map((file) => [file, remainingAssertions(file)]));
  const tests = pairs
    .filter(({ before, after }) => !before.group && !after.group)
    .map(({ file, before, after, isRenamed }) => ({
      file,
      test: { before, after, isRenamed },
      before: before.assertions,
      after: after.assertions,
      elsewhere: existing.get(file) ?? [],
    }));
  const shared = files.filter(holdsTests).flatMap((file) => {
    if (!file.before || !file.after) return [];
    const [before, after] = [sharedIn(file, file.before), sharedIn(file, file.after)];
    return [{ file, before, after, elsewhere: existing.get(file) ?? [] }];
  });
  return [...tests, ...shared];
}

/** Assertions to which one of these may have moved. Out of a test, only those say enough that contain a value or a call. */
function movedFrom({ file: { after }, test, elsewhere }: Comparable): readonly Assertion[] {
  if (!test) return elsewhere;
  const { from, to } = test.after;
  const inside = (after ? testsIn(after).units : []).filter((unit) => from < unit.from && unit.to <= to);
  return [...elsewhere.filter(isDistinctive), ...inside.flatMap(({ assertions }) => assertions)];
}

/** Assertions outside of tests. In sources of Rust only those in modules of tests: others are checks of the program. */
function sharedIn({ role }: AnalyzedFile, source: Source): readonly Assertion[] {
  const { shared } = testsIn(source);
  if (role !== 'source') return shared;
  const modules = testModulesIn(source);
  return shared.filter(({ at }) => modules.some(({ from, to }) => from <= at && at < to));
}

/** Assertions that the file contains at least as often as before: they may have moved to another test. */
function remainingAssertions({ before, after }: AnalyzedFile): readonly Assertion[] {
  const counts = new Map<string, number>();
  for (const each of before ? assertionsIn(before) : []) counts.set(claim(each), (counts.get(claim(each)) ?? 0) - 1);
  const now = after ? assertionsIn(after) : [];
  for (const each of now) counts.set(claim(each), (counts.get(claim(each)) ?? 0) + 1);
  return now.filter((each) => (counts.get(claim(each)) ?? 0) >= 0);
}

/** Assertions of a file that it did not contain before. */
export function newAssertions(file: AnalyzedFile): readonly Assertion[] {
  const known = newByFile.get(file);
  if (known) return known;
  const had = new Set(file.before ? claimsOf(file.before) : []);
  const found = (file.after ? assertionsIn(file.after) : []).filter((each) => !had.has(claim(each)));
  newByFile.set(file, found);
  return found;
}

const newByFile = new WeakMap<AnalyzedFile, readonly Assertion[]>();

/** Whether most assertions of a file changed while there are about as many as before: another library or style. */
export function isRewritten(file: AnalyzedFile): boolean {
  const known = rewrittenFiles.get(file);
  if (known !== undefined) return known;
  const [was, is] = [file.before ? claimsOf(file.before) : [], file.after ? claimsOf(file.after) : []];
  const now = new Set(is);
  const gone = was.filter((each) => !now.has(each)).length;
  const found = was.length >= 6 && is.length >= was.length * 0.9 && gone > was.length / 2;
  rewrittenFiles.set(file, found);
  return found;
}

const rewrittenFiles = new WeakMap<AnalyzedFile, boolean>();
const claims = new WeakMap<Source, readonly string[]>();

/** The keys of all assertions of a file; cached. */
function claimsOf(source: Source): readonly string[] {
  const known = claims.get(source) ?? assertionsIn(source).map(claim);
  claims.set(source, known);
  return known;
}

function assertionsIn(source: Source): readonly Assertion[] {
  const { units, shared } = testsIn(source);
  return [...units.flatMap(({ assertions }) => assertions), ...shared];
}
