// Jest, Vitest, Mocha, Jasmine, node:test, AVA, tape, tap, QUnit, Playwright, Deno, bun: their tests look alike.

import { conditionsAround } from '../conditions.js';
import type { Source } from '../source.js';
import { chained, shoulds } from './chained.js';
import { argumentsOf, nextLetter, textOf, unquoted } from './pieces.js';
import { callRows, rowsFor } from './rows.js';
import type { Assertion, Skip, Span, Speech } from './unit.js';

const CALL =
  /(?<![\w$.])(?:(?<object>[A-Za-z_$][\w$]*)\s*\.\s*)?(?<mark>[xf])?(?<word>describe|context|suite|it|test|specify|module|Scenario|skip|todo)(?<rest>(?:\s*\.\s*[\w$]+)*)\s*(?<open>[(`])/g;
const WORDS = /^(?:describe|context|suite|it|test|specify)$/;
const GROUPS = new Set(['describe', 'context', 'suite', 'module']);
/** Objects whose `test` is not a test: patterns, and whatever else has such a method, are told by what they are given. */
const RUNNERS = /^(?:t|s+t|st?\d|tt|tap|QUnit|Deno|ava|tape|qunit|test|it|describe|bun)$/;
/** These are called to get the function that is then called. */
const TWICE = /^(?:each|for|skipIf|runIf|todoIf|failingIf|if|when)$/;
const SKIPS = /^(?:skip|todo|fixme|failing|fails|pending|ignore)$/;

interface Call {
  readonly from: number;
  readonly open: number;
  readonly word: string;
  readonly mark: string;
  readonly modifiers: readonly string[];
  /** What `each`, `skipIf` and the like were given. */
  readonly first?: number | undefined;
}

export const javascript: Speech = {
  spans: (source) => [...source.code.matchAll(CALL)].flatMap((match) => spanOf(source, match)),
  assertions: (source) => [...chained(source, EXPECT), ...shoulds(source, strengthOf), ...called(source)],
};

function spanOf(source: Source, match: RegExpExecArray): readonly Span[] {
  const call = callOf(source, match);
  if (!call) return [];
  const [name, ...others] = argumentsOf(source, call.open);
  if (!name || !looksLikeTest(match.groups?.object, name.text, others.length)) return [];
  const to = source.closeOf(call.open) + 1;
  // Not the call's own opening: what stands between its name and its function are options.
  const options = source.code.slice(call.open, bodyOf(source, call.open, to));
  return [
    {
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
    },
  ];
}

function callOf(source: Source, { index, 0: whole, groups = {} }: RegExpExecArray): Call | undefined {
  const rest = (groups.rest ?? '').split(/[.\s]+/).filter(Boolean);
  // In `t.skip('name', body)` and `it.skip(…)` the skip stands where the word is looked for.
  const isMark = /^(?:skip|todo)$/.test(groups.word ?? '');
  if (isMark && groups.object === undefined) return undefined;
  const word = isMark ? (WORDS.test(groups.object ?? '') ? (groups.object ?? '') : 'test') : (groups.word ?? '');
  const modifiers = isMark ? [groups.word ?? '', ...rest] : rest;
  const first = index + whole.length - 1;
  const call = { from: index, word, mark: groups.mark ?? '', modifiers };
  if (!modifiers.some((each) => TWICE.test(each))) return groups.open === '(' ? { ...call, open: first } : undefined;
  const end = groups.open === '(' ? source.closeOf(first) : source.code.indexOf('`', first + 1);
  const open = nextLetter(source, end + 1);
  return end > 0 && source.code[open] === '(' ? { ...call, open, first } : undefined;
}

/** `/x/.test(text)` is none, `test(name, body)` is one, and so is Mocha's `it(name)` without a body. */
function looksLikeTest(object: string | undefined, name: string, others: number): boolean {
  if (object === undefined || WORDS.test(object)) return others > 0 || /^['"`{]/.test(name);
  return RUNNERS.test(object) && (others > 0 || name.startsWith('{'));
}

function nameIn(options: string): string {
  return /\bname\s*:\s*(['"`])(.*?)\1/.exec(options)?.[2] ?? options;
}

/** So far is looked into a test for what stands at its head. Tests lie in one another: a look to the end of each would take forever. */
const FAR = 8000;

/** Where a call's function begins. */
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

/** `skipIf(true)` is no condition. */
function isSettled(source: Source, open: number): boolean {
  return /^(?:!?(?:true|false|0|1)|!0|!1)$/.test(source.code.slice(open + 1, source.closeOf(open)).trim());
}

const INSIDE =
  /(?:^|[;{}\n])\s*(?:return\s+)?(?:(?:this|t|st|ctx|context|test|it|self|tc)\.(?:skip|todo|fixme)\s*\((?!\s*[`'"][^)]*,\s*(?:function|async|\())|pending\s*\(|(?:if\s*\([^;{}\n]*\)\s*)?return\s*;)/g;

/** A skip said inside of the body, or a body that returns before it does anything. */
function skipsInside(source: Source, call: Call, to: number): readonly Skip[] {
  if (GROUPS.has(call.word)) return [];
  const start = source.code.indexOf('{', bodyOf(source, call.open, to));
  if (start < 0 || start > to) return [];
  const body = source.code.slice(start, Math.min(to, start + FAR));
  return [...body.matchAll(INSIDE)].flatMap(({ index, 0: found }): readonly Skip[] => {
    const at = start + index + found.search(/\S(?!\s*[;{}\n])|\w/);
    const how = found.replace(/^[;{}\s]+/, '').trim();
    const isReturn = /\breturn\s*;$/.test(how);
    const depth = source.around(at + 1).filter((open) => open > start && source.code[open] === '{').length;
    // In a callback it ends no more than that.
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
  /^(?:plan|end|endAll|test|skip|todo|comment|teardown|tearDown|context|before|beforeEach|after|afterEach|mock|diagnostic|timeout|timeoutAfter|log|name|fullname|signal|assert|on|once|emit|run|fixture|mockFn|intercept|capture\w*|tap\w*|testdir|cleanup|autoend|bailout|then|catch|waitForSubtest\w*|suite|it|describe|getAssertionError|runOnly|fn|bind|call|apply|set\w*|clear\w*|error(?:s|ed)?Handler)$/;
const METHODS =
  /^(?:ok|notOk|true|false|truthy|falsy|equals?|notEquals?|isEqual|is|isNot|not|deep(?:Strict|Loose)?Equals?|not(?:Deep)?(?:Strict)?Equal|strictEqual|same|notSame|strict(?:Same|NotSame)|looseEquals?|like|unlike|throws(?:Async|Exception)?|doesNotThrow|notThrows(?:Async)?|rejects|doesNotReject|match(?:es)?|doesNotMatch|regex|notRegex|error|ifError|fail|snapshot|matchSnapshot|has(?:Strict)?|hasProp\w*|type|typeOf|instanceOf|include\w*|lengthOf|property|exists?|isTrue|isFalse|isOk|isNull|isDefined|closeTo|approximately|called\w*|notCalled|callCount|is[A-Z]\w*|partialDeepStrictEqual|pass)$/;

/** `assert.equal(x, y)`, `t.is(x, y)`. Only the methods that claim something. */
function called(source: Source): readonly Assertion[] {
  return [...source.code.matchAll(ASSERT)].flatMap(({ index, 0: whole, groups = {} }): readonly Assertion[] => {
    // Engines of old could not read `t.throws`, and some still write t['throws'].
    const quoted = groups.quoted && source.text.slice(index, index + whole.length).split(/['"]/)[1];
    const method = groups.method ?? quoted ?? 'ok';
    if (method === 'ok' && groups.method === undefined && !/^assert/.test(groups.object ?? '')) return [];
    // Some give their test object methods of their own.
    const isOwn = TEST_OBJECT.test(groups.object ?? '') && !CONTROLS.test(method);
    if (!METHODS.test(method) && !isOwn) return [];
    const open = index + whole.length - 1;
    const [subject, expected] = argumentsOf(source, open);
    const unary = UNARY.test(method);
    return [
      {
        line: source.lineAt(index),
        at: index,
        text: textOf(source, index, source.closeOf(open) + 1),
        subject: subject?.text ?? '',
        matcher: method,
        expected: unary ? '' : (expected?.text ?? ''),
        strength: strengthOf(method, { subject: subject?.text ?? '', expected: expected?.text ?? '' }),
      },
    ];
  });
}

const UNARY =
  /^(?:ok|notOk|true|false|truthy|falsy|error|ifError|fail|exists?|isTrue|isFalse|isOk|isNull|isDefined|isNotNull|pass|snapshot|matchSnapshot)$/;
const EXACT =
  /^(?:toBe|toEqual|toStrictEqual|toHaveLength|toMatchInlineSnapshot|toMatchSnapshot|toHaveBeenCalledWith|toHaveBeen(?:Nth|Last)CalledWith|toHaveBeenCalledTimes|toHaveBeenCalledOnceWith|toHaveReturnedWith|toBeNull|toBeNaN|toBe(?:True|False)|toHaveText|toHaveValue|toHaveCount|equals?|isEqual|is|eq|eqls?|deep(?:Strict|Loose)?Equals?|strictEqual|same|strictSame|snapshot|matchSnapshot|members|keys|lengthOf|calledWith\w*|calledOnce\w*|callCount|true|false|null|isTrue|isFalse|isNull|not\.toHaveBeenCalled)$/;
const PART =
  /^(?:toContain\w*|toMatch|toMatchObject|toBeCloseTo|toBeGreaterThan\w*|toBeLessThan\w*|toThrow\w*|rejects|throws\w*|toHaveProperty|like|loose\w+|match\w*|regex|include\w*|contains?|closeTo|approximately|above|below|least|most|within|property|has\w*|ifError|error|notThrows\w*|instanceOf|typeOf|a|an|toBeInstanceOf|hasProp\w*|fail)$/;
const COMPARES = /[=!]==?|\.(?:equals?|is)\(|[<>]=?/;

/** How much an assertion says. What compares inside of `ok(…)` says as much as what compares outside. */
function strengthOf(matcher: string, { subject, expected }: { subject: string; expected: string }): number {
  const plain = matcher.replace(/^(?:resolves\.|rejects\.)+/, '');
  if (plain === 'pass') return 0;
  if (EXACT.test(plain)) return 3;
  if (plain.startsWith('not.') || /^(?:not[A-Z]|isNot|unlike|doesNot)/.test(plain))
    return plain.includes('hrow') ? 1 : 2;
  if (PART.test(plain)) return /hrow|reject/.test(plain) && expected === '' ? 1.5 : 2;
  return COMPARES.test(subject) ? 2.5 : 1;
}
