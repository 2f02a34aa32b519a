// The rules for assertions that check less, accept more, or expect another value. Two of the rules of ../index.ts.
import type { SentenceKey } from '../../../text/lang/tamper/index.js';
import type { AnalyzedFile } from '../change.js';
import { changesSources, holdsTests, type TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Source } from '../source.js';
import { type Assertion, type TestUnit, testsIn } from '../tests/index.js';
import { STRENGTH } from '../tests/parser.js';
import { changesOf, comparables, plain, wordsIn } from './changed-assertions.js';

/** An assertion that checks less than before, or that cannot fail. */
export function assertionWeakened(context: TamperContext): readonly Found[] {
  const weakened = comparables(context).flatMap((comparable) => {
    const { altered, removed, added } = changesOf(comparable);
    const less = altered
      .filter(([was]) => !added.some((is) => replaces(comparable.file, is, was)))
      .flatMap((pair) => findingIfWeaker(context, comparable.file, pair));
    return [...less, ...emptyReplacements(comparable.file, removed, added)];
  });
  return [...weakened, ...context.files.filter(holdsTests).flatMap(alwaysTrue)];
}

/**
 * Added assertions that cannot fail in place of removed ones. One may stand for another that could not fail either. Others replace none where nothing
 * was removed, if as many assertions that can fail were added.
 */
function emptyReplacements(
  file: AnalyzedFile,
  removed: readonly Assertion[],
  added: readonly Assertion[],
): readonly Found[] {
  const stands = (is: Assertion) =>
    removed.some((was) => was.matcher === is.matcher && !LITERAL.test(was.subject) && cannotFail(was));
  const isEnough = added.filter((is) => !cannotFail(is)).length >= removed.length;
  const empty = added.filter((is) => !stands(is) && !(isEnough && !removed.some((was) => isSamePlace(file, is, was))));
  return empty.flatMap((is) => findingIfCannotFail(file, is));
}

const isSamePlace = (file: AnalyzedFile, is: Assertion, was: Assertion): boolean =>
  file.hunks.some(
    ({ removed, added }) => removed.some(({ line }) => line === was.line) && added.some(({ line }) => line === is.line),
  );

/** Whether an added assertion stands where another was, is at least as strict, and is about nothing else. */
function replaces(file: AnalyzedFile, is: Assertion, was: Assertion): boolean {
  const names = new Set(wordsIn(`${was.subject} ${was.expected}`));
  const own = wordsIn(`${is.subject} ${is.expected}`);
  return (
    isSamePlace(file, is, was) &&
    is.strength >= was.strength &&
    !cannotFail(is) &&
    own.length > 1 &&
    own.every((word) => names.has(word))
  );
}

function findingIfWeaker(
  context: TamperContext,
  file: AnalyzedFile,
  [was, is]: readonly [was: Assertion, is: Assertion],
): readonly Found[] {
  const reason = reasonOf(was, is);
  if (!reason || (reason === 'less-claimed' && changesSources(context) && isOtherExpectation(was, is))) return [];
  return [
    {
      file: file.path,
      line: is.line,
      kind: 'assertion-weakened',
      weight: changesSources(context) && keepsMost(reason, is) ? 'named' : 'blocks',
      because: saying(reason, short(was.text), short(is.text)),
    },
  ];
}

function reasonOf(was: Assertion, is: Assertion): SentenceKey | undefined {
  const itself = ({ subject, expected }: Assertion) => subject !== '' && subject === expected;
  if ((cannotFail(is) && !cannotFail(was)) || (itself(is) && !itself(was))) return 'cannot-fail-now';
  const waits = ({ text }: Assertion) => /^(?:await|return)\b/.test(text);
  if (waits(was) && !waits(is) && PROMISES.test(is.matcher)) return 'not-waited-for';
  if (claimsLess(was, is)) return 'less-claimed';
  if (acceptsMoreNumbers(was, is)) return 'more-taken';
  return undefined;
}

