// The parser for Jest, Vitest, Mocha, Jasmine, node:test, AVA, tape, tap, QUnit, Playwright, Deno and bun, which share their syntax. Used by index.ts.

import { conditionsAround } from '../conditions.js';
import type { Source } from '../source.js';
import { type Call, callsIn, importedFrom } from './calls.js';
import { chained, shoulds } from './chained.js';
import {
  type Assertion,
  argumentsOf,
  callRows,
  type LanguageParser,
  rowsFor,
  type Skip,
  type Span,
  textOf,
  unquoted,
} from './parser.js';

const GROUPS = new Set(['describe', 'context', 'suite', 'module']);
const SKIPS = /^(?:skip|todo|fixme|failing|fails|pending|ignore)$/;

export const javascript: LanguageParser = {
  spans: (source) => callsIn(source).flatMap((call) => spanOf(source, call) ?? []),
  assertions: (source) => [
    ...chained(source, EXPECT),
    ...shoulds(source, strengthOf),
    ...called(source),
    ...imported(source),
  ],
};

function spanOf(source: Source, call: Call): Span | undefined {
  const [name, ...others] = argumentsOf(source, call.open);
  if (!name) return undefined;
  const to = source.closeOf(call.open) + 1;
  // The options are between the test's name and its function.
  const options = source.code.slice(call.open, bodyOf(source, call.open, to));
  return {
    name: name.text.startsWith('{') ? nameIn(name.text) : unquoted(name.text),
    group: GROUPS.has(call.word),
    from: call.from,
    to,
    skips: [...skipsOf(source, call, { options, others: others.length }), ...skipsInside(source, call, to)],
    only: onlyOf(source, call, options),
    cases:
      call.first === undefined || !call.modifiers.some((word) => /^(?:each|for)$/.test(word))
        ? []
        : rows(source, call.first),
  };
}

