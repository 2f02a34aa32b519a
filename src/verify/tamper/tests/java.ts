// The parser for JUnit and TestNG in Java, Kotlin, Groovy and Scala, and for NUnit, xUnit and MSTest in C#. Used by index.ts.
import type { Source } from '../source.js';
import { chained } from './chained.js';
import {
  type Assertion,
  argumentsOf,
  type LanguageParser,
  type Skip,
  type Span,
  split,
  squeeze,
  textOf,
} from './parser.js';

const TEST =
  /@(?:org\.[\w.]+\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b|\[(?:Test|Fact|Theory|TestMethod|TestCase|DataTestMethod)\b/g;
const METHOD =
  /(?:\bfun\s+(?:`([^`\n]*)`|(\w+))|\b(\w+))\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?:throws\s+[\w.,\s]+)?(?::\s*[\w<>]+\s*)?(?=[{=])/;
const SKIP =
  /@(?:Disabled\w*|Ignore)\b(\s*\()?|\benabled\s*=\s*false\b|@EnabledI?[fO]\w*|\[Ignore\b|\bSkip\s*=|@Tag\s*\(\s*"(?:slow|disabled|skip|broken)"/g;

export const java: LanguageParser = {
  spans: (source) => {
    const whole = wholeClass(source);
    const found = new Map<number, Span>();
    for (const { index } of source.code.matchAll(TEST)) {
      const from = afterMarks(source, index);
      const head = METHOD.exec(source.code.slice(from, from + 2000));
      if (!head) continue;
      head.index += from;
      if (!found.has(head.index)) found.set(head.index, spanOf(source, { mark: index, head, whole }));
    }
    return [...found.values()];
  },
  assertions: (source) => [...chained(source, THAT), ...called(source)],
};

/** The offset after all annotations of a method. */
function afterMarks(source: Source, mark: number): number {
  let at = mark;
  // Maximum number of annotations.
  for (let marks = 0; marks < 20; marks += 1) {
    const found = /^\s*(?:@[\w.]+|\[[\w.]+)\s*/.exec(source.code.slice(at, at + 300));
    if (!found) return at;
    at += found[0].length;
    const bracketed = found[0].trimStart().startsWith('[');
    if (source.code[at] === '(') at = source.closeOf(at) + 1;
    if (bracketed) at = source.code.indexOf(']', at) + 1 || at;
  }
  return at;
}

function spanOf(source: Source, of: { mark: number; head: RegExpExecArray; whole: readonly Skip[] }): Span {
  const from = firstMark(source, of.mark);
  const open = source.code.indexOf('{', of.head.index + of.head[0].length - 1);
  const to = open < 0 ? source.code.length : source.closeOf(open) + 1;
  const start = of.head.index;
  const name =
    of.head[1] === undefined ? (of.head[2] ?? of.head[3] ?? '') : source.text.slice(start, start + of.head[0].length);
  const early =
    open < 0
      ? null
      : /^\{\s*return\s*;?\s*\n|^\{[^}]*?\b(?:assumeTrue\s*\(\s*false|assumeFalse\s*\(\s*true|Assert\.Ignore\s*\()/.exec(
          source.code.slice(open, to),
        );
  const skips = [...of.whole, ...marksIn(source, from, start)];
  if (early)
    skips.push({
      line: source.lineAt(open + early[0].length - 1),
      how: squeeze(early[0].slice(1)),
      conditional: false,
    });
  return { name, group: false, from, to, skips, cases: casesIn(source, from, start) };
}

function firstMark(source: Source, mark: number): number {
  let line = source.lineAt(mark);
  while (line > 1 && /^\s*[@[]/.test(source.code.slice(source.startOf(line - 1), source.startOf(line)))) line -= 1;
  return source.startOf(line);
}

function marksIn(source: Source, from: number, to: number): readonly Skip[] {
  return [...source.code.slice(from, to).matchAll(SKIP)].map((found): Skip => {
    const conditional = /^@(?:DisabledOn|DisabledIf|Enabled)/.test(found[0]);
    return { line: source.lineAt(from + found.index), how: squeeze(found[0].replace(/\($/, '')), conditional };
  });
}

/** Annotations of the class apply to all its tests. */
function wholeClass(source: Source): readonly Skip[] {
  const head = /^(?:[ \t]*(?:public|final|abstract|internal|open)\s+)*class\s+\w+/m.exec(source.code);
  return head ? marksIn(source, firstMark(source, Math.max(0, head.index)), head.index) : [];
}

function casesIn(source: Source, from: number, to: number): readonly string[] {
  return [
    ...source.code.slice(from, to).matchAll(/@(?:CsvSource|ValueSource)\s*\(|\[(?:InlineData|TestCase|DataRow)\s*\(/g),
  ].flatMap(({ index, 0: found }) => {
    const open = from + index + found.length - 1;
    if (found.startsWith('[')) return [source.text.slice(open, source.closeOf(open) + 1)];
    const list = source.code.indexOf('{', open);
    if (list < 0 || list > to) return [];
    return split({ source, from: list + 1, to: source.closeOf(list), at: ',' }).map(({ text }) => text);
  });
}

const THAT = {
  start: /(?<![\w.])(?:Assertions\.|Truth\.)?(?:assertThat|expectThat|Expect\.That|Assert\.That)\s*(?=\()/g,
  strength: (matcher: string): number => {
    if (/^(?:isEqualTo|isSameAs|containsExactly\w*|isTrue|isFalse|isNull|hasSize|isEmpty)$/.test(matcher)) return 3;
    return /^(?:isNotNull|isNotEmpty|doesNotThrow\w*|isInstanceOf)$/.test(matcher) ? 1 : 2;
  },
};

const CALL =
  /(?<![\w])(?:(?:Assert|Assertions|Assume|Mockito|CollectionAssert|StringAssert)\.)?(?<name>assert[A-Z]\w*|fail|verify|AreEqual|Equal|True|False|NotNull|Null|Throws\w*|Contains|IsTrue|IsFalse|shouldBe)\s*\(/g;

function called(source: Source): readonly Assertion[] {
  return [...source.code.matchAll(CALL)].flatMap(({ index, 0: whole, groups = {} }): readonly Assertion[] => {
    const matcher = groups.name ?? '';
    if (matcher === 'assertThat' || (/^[A-Z]/.test(matcher) && !/Assert/.test(whole))) return [];
    const open = index + whole.length - 1;
    const given = argumentsOf(source, open).map(({ text }) => text);
    const [first = '', second = '', third = ''] = given;
    const pair =
      /Equals?$|Same$|AreEqual|assertArrayEquals|assertIterableEquals|assertLinesMatch|assertThrows|Throws/.test(
        matcher,
      );
    return [
      {
        line: source.lineAt(index),
        at: index,
        text: textOf(source, index, source.closeOf(open) + 1),
        // assertEquals(expected, actual)
        subject: pair ? second : first,
        matcher,
        expected: pair ? (/^[\d.eE-]+[fd]?$/.test(third) ? `${first}, ${third}` : first) : '',
        strength: /Not(?:Equals|Same)/.test(matcher)
          ? 2
          : pair || /assert(?:False|Null)/.test(matcher)
            ? /hrows/.test(matcher)
              ? /^(?:Exception|Throwable)\.class/.test(first)
                ? 1
                : 2
              : 3
            : /assertTrue|IsTrue|^True/.test(matcher) && /equals\(|==|compareTo/.test(first)
              ? 2.5
              : 1,
      },
    ];
  });
}
