// Finds assertions through helper functions of the tests: `checkRoundTrip(a, b)`.
import type { Source } from '../source.js';
import { argumentsOf, textOf } from './pieces.js';
import type { Assertion } from './unit.js';

const DECLARES =
  /\b(?:function\s*\*?|def|func|fn)\s+(\w+)\s*[(<]|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>)/g;
const NAMED = /(?<![\w$])(?:[\w$]+\.)?((?:assert|expect|check|verify|ensure|validate)(?:[A-Z_]\w*)?)\s*\(/g;
/** Assertions of runners, which are found elsewhere. */
const KNOWN = /^(?:expect|assert\w*|verify)$/;

/** Calls of functions that assert something: by name, or because they contain assertions. */
export function helpersCalled(source: Source, shared: readonly Assertion[]): readonly Assertion[] {
  const own = helpersIn(source, shared);
  const calls = own.length > 0 ? new RegExp(`(?<![\\w$])(${own.join('|')})\\s*\\(`, 'g') : undefined;
  const found = [...source.code.matchAll(NAMED), ...(calls ? source.code.matchAll(calls) : [])];
  const at = new Map(found.map((match) => [match.index + match[0].length - 1, match]));
  return [...at].flatMap(([open, match]): readonly Assertion[] => {
    const name = match[1] ?? '';
    const declared = /\b(?:function\s*\*?|def|func|fn)\s+$/.test(
      source.code.slice(Math.max(0, match.index - 12), match.index),
    );
    if (declared || (KNOWN.test(name) && !own.includes(name))) return [];
    const [subject, ...others] = argumentsOf(source, open).map(({ text }) => text);
    return [
      {
        line: source.lineAt(match.index),
        at: match.index,
        text: textOf(source, match.index, source.closeOf(open) + 1),
        subject: subject ?? '',
        matcher: name,
        expected: others.join(', '),
        strength: 3,
      },
    ];
  });
}

/** The names of functions that contain shared assertions. */
function helpersIn(source: Source, shared: readonly Assertion[]): readonly string[] {
  if (shared.length === 0) return [];
  const declared = [...source.code.matchAll(DECLARES)].map(({ index, 1: name, 2: other }) => ({
    index,
    name: name ?? other ?? '',
  }));
  const names = new Set<string>();
  let next = 0;
  for (const { at } of shared) {
    while ((declared[next]?.index ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const name = declared[next - 1]?.name;
    if (name) names.add(name);
  }
  return [...names];
}
