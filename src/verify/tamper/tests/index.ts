// The tests of a text, in whatever language. A new language is its file and a line here.
import { digestOf } from '../../../text/digest.js';
import type { LanguageName } from '../language.js';
import type { Source } from '../source.js';
import { go } from './go.js';
import { helpersCalled } from './helpers-called.js';
import { java } from './java.js';
import { javascript } from './javascript.js';
import { python } from './python.js';
import { rust } from './rust.js';
import type { Assertion, Span, Speech, TestUnit } from './unit.js';

export type { Assertion, Skip, TestUnit } from './unit.js';

const SPEECHES: Readonly<Partial<Record<LanguageName, Speech>>> = { javascript, python, go, rust, java };

export interface Tests {
  readonly units: readonly TestUnit[];
  /** What is claimed outside of every test: by what tests share. */
  readonly shared: readonly Assertion[];
}

const read = new WeakMap<Source, Tests>();

/** All tests of a text, each with the assertions that stand in it and in no test within it. */
export function testsIn(source: Source): Tests {
  const known = read.get(source);
  if (known) return known;
  const tests = readTests(source);
  read.set(source, tests);
  return tests;
}

function readTests(source: Source): Tests {
  const speech = SPEECHES[source.language.name];
  if (!speech) return { units: [], shared: [] };
  const spans = [...speech.spans(source)].sort((a, b) => a.from - b.from || b.to - a.to);
  const assertions = speech.assertions(source);
  const direct = divide(spans, assertions);
  // What tests share is found first: calls of it are claims as well.
  const known = new Set(assertions.map(({ at }) => at));
  const calls = helpersCalled(source, direct.shared).filter(({ at }) => !known.has(at));
  const { own, shared, parents } = calls.length > 0 ? divide(spans, [...assertions, ...calls]) : direct;
  const units = spans.map((span, index) => unitOf({ source, spans, parents, own }, span, index));
  return { units, shared };
}

/** Assertions by the test in which they stand, the innermost; what stands in none, or in a group only, is shared. */
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

/** Which span stands around an offset: they lie in one another, so that one pass with a stack is enough. */
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

/** Nobody nests groups deeper. */
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

/** Without the head, which holds the name and the marks: two tests are the same when they do the same. */
function bodyOf(source: Source, { from, to }: Span): string {
  // Tests lie in one another: more than this tells nothing new.
  const text = source.text.slice(from, Math.min(to, from + LONGEST_BODY));
  const start = text.search(/=>|\{|\n/);
  return text.slice(Math.max(0, start)).replace(/\s+/g, '');
}
