// Detects loosened tolerances of numeric assertions.
import type { Assertion } from '../tests/index.js';

const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/gi;

/** Whether a tolerance, limit or number of digits accepts more than before. */
export function widened(was: Assertion, is: Assertion): boolean {
  const [old, now] = [`${was.subject} ~ ${was.expected}`, `${is.subject} ~ ${is.expected}`];
  if (old.replace(NUMBER, '#') !== now.replace(NUMBER, '#')) return slackened(was, is);
  const [before, after] = [numbers(old), numbers(now)];
  const at = before.findIndex((value, index) => value !== after[index]);
  const [a, b] = [before[at], after[at]];
  if (a === undefined || b === undefined) return false;
  return wider({ matcher: is.matcher, text: now, index: at, last: before.length - 1 }, a, b);
}

const numbers = (text: string): readonly number[] => [...text.matchAll(NUMBER)].map(([number]) => Number(number));

interface Place {
  readonly matcher: string;
  readonly text: string;
  readonly index: number;
  readonly last: number;
}

function wider({ matcher, text, index, last }: Place, was: number, is: number): boolean {
  const isTolerance = index === last;
  if (/CloseTo$/.test(matcher)) return isTolerance && is < was;
  if (/AlmostEqual|approximately|closeTo|InDelta|InEpsilon|assertEquals|within/i.test(matcher)) {
    if (/places\s*=/.test(text) || (matcher === 'assertAlmostEqual' && /,\s*\d+$/.test(text)))
      return isTolerance && is < was;
    return isTolerance && last > 0 && is > was && (was < 1 || /delta/.test(text));
  }
  if (/approx|isclose|allclose|\brel\w*\s*=|\babs\w*\s*=|[ar]tol|decimal|delta|epsilon|EPSILON/.test(text))
    return /decimal/.test(text) ? is < was : isTolerance && is > was;
  const compared = operatorBefore(text, index);
  if (compared !== undefined) return compared === '<' ? is > was : is < was;
  if (/\b(?:in_?range|between|within)\w*\(/i.test(text)) return index === last ? is > was : is < was;
  if (/Less|below|most|^<=?$/i.test(matcher)) return is > was;
  return /Greater|above|least|^>=?$/i.test(matcher) ? is < was : false;
}

/** The comparison operator before a number: `took >= 240`. */
function operatorBefore(text: string, index: number): '<' | '>' | undefined {
  const at = [...text.matchAll(NUMBER)][index]?.index ?? 0;
  return /([<>])=?\s*$/.exec(text.slice(0, at))?.[1] as '<' | '>' | undefined;
}

/** A tolerance was added. */
function slackened(was: Assertion, is: Assertion): boolean {
  const has = (text: string) =>
    /\bapprox\s*\(|\bisclose\s*\(|expect\.any\w*\(|\bmock\.ANY\b|\bANY\b|expect\.stringContaining/.test(text);
  return has(is.expected + is.subject) && !has(was.expected + was.subject);
}
