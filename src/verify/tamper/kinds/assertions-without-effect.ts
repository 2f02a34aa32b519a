// The rules for assertions that are no longer reached, or whose failure is caught and ignored. Two of the rules of ../index.ts.
import type { SentenceKey } from '../../../text/lang/tamper/index.js';
import { type AnalyzedFile, linesOf } from '../change.js';
import { conditionsAround, isSettled } from '../conditions.js';
import { holdsTests, type Pair, type TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Source } from '../source.js';
import { type Assertion, type TestUnit, testsIn } from '../tests/index.js';
import { claim } from './changed-assertions.js';
import { newLines, type Row, rowsIn } from './line-patterns.js';

/** An unchanged assertion that is no longer reached: because of a condition, a function, or an empty loop. */
export function assertionUnreached({ pairs }: TamperContext): readonly Found[] {
  return pairs.filter(({ before, after }) => !before.group && !after.group).flatMap(inTest);
}

function inTest({ file, before, after }: Pair): readonly Found[] {
  if (!file.before || !file.after || before.bodyDigest === after.bodyDigest) return [];
  const had = new Map<string, Assertion[]>();
  for (const each of before.assertions) had.set(claim(each), [...(had.get(claim(each)) ?? []), each]);
  const counts = new Map<string, number>();
  const [old, now] = [file.before, file.after];
  return after.assertions.flatMap((is): readonly Found[] => {
    const nth = counts.get(claim(is)) ?? 0;
    counts.set(claim(is), nth + 1);
    // Of equal assertions the first corresponds to the first, and so on.
    const was = had.get(claim(is))?.[nth] ?? had.get(claim(is))?.at(-1);
    const obstacle =
      was && newObstacle({ source: old, unit: before, assertion: was }, { source: now, unit: after, assertion: is });
    if (!obstacle) return [];
    const text = is.text.length > 70 ? `${is.text.slice(0, 69)}…` : is.text;
    const because = saying(obstacle.says, ...(obstacle.where === undefined ? [] : [obstacle.where]), text);
    return [
      {
        file: file.path,
        line: is.line,
        kind: 'assertion-weakened',
        weight: obstacle.never ? 'blocks' : 'named',
        because,
      },
    ];
  });
}

interface AssertionPlace {
  readonly source: Source;
  readonly unit: TestUnit;
  readonly assertion: Assertion;
}

interface Obstacle {
  readonly says: SentenceKey;
  /** The new condition. */
  readonly where?: string | undefined;
  /** Whether it can never be reached. */
  readonly never: boolean;
}

function newObstacle(was: AssertionPlace, is: AssertionPlace): Obstacle | undefined {
  const before = new Set(conditionsOf(was).map(({ text }) => text));
  const condition = conditionsOf(is).find(({ text }) => !before.has(text));
  if (condition) return { says: 'asked-where', where: condition.text, never: isSettled(condition.text) };
  const made = overwritten(is) && !overwritten(was);
  if (made) return { says: 'set-before', never: true };
  const [had, has] = [functionsAround(was), functionsAround(is)];
  const isEmpty = (head: string) => EMPTY.test(head);
  if (has.some(isEmpty) && !had.some(isEmpty)) return { says: 'loop-over-nothing', never: true };
  const known = new Set(was.unit.assertions.flatMap((each) => functionsAround({ ...was, assertion: each })));
  // A function that held assertions before, or that a call gets which is waited for.
  const isKnown = has
    .slice(0, Math.max(0, has.length - had.length))
    .every((head) => known.has(head) || CALLED_AT_ONCE.test(head));
  return has.length > had.length && !isKnown ? { says: 'maybe-uncalled', never: false } : undefined;
}

