import type { Saying } from '../../../text/lang/tamper/index.js';
import { conditionsAround, isSettled } from '../conditions.js';
import type { Pair, TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Source } from '../source.js';
import type { Assertion, TestUnit } from '../tests/index.js';
import { claim } from './changed-assertions.js';

/** An unchanged assertion that is no longer reached: because of a condition, a function, or an empty loop. */
export function assertionUnreached({ pairs }: TamperContext): readonly Found[] {
  return pairs.filter(({ before, after }) => !before.group && !after.group).flatMap(inTest);
}

function inTest({ file, before, after }: Pair): readonly Found[] {
  if (!file.before || !file.after || before.bodyDigest === after.bodyDigest) return [];
  const had = new Map(before.assertions.map((each) => [claim(each), each]));
  const [old, now] = [file.before, file.after];
  return after.assertions.flatMap((is): readonly Found[] => {
    const was = had.get(claim(is));
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
  readonly says: Saying;
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
  return has.length > had.length ? { says: 'maybe-uncalled', never: false } : undefined;
}

/** Conditions inside the test. */
function conditionsOf({ source, unit, assertion }: AssertionPlace) {
  const from = source.lineAt(unit.from);
  return conditionsAround(source, assertion.at).filter(({ line }) => line > from);
}

/** Loops over nothing. */
const EMPTY =
  /\[\s*\]\s*\.\w+\s*\(|\bof\s*\[\s*\]|\bin\s+(?:\[\s*\]|\(\s*\)|range\(\s*0\s*\))|\[:0\]|\.slice\(\s*0\s*,\s*0\s*\)|\b0\s*\.\.\s*0\b/;
const FUNCTION = /=>\s*$|\bfunction\b[^{}]*$|\bfunc\s*\([^{}]*$|\bfor\b[^{}]*$/;

/** The heads of functions and loops around an assertion, within its test. */
function functionsAround({ source, unit, assertion }: AssertionPlace): readonly string[] {
  const heads = source
    .around(assertion.at)
    .filter((open) => open > unit.from && source.code[open] === '{')
    .map((open) => source.code.slice(Math.max(unit.from, source.startOf(source.lineAt(open))), open))
    .filter((head) => FUNCTION.test(head));
  const own = source.code.slice(Math.max(unit.from, source.startOf(assertion.line)), assertion.at);
  return /=>/.test(own) && source.lineAt(unit.from) !== assertion.line ? [...heads, own] : heads;
}

const LITERAL = /^(?:-?[\d.]+|'[^'\n]*'|"[^"\n]*"|true|false|True|False|null|None|nil)$/;

/** The expected value is assigned to the checked variable just before. */
function overwritten({ source, unit, assertion }: AssertionPlace): boolean {
  const { subject, expected } = assertion;
  if (!/^[A-Za-z_]\w*$/.test(subject) || !LITERAL.test(expected)) return false;
  const lines = source.text.slice(unit.from, assertion.at).split('\n').slice(-20);
  return lines.some((line) => line.trim().replace(/;$/, '') === `${subject} = ${expected}`);
}
