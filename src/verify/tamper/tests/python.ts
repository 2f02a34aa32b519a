// The parser for pytest and unittest. Used by index.ts.
import { type Line, linesOf } from '../change.js';
import type { Source } from '../source.js';
import {
  type Assertion,
  argumentsOf,
  callRows,
  type LanguageParser,
  nextNonSpace,
  type Piece,
  type Skip,
  type Span,
  split,
  squeeze,
  textOf,
} from './parser.js';

const HEAD = /^(?<indent>[ \t]*)(?:async\s+)?(?<what>def|class)\s+(?<name>\w+)/;

export const python: LanguageParser = {
  spans: (source) => spansIn(source),
  assertions: (source) => [...asserts(source), ...called(source)],
};

function spansIn(source: Source): readonly Span[] {
  const lines = linesOf(source, 1, source.lineAt(source.text.length));
  const ends = endsOf(lines);
  const module =
    /^pytestmark\s*=.*\b(skip|skipif|xfail)\b|^__test__\s*=\s*False|^\s*pytest\.skip\(.*allow_module_level/m.exec(
      source.code,
    );
  const whole = module ? [skipAt(source, module.index, module[0])] : [];
  return lines.flatMap((line, index): readonly Span[] => {
    const { name = '', what } = HEAD.exec(line.code)?.groups ?? {};
    const group = what === 'class';
    if (
      what === undefined ||
      !(group ? /^Test|Tests?$|TestCase$/.test(name) || /\bTestCase\b/.test(line.code) : /^test/.test(name))
    )
      return [];
    const marks = decoratorsAbove(lines, index);
    const from = marks[0]?.at ?? line.at;
    const to = source.startOf((ends[index] ?? lines.length) + 1);
    return [
      {
        name,
        group,
        from,
        to,
        skips: [
          ...whole,
          ...marked(source, { from, to: line.at }),
          ...(group ? ofClass(source, line.at, to) : inside(source, line.at, to)),
        ],
        cases: casesOf(source, { from, to: line.at }),
      },
    ];
  });
}

/** For every line, the last line of its indented block. One pass with a stack. */
function endsOf(lines: readonly Line[]): readonly number[] {
  const ends = lines.map(({ line }) => line);
  const open: { index: number; indent: number }[] = [];
  let last = 0;
  for (const [index, { code, text }] of lines.entries()) {
    // Lines in strings and comments have no indentation.
    if (code.trim() === '' || text.trim() === '') continue;
    const indent = code.search(/\S/);
    while ((open.at(-1)?.indent ?? -1) >= indent) ends[open.pop()?.index ?? 0] = last;
    open.push({ index, indent });
    last = index + 1;
  }
  for (const { index } of open) ends[index] = last;
  return ends;
}

function decoratorsAbove(lines: readonly Line[], index: number): readonly Line[] {
  let from = index;
  for (let at = index - 1; at >= 0 && index - at < 200; at -= 1) {
    const code = lines[at]?.code ?? '';
    if (/^\s*@/.test(code)) from = at;
    else if (/^\s*(?:def|class|async|if|for|with|return|import|from)\b/.test(code)) break;
  }
  return lines.slice(from, index);
}

const MARK = /@(?:[\w.]*\.)?(skip|skipif|skipIf|skipUnless|xfail|expectedFailure)\b\s*(\()?/g;

function marked(source: Source, { from, to }: { from: number; to: number }): readonly Skip[] {
  return [...source.code.slice(from, to).matchAll(MARK)].map((found): Skip => {
    const open = from + found.index + found[0].length - 1;
    const condition = found[2] ? (argumentsOf(source, open)[0]?.text ?? '') : '';
    const settled = /^(?:True|False|1|0|not False)?$/.test(condition) || /^reason\b|^['"]/.test(condition);
    const conditional = /^(?:skipif|skipIf|skipUnless|xfail)$/.test(found[1] ?? '') && !settled;
    return { line: source.lineAt(from + found.index), how: squeeze(found[0].replace('(', '')), conditional };
  });
}

const INSIDE =
  /^([ \t]*)(?:pytest\.(?:skip|xfail)\s*\(|self\.skipTest\s*\(|raise\s+(?:unittest\.)?SkipTest\b|return\s*(?:None)?\s*$)/gm;

function inside(source: Source, from: number, to: number): readonly Skip[] {
  const code = source.code.slice(from, to);
  const deep = /\n([ \t]+)\S/.exec(code)?.[1]?.length ?? 0;
  return [...code.matchAll(INSIDE)].flatMap((found): readonly Skip[] => {
    const isReturn = /^\s*return/.test(found[0]);
    const conditional = (found[1]?.length ?? 0) > deep;
    // A return at the end or in a nested function skips nothing.
    const isLast = !/\S/.test(code.slice(found.index + found[0].length));
    const nested = conditional && !inIf(source, from + found.index + (found[1]?.length ?? 0));
    if (isReturn && (isLast || nested)) return [];
    const { line, how } = skipAt(source, from + found.index, found[0]);
    return [{ line, how, conditional }];
  });
}

/** A class that is not collected, or skips in its setup. */
function ofClass(source: Source, from: number, to: number): readonly Skip[] {
  const code = source.code.slice(from, to);
  const found =
    /^[ \t]+__test__\s*=\s*False/m.exec(code) ??
    /^[ \t]+def\s+(?:setUp|setUpClass|setup_method|setup_class)\b[^\n]*\n[ \t]*(?:self\.skipTest|pytest\.skip|raise\s+(?:unittest\.)?SkipTest)\b/m.exec(
      code,
    );
  return found ? [skipAt(source, from + found.index, found[0])] : [];
}

function inIf(source: Source, at: number): boolean {
  const line = source.lineAt(at);
  const above = source.code.slice(source.startOf(line - 1), source.startOf(line));
  return /^\s*(?:if|elif|else)\b.*:\s*$/.test(above);
}

function skipAt(source: Source, at: number, how: string): Skip {
  const start = at + how.search(/\S/);
  return { line: source.lineAt(start), how: squeeze(how).replace(/\s*\($/, ''), conditional: /skipif/i.test(how) };
}

function casesOf(source: Source, { from, to }: { from: number; to: number }): readonly string[] {
  return [
    ...source.code.slice(from, to).matchAll(/\bparametrize\s*\(|@(?:ddt\.)?data\s*\(|parameterized\.expand\s*\(/g),
  ].flatMap(({ index, 0: found }) => {
    const open = from + index + found.length - 1;
    if (found.includes('data')) return argumentsOf(source, open).map(({ text }) => text);
    return callRows(source, open, found.startsWith('parametrize') ? 1 : 0);
  });
}

/** Longer ones first. */
const OPERATORS = ['is not', 'not in', '==', '!=', '<=', '>=', ' is ', ' in ', '<', '>'];
const RANK: Readonly<Record<string, number>> = { '==': 3, is: 3, '!=': 2, 'is not': 1.5, 'not in': 2, in: 2 };

/** `assert a == b, "message"`. */
function asserts(source: Source): readonly Assertion[] {
  return [...source.code.matchAll(/^(?:[^\n#]*:(?=[ \t]))?[ \t]*assert\b/gm)].map(({ index, 0: head }): Assertion => {
    const at = index + head.length - 6;
    const end = endOfStatement(source, at);
    const [claim] = split({ source, from: at + 6, to: end, at: ',' });
    const { text = '' } = claim ?? {};
    const parts = claim ? comparisonOf(source, claim) : undefined;
    // In `"a" in names` the container is the subject.
    const holds = parts !== undefined && /^(?:not )?in$/.test(parts.operator);
    const matcher = parts?.operator ?? (text.startsWith('not ') ? 'not' : 'truthy');
    const subject = (holds ? parts.right : parts?.left) ?? text.replace(/^not /, '');
    const tuple = claim !== undefined && isTuple(source, claim);
    return {
      line: source.lineAt(at),
      at,
      text: textOf(source, at, end),
      subject,
      matcher,
      expected: (holds ? parts.left : parts?.right) ?? '',
      strength: tuple
        ? 0
        : /^is not$/.test(matcher) && parts?.right !== 'None'
          ? 2
          : (RANK[matcher] ?? (parts ? 2 : 1)),
    };
  });
}

/** `assert (a == b, 'message')` asserts a tuple, which is always true. */
function isTuple(source: Source, { from, to }: Piece): boolean {
  const open = nextNonSpace(source, from);
  const close = source.closeOf(open);
  if (source.code[open] !== '(' || /\S/.test(source.code.slice(close + 1, to))) return false;
  return split({ source, from: open + 1, to: close, at: ',' }).length > 1;
}

function comparisonOf(source: Source, { from, to }: { from: number; to: number }) {
  for (const operator of OPERATORS) {
    const [left, right, ...more] = split({ source, from, to, at: operator });
    if (left && right && more.length === 0 && left.text !== '')
      return { operator: operator.trim(), left: left.text, right: right.text };
  }
  return undefined;
}

function endOfStatement(source: Source, from: number): number {
  let at = from;
  while (at < source.code.length && source.code[at] !== '\n') {
    if ('([{'.includes(source.code[at] ?? ' ')) at = source.closeOf(at);
    if (source.code[at] === '\\' && source.code[at + 1] === '\n') at += 1;
    at += 1;
  }
  return Math.min(at, source.code.length);
}

const CALLED =
  /(?<![\w.])(?:self\.(?<method>assert\w+|fail)|(?<raises>pytest\.(?:raises|warns|fail))|(?:np|numpy|npt)\.testing\.(?<numpy>assert\w+)|(?<mock>[\w.]+)\.(?<said>assert_(?:called|not_called|any_call|has_calls|awaited)\w*))\s*\(/g;

function called(source: Source): readonly Assertion[] {
  return [...source.code.matchAll(CALLED)].map(({ index, 0: whole, groups = {} }): Assertion => {
    const open = index + whole.length - 1;
    const [first, second] = argumentsOf(source, open);
    const matcher = groups.method ?? groups.raises ?? groups.numpy ?? groups.said ?? '';
    const rest = argumentsOf(source, open)
      .slice(1)
      .filter(({ text }) => !/^msg\s*=|^['"]/.test(text) || text === second?.text)
      .map(({ text }) => text)
      .join(', ');
    const subject = groups.mock ?? first?.text ?? '';
    return {
      line: source.lineAt(index),
      at: index,
      text: textOf(source, index, source.closeOf(open) + 1),
      subject,
      matcher,
      expected: /True|False|IsNone|IsNotNone/.test(matcher)
        ? ''
        : groups.mock
          ? textOf(source, open + 1, source.closeOf(open))
          : rest,
      strength: strengthOf(matcher, { subject, expected: rest }),
    };
  });
}

function strengthOf(matcher: string, { subject, expected }: { subject: string; expected: string }): number {
  if (
    /Equals?$|Equal(?:s)?$|CountEqual|assertIs$|assertFalse|IsNone|called_with|called_once_with|assert_has_calls|assert_array_equal|assert_equal/.test(
      matcher,
    )
  )
    return /Not/.test(matcher) || /Almost/.test(matcher) ? 2 : 3;
  if (/assertTrue/.test(matcher)) return /==|\bin\b|\bis\b|[<>]/.test(subject) ? 2.5 : 1;
  if (/IsNotNone|assert_called$/.test(matcher)) return 1;
  if (/[Rr]aises|warns/.test(matcher)) return /^(?:Exception|BaseException)$/.test(subject) ? 1 : expected ? 2 : 1.9;
  return 2;
}