/** A function whose caller is waited for, or a test inside of the test. */
const CALLED_AT_ONCE = /^\s*(?:(?:const|let|var)\s[^=]*=\s*)?(?:await|return|yield)\b|\b\w+\.(?:Run|test)\(|\w\(t,\s/;

/** Conditions inside the test. */
function conditionsOf({ source, unit, assertion }: AssertionPlace) {
  const from = source.lineAt(unit.from);
  // In Go the innermost condition is the assertion itself.
  const own = source.language.name === 'go' && assertion.matcher !== 'report' ? 1 : 0;
  return conditionsAround(source, assertion.at)
    .filter(({ line }) => line > from)
    .slice(own);
}

/** Loops over nothing. */
const EMPTY =
  /\[\s*\]\s*\.\w+\s*\(|\bof\s*\[\s*\]|\bin\s+(?:\[\s*\]|\(\s*\)|range\(\s*0\s*\))|\[:0\]|\.slice\(\s*0\s*,\s*0\s*\)|\b0\s*\.\.\s*0\b/;
const FUNCTION = /=>\s*$|\bfunction\b[^{}]*$|\bfunc\s*\([^{}]*$|\bfor\b[^{}]*$/;

/** The heads of functions and loops around an assertion, within its test, innermost first. */
function functionsAround({ source, unit, assertion }: AssertionPlace): readonly string[] {
  const heads = source
    .around(assertion.at)
    .filter((open) => open > unit.from && source.code[open] === '{')
    .map((open) => source.code.slice(Math.max(unit.from, source.startOf(source.lineAt(open))), open))
    .filter((head) => FUNCTION.test(head));
  const own = source.code.slice(Math.max(unit.from, source.startOf(assertion.line)), assertion.at);
  return /=>/.test(own) && source.lineAt(unit.from) !== assertion.line ? [own, ...heads] : heads;
}

const LITERAL = /^(?:-?[\d.]+|'[^'\n]*'|"[^"\n]*"|true|false|True|False|null|None|nil)$/;

/** The expected value is assigned to the checked variable just before. */
function overwritten({ source, unit, assertion }: AssertionPlace): boolean {
  const { subject, expected } = assertion;
  if (!/^[A-Za-z_]\w*$/.test(subject) || !LITERAL.test(expected)) return false;
  const [block] = source.around(source.startOf(assertion.line));
  const from = source.lineAt(unit.from);
  const count = Math.min(20, assertion.line - from);
  return linesOf(source, assertion.line - count, count).some(
    ({ text, at }) =>
      text.trim().replace(/;$/, '') === `${subject} = ${expected}` &&
      source.around(at + text.search(/\S/))[0] === block,
  );
}

const SWALLOWING: readonly Row[] = [
  {
    is: /(?:expect|assert)\w*\(.*\.catch\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*(?:\{\s*\}|undefined|null|void 0)/,
    weight: 'blocks',
    says: 'failure-dropped',
  },
  {
    is: /(?:contextlib\.)?\bsuppress\(\s*(?:AssertionError|Exception|BaseException)\b/,
    weight: 'blocks',
    says: 'failures-suppressed',
  },
  { is: /\bcatch_unwind\s*\(/, weight: 'blocks', says: 'panic-caught' },
  { is: /\brecover\(\)(?!\s*;?\s*\w*\s*==\s*nil)/, weight: 'named', says: 'panic-recovered' },
  {
    is: /\bjest\.retryTimes\(|\bthis\.retries\(|\bflaky\(|@(?:Repeated|Retry|Flaky)\w*|\bretries?\s*:\s*[1-9]|mark\.flaky/,
    weight: 'named',
    says: 'run-until-passing',
  },
];

/** A failing assertion whose error is caught and ignored. */
export function failureSwallowed({ files, pairs, addedTests }: TamperContext): readonly Found[] {
  return files.filter(holdsTests).flatMap((file) => {
    // A new test weakens nothing, nor does a helper in a new file.
    const isNew = file.before === null && !pairs.some((pair) => pair.file === file);
    const ranges = addedTests.filter((placed) => placed.file === file && !placed.unit.group).map(({ unit }) => unit);
    const isInNewTest = ({ line }: Found) =>
      ranges.some((unit) => unit.line <= line && line <= (file.after?.lineAt(unit.to) ?? 0));
    const rows = rowsIn(file, 'failure-swallowed', SWALLOWING).filter((found) => !isNew && !isInNewTest(found));
    return [...caught(file, pairs), ...rows];
  });
}

interface Caught {
  readonly from: number;
  readonly to: number;
  /** The body of the handler. */
  readonly handler: string;
  readonly line: number;
}

function caught(file: AnalyzedFile, pairs: readonly Pair[]): readonly Found[] {
  const { after } = file;
  if (!after) return [];
  const fresh = new Set(newLines(file).map(({ line }) => line));
  const { units, shared } = testsIn(after);
  const assertions = [...units.flatMap((unit) => unit.assertions), ...shared];
  return (after.language.name === 'python' ? pythonTries(after) : tries(after)).flatMap((block): readonly Found[] => {
    const inside = assertions.some(({ at }) => at > block.from && at < block.to);
    // A handler that asserts something, or a body that fails if nothing is thrown, tests for errors.
    const body = after.code.slice(block.from, block.to);
    const usesError =
      /\bthrow\b|\braise\b|\bfail\w*\b|\bexpect\b|\bassert\w*\b|\breject\b|\bdone\(|\bnext\(|\breturn\s+(?!null\b|undefined\b|None\b|true\b|false\b)\w|\bt\.\w+|\bself\.\w*|\bskip|\bFail\(/;
    const expectsThrow = /\bfail\w*\s*\(|\bthrow\b|\braise\b|\bassert\.fail|\bt\.fail|unreachable|DidNotThrow/.test(
      body,
    );
    if (!inside || usesError.test(block.handler) || expectsThrow || !fresh.has(block.line)) return [];
    const because = saying('failures-dropped-here');
    // Whether it is in a test that existed before.
    const was = pairs.some(
      ({ file: of, after: { from, to, group } }) => of === file && !group && from <= block.from && block.to <= to,
    );
    return [
      { file: file.path, line: block.line, kind: 'failure-swallowed', weight: was ? 'blocks' : 'named', because },
    ];
  });
}

function tries(source: Source): readonly Caught[] {
  return [...source.code.matchAll(/\btry\s*\{/g)].flatMap(({ index, 0: head }): readonly Caught[] => {
    const from = index + head.length - 1;
    const to = source.closeOf(from);
    const handler = /^\s*catch\s*(?:\([^)]*\))?\s*\{/.exec(source.code.slice(to + 1, to + 300));
    if (!handler) return [];
    const open = to + handler[0].length;
    return [{ from, to, handler: source.code.slice(open, source.closeOf(open)), line: source.lineAt(open) }];
  });
}

function pythonTries(source: Source): readonly Caught[] {
  return [...source.code.matchAll(/^([ \t]*)try:[ \t]*$/gm)].flatMap(
    ({ index, 0: head, 1: indent = '' }): readonly Caught[] => {
      const from = index + head.length;
      const rest = source.code.slice(from, from + 20_000);
      const handler = new RegExp(
        `\\n${indent}except\\b(?:[^\\n]*?(?:AssertionError|Exception)[^\\n]*)?:([^\\n]*(?:\\n(?:${indent}[ \\t]+[^\\n]*|[ \\t]*(?=\\n|$)))*)`,
      ).exec(rest);
      if (!handler) return [];
      const at = from + handler.index + 1;
      return [{ from, to: at, handler: handler[1] ?? '', line: source.lineAt(at) }];
    },
  );
}
