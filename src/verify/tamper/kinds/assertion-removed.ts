// The rule for assertions that were removed while nothing else checks the same. One of the rules of ../index.ts.
import type { Finding } from '../../../text/lang/tamper/index.js';
import type { AnalyzedFile, Line } from '../change.js';
import {
  changesSources,
  holdsTests,
  mentionsRemovedCode,
  mentionsRemovedLines,
  type TamperContext,
  whereWas,
} from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Assertion } from '../tests/index.js';
import { isMovedToHelper } from './assertion-helpers.js';
import {
  type Comparable,
  changesOf,
  comparables,
  isDistinctive,
  isRewritten,
  newAssertions,
  plain,
} from './changed-assertions.js';
import { callsIn, hunkOf, isInputGone, isPartOfRewrite, isPartOfScenario, LITERAL } from './changed-scenario.js';

/** Removed assertions, one finding for each test. */
export function assertionRemoved(context: TamperContext): readonly Found[] {
  return comparables(context).flatMap((of): readonly Found[] => {
    const { altered, removed, added } = changesOf(of);
    const changed = [...altered.map(([, is]) => is), ...added];
    const candidates = removed.filter((was) => {
      const others = isDistinctive(was) ? context.files.filter(holdsTests).flatMap(newAssertions) : added;
      return (
        was.strength > 0 &&
        !/^(['"]).+\1$/.test(was.subject + was.expected) &&
        !(/^fail/i.test(was.matcher) && (added.length > 0 || throwsNow(of))) &&
        !mentionsRemovedCode(context, was.text) &&
        !others.some((is) => covers(is, was, changesSources(context))) &&
        !isMovedToHelper(context, of, was) &&
        !(
          changesSources(context) &&
          (isTabled(of, { was, changed, isOnlyOne: removed.length === 1 }) ||
            hunkOf(of.file, was) === undefined ||
            isPartOfRewrite(of, was) ||
            isPartOfScenario(of, was) ||
            isInputGone(of, was) ||
            isAboutExceptions(context, of, { was, added }))
        )
      );
    });
    const lost = isRewritten(of.file) ? [] : notReplaced(of.file, candidates, added);
    const [first] = lost;
    if (!first) return [];
    const isOnlyNamed =
      added.length + altered.length > 0 ||
      newAssertions(of.file).length > 0 ||
      (changesSources(context) &&
        (of.test === undefined ||
          isChangedOtherwise(of, lost) ||
          lost.some(({ text }) => mentionsRemovedLines(context, text))));
    return [
      {
        file: of.file.path,
        line: whereWas(of.file, first.line),
        kind: 'assertion-removed',
        weight: isOnlyNamed ? 'named' : 'blocks',
        because: lessIn(of, { less: of.after.length === 0 ? undefined : lost.length, text: short(first.text) }),
      },
    ];
  });
}

/** Whether a new assertion is about all that a removed one was about. If the sources changed, its result may be another. */
function covers(is: Assertion, was: Assertion, withSources: boolean): boolean {
  const now = plain(`${is.subject}\0${is.expected}`);
  const isSubject = plain(was.subject) !== '' && now.includes(plain(was.subject));
  return isSubject && (now.includes(plain(was.expected)) || (withSources && VALUE.test(was.subject)));
}

const VALUE = /['"`\d]/;

/**
 * Whether the values of an assertion went to a table, to a loop, or to parameters of the test. For the values alone this needs a second assertion
 * that went too: other lines of a test often contain the values of one.
 */
function isTabled(
  { file, test }: Comparable,
  { was, changed, isOnlyOne }: { was: Assertion; changed: readonly Assertion[]; isOnlyOne: boolean },
): boolean {
  const [name] = calledIn(was);
  const others = changed.filter((is) => name !== undefined && calledIn(is).includes(name));
  if (others.some((is) => !VALUE.test(is.subject + is.expected))) return true;
  const values = (`${was.subject} ${was.expected}`.match(LITERAL) ?? []).map(plain);
  if (values.length < 2 || isOnlyOne) return false;
  const { from = 0, to = 0 } = test?.after ?? {};
  const own = plain(file.after?.text.slice(from, to) ?? '');
  return file.hunks.some(({ added }) => {
    const text = plain(added.map((line) => line.text).join(' '));
    const isOwn = added.some(({ at, code }) => from <= at && at < to && LISTS.test(code));
    const whole = isOwn ? text + own : text;
    return values.every((value) => whole.includes(value)) && values.some((value) => text.includes(value));
  });
}

/** A line that begins a list or a loop. */
const LISTS = /[[{(]\s*$|\bfor\b|parametrize|\beach\b/;

/** The names of the functions that an assertion calls, the outermost first. */
const calledIn = ({ subject }: Assertion): readonly string[] => callsIn(subject);

const EXCEPTION = /[Rr]aises|[Tt]hrow|rejects|[Pp]anics|[Ww]arns|expectError/;
const THROWS = /\b(?:throw|raise)\b|\bwarn(?:ings\.warn)?\(|\b(?:panic|bail|unreachable)!|\b(?:panic|reject|Err)\(/;

/** Whether an assertion went because the sources throw less than before, or because the test now expects an exception. */
function isAboutExceptions(
  context: TamperContext,
  { file }: Comparable,
  { was, added }: { was: Assertion; added: readonly Assertion[] },
): boolean {
  if (!EXCEPTION.test(was.matcher)) return added.some(({ matcher }) => EXCEPTION.test(matcher));
  const removed = hunkOf(file, was)?.removed ?? [];
  const text = removed.map((line) => (line.code.trim() === '' ? '' : line.text)).join('\n');
  const isRunNow =
    plain(was.subject) !== '' && plain(file.added.map((line) => line.text).join(' ')).includes(plain(was.subject));
  return isRunNow || noLongerThrown(context, was) || mentionsRemovedLines(context, text) || leftTestEarly(removed, was);
}

/** Whether a line of the sources is gone that threw what an assertion expects: its message, else its class, else any exception. */
function noLongerThrown({ files }: TamperContext, { subject, expected }: Assertion): boolean {
  const messages = [...`${subject} ${expected}`.matchAll(/(['"`/])(.{4,}?)\1/g)].map(([, , text = '']) => text);
  const names = messages.length > 0 ? messages : (expected.match(/[A-Z]\w{3,}/g) ?? []);
  return files.some(({ role, removed, added }) => {
    const still = new Set(added.map(({ text }) => text.trim()));
    const thrown = removed.filter(({ code, text }) => THROWS.test(code) && !still.has(text.trim()));
    return (
      role === 'source' && thrown.some(({ text }) => names.length === 0 || names.some((name) => text.includes(name)))
    );
  });
}

/** Whether the assertion was in a branch that then left the test: the other assertions now check its case. */
function leftTestEarly(removed: readonly Line[], { line }: Assertion): boolean {
  const isBranch = removed.some((each) => each.line < line && /\bif\b/.test(each.code));
  return isBranch && removed.some((each) => each.line > line && /\b(?:continue|return)\b/.test(each.code));
}

/** Whether new lines of the test throw, which fails it as `fail()` does. */
function throwsNow({ file, test }: Comparable): boolean {
  const { from = 0, to = 0 } = test?.after ?? {};
  return file.added.some(({ at, code }) => from <= at && at < to && THROWS.test(code));
}

/** Whether the test got lines in other places than where it lost assertions. */
function isChangedOtherwise({ file, test }: Comparable, lost: readonly Assertion[]): boolean {
  const { from = 0, to = 0 } = test?.after ?? {};
  const places = new Set(lost.map((was) => hunkOf(file, was)));
  const elsewhere = file.hunks.filter((hunk) => !places.has(hunk)).flatMap(({ added }) => added);
  return elsewhere.some(({ at, code }) => from <= at && at < to && /\w/.test(code));
}

/** Without as many assertions as the same lines got new ones, or got statements that throw. */
function notReplaced(
  file: AnalyzedFile,
  candidates: readonly Assertion[],
  added: readonly Assertion[],
): readonly Assertion[] {
  const places = new Map<unknown, number>();
  for (const hunk of file.hunks) {
    const lines = new Set(hunk.added.map(({ line }) => line));
    const thrown = hunk.added.filter(({ code }) => THROWS.test(code)).length;
    places.set(hunk, added.filter(({ line }) => lines.has(line)).length + thrown);
  }
  return candidates.filter((was) => {
    const hunk = hunkOf(file, was);
    const left = places.get(hunk) ?? 0;
    places.set(hunk, left - 1);
    return left <= 0;
  });
}

function lessIn({ test }: Comparable, { less, text }: { less: number | undefined; text: string }): readonly Finding[] {
  const many = less === undefined ? [] : [String(less)];
  if (test === undefined)
    return saying(less === undefined ? 'shared-claims-nothing' : 'shared-claims-less', ...many, text);
  return saying(less === undefined ? 'claims-nothing' : 'claims-less', test.after.path, ...many, text);
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