/** Whether the weaker assertion still checks something: a part or a range (`less-claimed`), or a number with a tolerance (`more-taken`). */
function keepsMost(reason: SentenceKey, is: Assertion): boolean {
  return reason === 'less-claimed' ? is.strength >= STRENGTH.partial : /\bapprox\s*\(|\bisclose\s*\(/.test(is.text);
}

/** Whether another outcome is expected (an error instead of a value), or every word of the old expected value is in the new one. */
function isOtherExpectation(was: Assertion, is: Assertion): boolean {
  if (FAILS.test(is.matcher) && !FAILS.test(was.matcher)) return true;
  const words: readonly string[] = was.expected.match(/\w{2,}/g) ?? [];
  const now = new Set(is.expected.match(/\w{2,}/g));
  return words.length > 0 && words.every((word) => now.has(word));
}

const FAILS = /[Rr]aises|[Tt]hrow|reject|[Pp]anic|is_err|(?:^|\.)[Ee]rror/;

/** Matchers of the test runners that check no exact value, even with an argument. */
const LOOSE_BUILT_IN =
  /^toBe(?:Defined|Undefined|Truthy|Falsy|Nullable|TypeOf|OneOf|Visible)$|^to(?:Satisfy|Exist|HaveBeenCalled|HaveReturned|HaveResolved)$/;
/** Matchers and macros of the repository's own: `expect(x).toMatchIgnoringSpaces(y)`, `assert_delta!(x, y)`. */
const OWN_MATCHER = /^to[A-Z]\w*$|^assert_\w+$/;
const IS_TRUE = /^(?:ok|truthy|assert|isTrue|isOk|assertTrue|True)$/;
const COUNTS = /^(?:toHaveLength|lengthOf|toHaveCount)$/;

function claimsLess(was: Assertion, is: Assertion): boolean {
  // An exact length is weaker than its strength: a partial pattern that lists the elements may replace it.
  const strength = COUNTS.test(was.matcher) ? Math.min(was.strength, STRENGTH.partial) : was.strength;
  if (is.strength >= strength || isEquallyStrict(was, is)) return false;
  // The opposite is expected: `False(x)` became `True(x)`.
  if (BOOLEAN.test(was.matcher) && BOOLEAN.test(is.matcher) && plain(was.subject) === plain(is.subject)) return false;
  const isOwn = is.strength === STRENGTH.existence && OWN_MATCHER.test(is.matcher) && !LOOSE_BUILT_IN.test(is.matcher);
  const isText = (text: string) => /^(['"`]).+\1$/s.test(text);
  const isSameKind = plain(is.expected) === plain(was.expected) || (isText(is.expected) && isText(was.expected));
  if (isOwn && is.expected !== '' && isSameKind) return false;
  // Two `ok(…)` about different things are two assertions, not one that was loosened.
  return !(IS_TRUE.test(was.matcher) && was.matcher === is.matcher) || sharesName(was, is);
}

const BOOLEAN = /^(?:is|assert)?(?:True|False)$/;

/** Whether a matcher of lower strength checks as much: its name contains the value, as when `toEqual(undefined)` became `toBeUndefined()`. */
function isEquallyStrict(was: Assertion, is: Assertion): boolean {
  // The opposite is expected: `ifError(x)` became `ok(x)`.
  if (/^(?:ifError|error)$/.test(was.matcher) && IS_TRUE.test(is.matcher)) return true;
  // `x == []` became `not x`.
  if (/^(?:\[\]|\{\}|\(\)|""|''|0)$/.test(was.expected) && is.matcher === 'not') return true;
  // `true(x)` became `ok(x)`.
  if (was.matcher === 'true' && /^(?:ok|truthy)$/.test(is.matcher)) return plain(was.subject) === plain(is.subject);
  const value = /^(?:undefined|null|None|nil|true|True|false|False|NaN)$/.exec(was.expected)?.[0];
  return value !== undefined && new RegExp(`(?:[Bb]e|[Ii]s|^)${value}$`, 'i').test(is.matcher);
}

function sharesName(was: Assertion, is: Assertion): boolean {
  const names = new Set(namesIn(was));
  return namesIn(is).length === 0 || namesIn(is).some((name) => names.has(name));
}

const namesIn = ({ subject }: Assertion): readonly string[] =>
  subject.match(/\b(?!(?:[Tt]rue|[Ff]alse|null|undefined|None|nil)\b)[A-Za-z_$][\w$]*/g) ?? [];

function findingIfCannotFail(file: AnalyzedFile, is: Assertion): readonly Found[] {
  if (!cannotFail(is)) return [];
  const because = saying('cannot-fail', short(is.text));
  return [{ file: file.path, line: is.line, kind: 'assertion-weakened', weight: 'blocks', because }];
}

/** Assertions on promises, which check nothing unless awaited. */
const PROMISES = /^(?:resolves|rejects|eventually)\b|Async$|doesNotReject/;
const COMPARES =
  /^(?:toBe|toEqual|toStrictEqual|equals?|eql?|is|same|strict\w+|(?:not)?deep(?:Strict|Loose)?Equals?|not\w*|===?|!==?|is|assert(?:Not)?Equals?|assert_(?:eq|ne)|isEqualTo|Equal|NotEqual|AreEqual|assertIs)$/i;
const LITERAL = /^(?:true|false|True|False|null|None|nil|undefined|-?\d+(?:\.\d+)?|'[^']*'|"[^"]*")$/;
const TRUE = /^(?:true|True|1|!0|!false|not False|1\s*===?\s*1|True is True)$/;

const OWN_HELPER = /^(?:expect|check|verify|ensure|validate)(?:[A-Z_]\w*)?$/;

/** Compares literals or a value with itself. */
function cannotFail({ subject, matcher, expected, strength }: Assertion): boolean {
  if (strength === STRENGTH.nothing) return true;
  // Helpers and builders decide themselves what their argument means: `verify_length(true)`.
  if (OWN_HELPER.test(matcher)) return false;
  if (/\|\|\s*true\b|\bor True\b|\|\|\s*1\b/.test(subject)) return true;
  if (expected === '' || /^(?:ok|truthy|assert\w*True|True|assert)$/.test(matcher)) return TRUE.test(subject);
  const bare = subject.replace(/\s/g, '');
  const same = bare === expected.replace(/\s/g, '');
  if (!COMPARES.test(matcher.replace(/^(?:resolves\.|rejects\.)/, ''))) return false;
  if (/not|Not|!=|_ne$/.test(matcher)) return LITERAL.test(subject) && LITERAL.test(expected) && !same;
  return same && (LITERAL.test(subject) || /^[\w$.[\]]+$/.test(bare));
}

/** Assertions on added lines whose code contains `|| true`. `cannotFail` sees only the subject, and only of assertions that `changesOf` returns. */
function alwaysTrue(file: AnalyzedFile): readonly Found[] {
  if (!file.after || !file.before) return [];
  const { units, shared } = testsIn(file.after);
  const old = new Set(file.removed.map(({ text }) => text.trim()));
  const lines = new Map(file.added.map((line) => [line.line, line]));
  return [...units.flatMap(({ assertions }) => assertions), ...shared].flatMap((assertion): readonly Found[] => {
    const line = lines.get(assertion.line);
    const letsThrough = line && !old.has(line.text.trim()) && /\|\|\s*true\b|\bor True\b|\|\|\s*1\s*==/.test(line.code);
    if (!letsThrough) return [];
    const because = saying('cannot-fail', short(assertion.text));
    return [{ file: file.path, line: assertion.line, kind: 'assertion-weakened', weight: 'blocks', because }];
  });
}

const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text);

const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/gi;

/** Whether a tolerance, limit or number of digits accepts more than before. */
function acceptsMoreNumbers(was: Assertion, is: Assertion): boolean {
  const wordsOf = ({ subject, expected }: Assertion) => `${subject} ~ ${expected}`.replace(/(?<=\d)_(?=\d)/g, '');
  const [old, now] = [wordsOf(was), wordsOf(is)];
  if (old.replace(NUMBER, '#') !== now.replace(NUMBER, '#')) return addsTolerance(was, is);
  const [before, after] = [numbers(old), numbers(now)];
  const at = before.findIndex((value, index) => value !== after[index]);
  const [a, b] = [before[at], after[at]];
  if (a === undefined || b === undefined || isSmallStep(a, b)) return false;
  return isNumberLooser({ matcher: is.matcher, text: now, index: at, lastIndex: before.length - 1 }, a, b);
}

/** A limit, of a size or a time, that moves by at most a tenth: code that grows needs it. */
const isSmallStep = (before: number, after: number): boolean =>
  before >= 100 && Math.abs(after - before) <= before / 10;

const numbers = (text: string): readonly number[] => [...text.matchAll(NUMBER)].map(([number]) => Number(number));

/** The first number that differs: the assertion's matcher and text after the change, and the index of the number among all. */
interface ChangedNumber {
  readonly matcher: string;
  readonly text: string;
  readonly index: number;
  readonly lastIndex: number;
}

/** Whether an assertion accepts more because one of its numbers changed. */
function isNumberLooser({ matcher, text, index, lastIndex }: ChangedNumber, before: number, after: number): boolean {
  const isLast = index === lastIndex;
  // The number of digits: `expect(x).toBeCloseTo(1, 2)`.
  if (/CloseTo$/.test(matcher)) return isLast && after < before;
  if (/AlmostEqual|approximately|closeTo|InDelta|InEpsilon|assertEquals|within/i.test(matcher)) {
    // `assertAlmostEqual(x, 1, places=2)`.
    if (/places\s*=/.test(text) || (matcher === 'assertAlmostEqual' && /,\s*\d+$/.test(text)))
      return isLast && after < before;
    // The tolerance: `assert.approximately(x, 1, 0.1)`, `assertAlmostEqual(x, 100, delta=5)`.
    return isLast && lastIndex > 0 && after > before && (before < 1 || /delta/.test(text));
  }
  // `decimal=3` is a number of digits, `approx(1, rel=0.01)` a tolerance.
  if (/approx|isclose|allclose|\brel\w*\s*=|\babs\w*\s*=|[ar]tol|decimal|delta|epsilon|EPSILON/.test(text))
    return /decimal/.test(text) ? after < before : isLast && after > before;
  // `assert took <= 240`.
  const operator = operatorBefore(text, index);
  if (operator !== undefined) return operator === '<' ? after > before : after < before;
  // `in_range(x, 1, 5)`: the upper limit is the last number.
  if (/\b(?:in_?range|between|within)\w*\(/i.test(text)) return isLast ? after > before : after < before;
  // `expect(x).toBeLessThan(5)`.
  if (/Less|below|most|^<=?$/i.test(matcher)) return after > before;
  // `expect(x).toBeGreaterThan(5)`.
  return /Greater|above|least|^>=?$/i.test(matcher) ? after < before : false;
}

/** The comparison operator before a number: `took >= 240`. */
function operatorBefore(text: string, index: number): '<' | '>' | undefined {
  const at = [...text.matchAll(NUMBER)][index]?.index ?? 0;
  return /([<>])=?\s*$/.exec(text.slice(0, at))?.[1] as '<' | '>' | undefined;
}

/** Whether a tolerance or a placeholder for any value was added, as in `approx(1)` and `expect.anything()`. */
function addsTolerance(was: Assertion, is: Assertion): boolean {
  const has = (text: string) =>
    /\bapprox\s*\(|\bisclose\s*\(|expect\.any\w*\(|\bmock\.ANY\b|\bANY\b|expect\.stringContaining/.test(text);
  if (!has(is.expected + is.subject) || has(was.expected + was.subject)) return false;
  // If the new text still contains all old values, the placeholder replaced none of them.
  const now = new Set(is.expected.match(VALUES));
  const values: readonly string[] = was.expected.match(VALUES) ?? [];
  return values.length === 0 || values.some((value) => !now.has(value));
}

/**
 * An assertion with another expected value. Reported only if neither sources nor the rest of the test changed; otherwise the tests show
 * whether the new value is right.
 */
export function expectationChanged(context: TamperContext): readonly Found[] {
  if (changesSources(context)) return [];
  return comparables(context).flatMap((comparable) => {
    const { file, test } = comparable;
    if (test && setupOf(file.before, test.before) !== setupOf(file.after, test.after)) return [];
    const { altered, removed, added } = changesOf(comparable);
    // `altered` pairs have the same subject or the same check. The rest is paired by position if it shares a name.
    const rewritten = removed
      .slice(0, added.length)
      .map((was, at) => [was, added[at] ?? was] as const)
      .filter(([was, is]) => sharesName(was, is));
    return (
      [...altered, ...rewritten]
        .filter(([was, is]) => is.strength >= was.strength && !acceptsMoreNumbers(was, is) && otherValues(was, is))
        // `notEqual(x, undefined)` became `equal(x, y)`: no value was expected before.
        .filter(([was, is]) => !(NEGATED.test(was.matcher) && is.strength > was.strength))
        .map(
          ([was, is]): Found => ({
            file: file.path,
            line: is.line,
            kind: 'expectation-changed',
            weight: 'named',
            because:
              test === undefined
                ? saying('shared-expects-other', short(was.text), short(is.text))
                : saying('expects-other', test.after.path, short(was.text), short(is.text)),
          }),
        )
    );
  });
}

const VALUES =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\b\d[\w.]*|\b(?:true|false|null|undefined|None|True|False|nil|NaN)\b/g;

const NEGATED = /\bnot\b|^(?:is)?[nN]ot[A-Z]|!=|_ne$|doesNot/;

/** Compares literals only, because names may change together with sources. */
function otherValues(was: Assertion, is: Assertion): boolean {
  // `ok(x)` became `equal(x, true)`, which is stricter.
  if (is.strength > was.strength && was.expected === '' && /^(?:true|True)$/.test(is.expected)) return false;
  const [old, now] = [valuesOf(was), valuesOf(is)];
  const isSame = plain(was.expected) === plain(is.expected) && old.every((value) => now.includes(value));
  return (!isSame && old.join('\0') !== now.join('\0')) || NEGATED.test(was.matcher) !== NEGATED.test(is.matcher);
}

function valuesOf({ subject, expected }: Assertion): readonly string[] {
  const values = `${plain(subject)} ${plain(expected)}`.match(VALUES) ?? [];
  return values.map((value) => value.replace(/^['"`]|['"`]$/g, '')).sort();
}

/** The names and values of a test outside of its assertions, sorted. */
function setupOf(source: Source | null, { from, to, assertions }: TestUnit): string {
  const partsOf = (text: string): readonly string[] => text.match(/[\w$]+/g) ?? [];
  const counts = new Map<string, number>();
  for (const { subject, expected } of assertions)
    for (const word of partsOf(`${subject} ${expected}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return partsOf(source?.text.slice(from, to) ?? '')
    .filter((word) => {
      const count = counts.get(word) ?? 0;
      counts.set(word, count - 1);
      return count <= 0;
    })
    .sort()
    .join(' ');
}
