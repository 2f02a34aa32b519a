// Finds the tests in a text, with their direct assertions and those in helper functions. To add a language, write a file and add it here.
// Used by ../context.ts, the rules in ../kinds, and src/verify/prove/rust-tests.ts.
import { digestOf } from '../../../text/digest.js';
import type { LanguageName } from '../language.js';
import type { Source } from '../source.js';
import { go } from './go.js';
import { java } from './java.js';
import { javascript } from './javascript.js';
import { type Assertion, argumentsOf, type LanguageParser, type Span, type TestUnit, textOf } from './parser.js';
import { python } from './python.js';
import { rust } from './rust.js';

export type { Assertion, Skip, TestUnit } from './parser.js';

const PARSERS: Readonly<Partial<Record<LanguageName, LanguageParser>>> = { javascript, python, go, rust, java };

export interface Tests {
  readonly units: readonly TestUnit[];
  /** Assertions outside of tests, in shared code. */
  readonly shared: readonly Assertion[];
}

const read = new WeakMap<Source, Tests>();

/** All tests of a text, each with its direct assertions. Cached. */
export function testsIn(source: Source): Tests {
  const known = read.get(source);
  if (known) return known;
  const tests = readTests(source);
  read.set(source, tests);
  return tests;
}

function readTests(source: Source): Tests {
  const parser = PARSERS[source.language.name];
  if (!parser) return { units: [], shared: [] };
  const spans = [...parser.spans(source)].sort((a, b) => a.from - b.from || b.to - a.to);
  const assertions = parser.assertions(source);
  const direct = divide(spans, assertions);
  // Calls of helper functions with shared assertions count as assertions too.
  const known = new Set(assertions.map(({ at }) => at));
  const calls = helpersCalled(source, direct.shared).filter(({ at }) => !known.has(at));
  const { own, shared, parents } = calls.length > 0 ? divide(spans, [...assertions, ...calls]) : direct;
  const units = spans.map((span, index) => unitOf({ source, spans, parents, own }, span, index));
  return { units, shared };
}

/** Assigns assertions to the innermost test; those in no test are shared. */
function divide(spans: readonly Span[], assertions: readonly Assertion[]) {
  const own: Assertion[][] = spans.map(() => []);
  const shared: Assertion[] = [];
  const around = nesting(spans);
  for (const assertion of [...assertions].sort((a, b) => a.at - b.at)) {
    const index = around.at(assertion.at) ?? -1;
    if (spans[index]?.group === false) own[index]?.push(assertion);
    else shared.push(assertion);
  }
  return { own, shared, parents: around.parents };
}

/** Finds the innermost span around an offset; spans are nested. */
function nesting(spans: readonly Span[]): { parents: readonly number[]; at: (offset: number) => number | undefined } {
  const parents: number[] = [];
  const stack: number[] = [];
  for (const [index, { from }] of spans.entries()) {
    while (stack.length > 0 && (spans[stack.at(-1) ?? 0]?.to ?? 0) <= from) stack.pop();
    parents.push(stack.at(-1) ?? -1);
    stack.push(index);
  }
  const at = (offset: number): number | undefined => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.from ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0; index = parents[index] ?? -1)
      if (offset < (spans[index]?.to ?? 0)) return index;
    return undefined;
  };
  return { parents, at };
}

interface Context {
  readonly source: Source;
  readonly spans: readonly Span[];
  readonly parents: readonly number[];
  readonly own: readonly (readonly Assertion[])[];
}

/** Maximum depth of groups. */
const DEEPEST = 20;

function unitOf({ source, spans, parents, own }: Context, span: Span, index: number): TestUnit {
  const above: Span[] = [];
  for (let at = parents[index] ?? -1; at >= 0 && above.length < DEEPEST; at = parents[at] ?? -1) {
    const parent = spans[at];
    if (parent) above.unshift(parent);
  }
  const skips = [...above.filter(({ group }) => group).flatMap((parent) => parent.skips), ...span.skips];
  const body = bodyOf(source, span);
  return {
    ...span,
    skips,
    path: [...above.map(({ name }) => name), span.name].join(' › '),
    line: source.lineAt(span.from),
    assertions: own[index] ?? [],
    body,
    bodyDigest: digestOf(body),
  };
}

const LONGEST_BODY = 8000;

/** The code without its head (name and marks): tests with equal bodies are the same. */
function bodyOf(source: Source, { from, to }: Span): string {
  // Limited, because tests can be nested.
  const text = source.text.slice(from, Math.min(to, from + LONGEST_BODY));
  const start = text.search(/=>|\{|\n/);
  return text.slice(Math.max(0, start)).replace(/\s+/g, '');
}

const DECLARES =
  /\b(?:function\s*\*?|def|func|fn)\s+(\w+)\s*[(<]|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>)|\bmacro_rules!\s+(\w+)/g;
const NAMED = /(?<![\w$.])(?:[\w$]+\.)?((?:assert|expect|check|verify|ensure|validate)(?:[A-Z_]\w*)?)\s*\(/g;
/** `parser.parse(…)` calls no helper, though a helper of the file is named `parse`. */
const OWN_CALL = String.raw`(?<![\w$])(?<!(?<!\b(?:this|self|cls|super))\s*\.\s*)`;
/** Assertions of runners, which are found elsewhere. */
const KNOWN = /^(?:expect|assert\w*|verify)$/;

/** Calls of functions that assert something: by name, or because they contain assertions. */
export function helpersCalled(source: Source, shared: readonly Assertion[]): readonly Assertion[] {
  const own = helpersIn(source, shared);
  const calls = own.length > 0 ? new RegExp(`${OWN_CALL}(${own.join('|')})\\s*\\(`, 'g') : undefined;
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
  const declared = [...source.code.matchAll(DECLARES)].map(({ index, 1: name, 2: other, 3: macro }) => ({
    index,
    name: name ?? other ?? macro ?? '',
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