function nameIn(options: string): string {
  return /\bname\s*:\s*(['"`])(.*?)\1/.exec(options)?.[2] ?? options;
}

/** How far a test is searched for its head; tests can be nested, so searching to the end would take too long. */
const FAR = 8000;

/** The offset of a call's function. */
function bodyOf(source: Source, open: number, to: number): number {
  const found = /=>|\bfunction\b|\bfn\s*[(:]/.exec(source.code.slice(open, Math.min(to, open + FAR)));
  return found ? open + found.index : to;
}

function skipsOf(
  source: Source,
  call: Call,
  { options, others }: { options: string; others: number },
): readonly Skip[] {
  const line = source.lineAt(call.from);
  const word = call.modifiers.find((each) => SKIPS.test(each));
  const skips: Skip[] = [];
  if (call.mark === 'x') skips.push({ line, how: `x${call.word}`, conditional: false });
  if (word) skips.push({ line, how: `.${word}`, conditional: false });
  const iffy = call.modifiers.find((each) => /^(?:skipIf|runIf|todoIf|if)$/.test(each));
  if (iffy && call.first !== undefined)
    skips.push({ line, how: `.${iffy}`, conditional: !isSettled(source, call.first) });
  const option = /\b(skip|todo|ignore|expectFailure)\s*:\s*(?!false\b)([\w!'"]+)/.exec(options);
  if (option) {
    const at = source.lineAt(call.open + option.index);
    skips.push({ line: at, how: `${option[1]}: ${option[2]}`, conditional: !/^(?:true|['"])/.test(option[2] ?? '') });
  }
  if (others === 0 && !GROUPS.has(call.word) && call.modifiers.length === 0 && !options.includes(':'))
    skips.push({ line, how: 'a test without a body', conditional: false });
  return skips;
}

/** Whether the condition of `skipIf(true)` is constant. */
function isSettled(source: Source, open: number): boolean {
  return /^(?:!?(?:true|false|0|1)|!0|!1)$/.test(source.code.slice(open + 1, source.closeOf(open)).trim());
}

/** Usual names of a test's context. */
const CONTEXTS = ['this', 't', 'st', 'ctx', 'context', 'test', 'it', 'self', 'tc'];
const LEAVES = String.raw`\.(?:skip|todo|fixme)\s*\((?!\s*[\`'"][^)]*,\s*(?:function|async|\())|pending\s*\(`;
const RETURNS = String.raw`(?:if\s*\([^;{}\n]*\)\s*)?return\s*;`;
const insides = new Map<string, RegExp>();

/** Matches how a test skips itself through a context of this name. */
function insideWith(context: string): RegExp {
  const names = [...new Set([...CONTEXTS, context])].map((name) => name.replaceAll('$', '\\$')).join('|');
  const known =
    insides.get(names) ??
    new RegExp(String.raw`(?:^|[;{}\n])\s*(?:return\s+)?(?:(?:${names})${LEAVES}|${RETURNS})`, 'g');
  if (insides.size < 100) insides.set(names, known);
  return known;
}

/** The name of the function's first parameter, unless it is a row of a table. */
function contextOf({ modifiers }: Call, head: string): string {
  if (modifiers.includes('each')) return 't';
  const parameter = String.raw`([A-Za-z_$][\w$]*)\s*(?:[:,][^()]*)?`;
  const found = new RegExp(String.raw`(?:\bfunction\b[^(]{0,100}\(\s*|\(\s*|[,\s])${parameter}\)?\s*(?:=>\s*)?$`).exec(
    head.slice(-200),
  );
  return found?.[1] ?? 't';
}

/** A skip inside the body, or an early return. */
function skipsInside(source: Source, call: Call, to: number): readonly Skip[] {
  if (GROUPS.has(call.word)) return [];
  const start = source.code.indexOf('{', bodyOf(source, call.open, to));
  if (start < 0 || start > to) return [];
  const body = source.code.slice(start, Math.min(to, start + FAR));
  const inside = insideWith(contextOf(call, source.code.slice(Math.max(call.open + 1, start - 200), start)));
  return [...body.matchAll(inside)].flatMap(({ index, 0: found }): readonly Skip[] => {
    const at = start + index + found.search(/\S(?!\s*[;{}\n])|\w/);
    const how = found.replace(/^[;{}\s]+/, '').trim();
    const isReturn = /\breturn\s*;$/.test(how);
    const depth = source.around(at + 1).filter((open) => open > start && source.code[open] === '{').length;
    // In a callback, `return` ends only the callback.
    const inIf = depth === 1 && conditionsAround(source, at + 1).length > 0;
    if (isReturn && depth > 0 && !inIf) return [];
    return [{ line: source.lineAt(at), how, conditional: depth > 0 || how.startsWith('if') }];
  });
}

function onlyOf(source: Source, call: Call, options: string): number | undefined {
  const option = /\bonly\s*:\s*(?!false\b)\w+/.exec(options);
  if (option) return source.lineAt(call.open + option.index);
  return call.mark === 'f' || call.modifiers.includes('only') ? source.lineAt(call.from) : undefined;
}

function rows(source: Source, first: number): readonly string[] {
  if (source.code[first] === '(') return callRows(source, first);
  return rowsFor(source.text.slice(first + 1, source.code.indexOf('`', first + 1)));
}

/** `expect(x).not.toBe(y)`, `expect(x).to.be.equal(y)`, `x.should.equal(y)`. */
const EXPECT = {
  start: /(?<![\w$.])(?:await\s+)?(?:return\s+)?(?:expect(?:TypeOf|\.soft|\.poll)?|chai\.expect|assertThat)\s*(?=\()/g,
  strength: strengthOf,
};

const ASSERT =
  /(?<![\w$.])(?<awaits>await\s+|return\s+)?(?<object>assert(?:\.strict)?|chai\.assert|(?:t|ctx|context)\.assert|t|s+t|st?\d|tt|ct|tap|q|qunit|should|sinon(?:\.assert)?)(?:\.(?<method>[\w$]+)|\[(?<quoted>['"] +['"])\])?\s*(?<open>\()/g;
const TEST_OBJECT = /^(?:t|s+t|st?\d|tt|ct)$/;
const CONTROLS =
  /^(?:plan|end|endAll|test|skip|todo|comment|teardown|tearDown|context|before|beforeEach|after|afterEach|mock\w*|diagnostic|timeout|timeoutAfter|log|name|fullname|signal|assert|on|once|emit|run|fixture|intercept|capture\w*|tap\w*|testdir|cleanup|autoend|bailout|then|catch|waitForSubtest\w*|suite|it|describe|getAssertionError|runOnly|fn|bind|call|apply|set\w*|clear\w*|error(?:s|ed)?Handler)$/;
const METHODS =
  /^(?:ok|notOk|true|false|truthy|falsy|equals?|notEquals?|isEqual|is|isNot|not|deep(?:Strict|Loose)?Equals?|not(?:Deep)?(?:Strict)?Equal|strictEqual|same|notSame|strict(?:Same|NotSame)|looseEquals?|like|unlike|throws(?:Async|Exception)?|doesNotThrow|notThrows(?:Async)?|rejects|doesNotReject|match(?:es)?|doesNotMatch|regex|notRegex|error|ifError|fail|snapshot|matchSnapshot|has(?:Strict)?|hasProp\w*|type|typeOf|instanceOf|include\w*|lengthOf|property|exists?|isTrue|isFalse|isOk|isNull|isDefined|closeTo|approximately|called\w*|notCalled|callCount|is[A-Z]\w*|partialDeepStrictEqual|pass)$/;

/** `assert.equal(x, y)`, `t.is(x, y)`; only methods that assert something. */
function called(source: Source): readonly Assertion[] {
  return [...source.code.matchAll(ASSERT)].flatMap(({ index, 0: whole, groups = {} }): readonly Assertion[] => {
    // Also `t['throws']`.
    const quoted = groups.quoted && source.text.slice(index, index + whole.length).split(/['"]/)[1];
    const method = groups.method ?? quoted ?? 'ok';
    if (method === 'ok' && groups.method === undefined && !/^assert/.test(groups.object ?? '')) return [];
    // Some projects add methods to their test object.
    const isOwn = TEST_OBJECT.test(groups.object ?? '') && !CONTROLS.test(method);
    if (!METHODS.test(method) && !isOwn) return [];
    return [assertionAt(source, { from: index, open: index + whole.length - 1, method })];
  });
}

/** `equal(x, y)` where `equal` was imported from Node's assertions. */
function imported(source: Source): readonly Assertion[] {
  const names = importedFrom(source, /^(?:node:)?assert(?:\/strict)?$/).filter(({ of }) => of && METHODS.test(of));
  if (names.length === 0) return [];
  const methods = new Map(names.map(({ name, of = name }) => [name, of]));
  const calls = new RegExp(
    `(?<![\\w$.])(?:await\\s+)?(${names.map(({ name }) => name.replaceAll('$', '\\$')).join('|')})\\s*\\(`,
    'g',
  );
  return [...source.code.matchAll(calls)].map(({ index, 0: whole, 1: name = '' }) =>
    assertionAt(source, { from: index, open: index + whole.length - 1, method: methods.get(name) ?? name }),
  );
}

function assertionAt(source: Source, of: { from: number; open: number; method: string }): Assertion {
  const { from, open, method } = of;
  const [subject, expected] = argumentsOf(source, open).map(({ text }) => text);
  return {
    line: source.lineAt(from),
    at: from,
    text: textOf(source, from, source.closeOf(open) + 1),
    subject: subject ?? '',
    matcher: method,
    expected: UNARY.test(method) ? '' : (expected ?? ''),
    strength: strengthOf(method, { subject: subject ?? '', expected: expected ?? '' }),
  };
}

const UNARY =
  /^(?:ok|notOk|true|false|truthy|falsy|error|ifError|fail|exists?|isTrue|isFalse|isOk|isNull|isDefined|isNotNull|pass|snapshot|matchSnapshot)$/;
const EXACT =
  /^(?:toBe|toEqual|toStrictEqual|toHaveLength|toMatchInlineSnapshot|toMatchSnapshot|toHaveBeenCalledWith|toHaveBeen(?:Nth|Last)CalledWith|toHaveBeenCalledTimes|toHaveBeenCalledOnceWith|toHaveReturnedWith|toBeNull|toBeNaN|toBe(?:True|False)|toHaveText|toHaveValue|toHaveCount|equals?|isEqual|is|eq|eqls?|deep(?:Strict|Loose)?Equals?|strictEqual|same|strictSame|snapshot|matchSnapshot|members|keys|lengthOf|calledWith\w*|calledOnce\w*|callCount|true|false|null|isTrue|isFalse|isNull|not\.toHaveBeenCalled)$/;
const PART =
  /^(?:toContain\w*|toMatch|toMatchObject|toBeCloseTo|toBeGreaterThan\w*|toBeLessThan\w*|toThrow\w*|rejects|throws\w*|toHaveProperty|like|loose\w+|match\w*|regex|include\w*|contains?|closeTo|approximately|above|below|least|most|within|property|has\w*|ifError|error|notThrows\w*|instanceOf|typeOf|a|an|toBeInstanceOf|hasProp\w*|fail)$/;
const COMPARES = /[=!]==?|\.(?:equals?|is)\(|[<>]=?/;

/** How much an assertion checks. A comparison inside `ok(…)` counts like one outside. */
function strengthOf(matcher: string, { subject, expected }: { subject: string; expected: string }): number {
  const plain = matcher.replace(/^(?:resolves\.|rejects\.)+/, '');
  if (plain === 'pass') return 0;
  if (EXACT.test(plain)) return 3;
  if (plain.startsWith('not.') || /^(?:not[A-Z]|isNot|unlike|doesNot)/.test(plain))
    return plain.includes('hrow') ? 1 : 2;
  if (PART.test(plain)) return /hrow|reject/.test(plain) && expected === '' ? 1.5 : 2;
  return COMPARES.test(subject) ? 2.5 : 1;
}
