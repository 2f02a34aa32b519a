// Pairs the assertions of a test before and after a change, and finds assertions that were removed.

import type { Finding } from '../../../text/lang/tamper/index.js';
import type { AnalyzedFile } from '../change.js';
import { changesSources, holdsTests, mentionsRemovedCode, type TamperContext, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import { type Source, withoutComments } from '../source.js';
import { type Assertion, testsIn } from '../tests/index.js';
import { uncommented } from './line-patterns.js';

interface Comparable {
  readonly file: AnalyzedFile;
  /** The test's name; null for shared assertions of a file. */
  readonly name: string | null;
  readonly before: readonly Assertion[];
  readonly after: readonly Assertion[];
  /** Other assertions of the file, to which one may have moved. */
  readonly elsewhere?: readonly Assertion[] | undefined;
  /** The test's code after the change. */
  readonly code?: string | undefined;
  /** Its first and last line after the change. */
  readonly lines?: readonly [number, number] | undefined;
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

function compute({ name, before, after, elsewhere = [] }: Comparable): Changes {
  // Of equal claims those with the same message correspond first.
  const [lostTexts, newTexts] = [without(before, after, textOf), without(after, before, textOf)];
  const [lost, addedTests] = [without(lostTexts, newTexts, claim), without(newTexts, lostTexts, claim)];
  const subjects = pair(lost, addedTests, ({ subject }) => plain(subject));
  const matchers = pair(subjects.left, subjects.right, ({ matcher, expected }) => `${matcher}\0${expected}`);
  // Assertions that still exist here or elsewhere in the file are not removed.
  const stands = new Set(elsewhere.map(claim));
  // In the same test another message says that it is another assertion.
  const texts = new Set(name === null ? [] : after.map(textOf));
  return {
    altered: [...subjects.pairs, ...matchers.pairs],
    removed: matchers.left.filter((was) => !stands.has(claim(was)) && !texts.has(textOf(was))),
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

/** An assertion that was removed and not replaced. */
export function assertionRemoved(context: TamperContext): readonly Found[] {
  return comparables(context).flatMap((of): readonly Found[] => {
    const { altered, removed: all, added } = changesOf(of);
    const removed = all.filter(
      (was) =>
        !mentionsRemovedCode(context, was.text) &&
        !wasException(of, was) &&
        !(changesSources(context) && isReplaced(of, was, added)) &&
        !(EXCEPTION.test(was.matcher) && changesExceptions(context)),
    );
    const bare = removed.filter((was) => isBareRemoval(of, was));
    // An assertion that is added elsewhere in the test does not make up for one that is taken out.
    const count = Math.max(removed.length - added.length, bare.length);
    const [first] = removed;
    if (count <= 0 || !first || isRewritten(of.file)) return [];
    const left = of.after.length;
    return [
      {
        file: of.file.path,
        line: whereWas(of.file, first.line),
        kind: 'assertion-removed',
        weight:
          added.length + altered.length > 0 ||
          addsAssertions(of.file) ||
          (changesSources(context) && (of.name === null || removed.every((was) => hasLostSubject(of, was))))
            ? 'named'
            : 'blocks',
        because: lessIn(of, { less: left === 0 ? undefined : count, text: short(first.text) }),
      },
    ];
  });
}

/** Whether other lines of the test took the place of an assertion when the sources changed. */
function isReplaced(of: Comparable, was: Assertion, added: readonly Assertion[]): boolean {
  // After an exception that the test expects now, nothing else can be asserted.
  if (added.some(({ matcher }) => EXCEPTION.test(matcher)) && !EXCEPTION.test(was.matcher)) return true;
  const hunk = hunkOf(of.file, was);
  if (!hunk || hunk.added.every(({ text }) => text.trim() === '')) return false;
  return hasLostSubject(of, was) || isInLoop(of, was);
}

const EXCEPTION = /[Rr]aises|[Tt]hrow|rejects/;
const STRING = /'(?:[^'\\\n]|\\.)+'|"(?:[^"\\\n]|\\.)+"|`[^`$]+`/g;

/** Whether all values of an assertion are in the test, and one of them in a line that was added: it became part of a loop or of another assertion. */
function isInLoop({ file, lines: [from, to] = [0, 0] }: Comparable, { subject, expected }: Assertion): boolean {
  const values = (`${subject} ${expected}`.match(STRING) ?? []).map(plain);
  const added = file.added.filter(({ line }) => from <= line && line <= to).map((line) => plain(uncommented(line)));
  const whole = file.after
    ? plain(withoutComments(file.after, file.after.startOf(from), file.after.startOf(to + 1)))
    : '';
  return (
    values.length > 1 &&
    values.every((each) => whole.includes(each)) &&
    values.some((each) => added.some((text) => text.includes(each)))
  );
}

const hunkOf = (file: AnalyzedFile, { line }: Assertion) =>
  file.hunks.find(({ removed }) => removed.some((each) => each.line === line));

/** Whether an assertion was taken out with nothing in its place. */
function isBareRemoval({ file }: Comparable, was: Assertion): boolean {
  const hunk = hunkOf(file, was);
  return hunk?.added.every(({ text }) => text.trim() === '') === true;
}

const THROWS = /\b(?:throw|raise|panic!?|bail!|unreachable!|reject)\b|\bErr\(/;
const throwing = new WeakMap<TamperContext, boolean>();

/** Whether the sources no longer throw what they threw: a line that throws was removed or has another condition. */
function changesExceptions(context: TamperContext): boolean {
  const known = throwing.get(context) ?? context.files.some(losesException);
  throwing.set(context, known);
  return known;
}

function losesException({ role, removed, added }: AnalyzedFile): boolean {
  const still = new Set(added.map(({ text }) => text.trim()));
  return role === 'source' && removed.some(({ code, text }) => THROWS.test(code) && !still.has(text.trim()));
}

/** Whether the variable that was checked is gone from the test as well, and other assertions stay. */
function hasLostSubject({ code, after }: Comparable, { subject }: Assertion): boolean {
  return after.length > 0 && /^[A-Za-z_]\w*$/.test(subject) && !new RegExp(`\\b${subject}\\b`).test(code ?? subject);
}

/** Whether a whole branch went that expected an error and left the test early: the other assertions now judge its case. */
function wasException({ file, after }: Comparable, { line, matcher }: Assertion): boolean {
  if (after.length === 0 || !/[Rr]aises|[Tt]hrow|rejects/.test(matcher)) return false;
  const hunk = file.hunks.find(({ removed }) => removed.some((each) => each.line === line));
  if (!hunk || hunk.added.some(({ text }) => text.trim() !== '')) return false;
  const isBranch = hunk.removed.some((each) => each.line < line && /\bif\b/.test(each.code));
  return isBranch && hunk.removed.some((each) => each.line > line && /\b(?:continue|return)\b/.test(each.code));
}

function lessIn({ name }: Comparable, { less, text }: { less: number | undefined; text: string }): readonly Finding[] {
  const many = less === undefined ? [] : [String(less)];
  if (name === null) return saying(less === undefined ? 'shared-claims-nothing' : 'shared-claims-less', ...many, text);
  return saying(less === undefined ? 'claims-nothing' : 'claims-less', name, ...many, text);
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Every test before and after, and the shared assertions of a file. Deleted tests are another rule's. */
export function comparables({ pairs, files }: TamperContext): readonly Comparable[] {
  const existing = new Map(files.map((file) => [file, remainingAssertions(file)]));
  const tests = pairs
    .filter(({ before, after }) => !before.group && !after.group)
    .map(({ file, before, after }) => ({
      file,
      name: after.path,
      before: before.assertions,
      after: after.assertions,
      elsewhere: existing.get(file) ?? [],
      code: file.after?.code.slice(after.from, after.to),
      lines: file.after ? ([after.line, file.after.lineAt(after.to)] as const) : undefined,
    }));
  const shared = files.filter(holdsTests).flatMap((file) => {
    if (!file.before || !file.after) return [];
    const [before, after] = [testsIn(file.before).shared, testsIn(file.after).shared];
    return [{ file, name: null, before, after, elsewhere: existing.get(file) ?? [] }];
  });
  return [...tests, ...shared];
}

/** Assertions that the file contains at least as often as before: they may have moved to another test. */
function remainingAssertions({ before, after }: AnalyzedFile): readonly Assertion[] {
  const counts = new Map<string, number>();
  for (const each of before ? assertionsIn(before) : []) counts.set(claim(each), (counts.get(claim(each)) ?? 0) - 1);
  const now = after ? assertionsIn(after) : [];
  for (const each of now) counts.set(claim(each), (counts.get(claim(each)) ?? 0) + 1);
  return now.filter((each) => (counts.get(claim(each)) ?? 0) >= 0);
}

/** Whether the file contains new assertions; then its tests were probably rewritten. */
export function addsAssertions({ before, after }: AnalyzedFile): boolean {
  const had = new Set(before ? claimsOf(before) : []);
  return after !== null && claimsOf(after).some((each) => !had.has(each));
}

/** Most assertions changed and there are as many as before: another library or style. */
function isRewritten(file: AnalyzedFile): boolean {
  const known = anew.get(file);
  if (known !== undefined) return known;
  const [was, is] = [file.before ? claimsOf(file.before) : [], file.after ? claimsOf(file.after) : []];
  const now = new Set(is);
  const gone = was.filter((each) => !now.has(each)).length;
  const found = was.length >= 6 && is.length >= was.length * 0.9 && gone > was.length / 2;
  anew.set(file, found);
  return found;
}

const anew = new WeakMap<AnalyzedFile, boolean>();
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
