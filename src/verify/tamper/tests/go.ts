// The parser for Go's testing package and testify. Used by index.ts.
import type { Source } from '../source.js';
import {
  type Assertion,
  argumentsOf,
  type LanguageParser,
  rowsIn,
  type Skip,
  type Span,
  squeeze,
  textOf,
  unquoted,
} from './parser.js';

const FUNCTION = /^func\s+(?:\([^)]*\)\s*)?(Test|Benchmark|Fuzz|Example)(\w*)\s*\([^)]*\)\s*(?:\w+\s*)?(\{)/gm;
const SUBTEST = /\b\w+\.Run\s*\(/g;
const SKIP = /\b(\w+)\.(?:Skip|Skipf|SkipNow)\s*\(/g;
const REPORT = /\b(\w+)\.(Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(/g;
/** Early returns under conditions such as short mode or another OS. */
const AWAY = /\bif\s+(!?\s*testing\.Short\(\)|true|runtime\.GO\w+[^{\n]*|os\.Getenv\([^{\n]*)\s*\{\s*return\s*;?\s*\}/g;

export const go: LanguageParser = {
  spans: (source) => {
    const tag = /^\/\/go:build\s+(?:ignore|never|disabled|skip)\b|^\/\/ \+build\s+ignore\b/m.exec(source.comments);
    const whole: readonly Skip[] = tag
      ? [{ line: source.lineAt(tag.index), how: squeeze(tag[0]), conditional: false }]
      : [];
    return [...functions(source, whole), ...subtests(source)];
  },
  assertions: (source) => [...reports(source), ...testify(source)],
};

function functions(source: Source, whole: readonly Skip[]): readonly Span[] {
  return [...source.code.matchAll(FUNCTION)].map((found): Span => {
    const open = found.index + found[0].length - 1;
    const to = source.closeOf(open) + 1;
    return {
      name: `${found[1]}${found[2]}`,
      group: false,
      from: found.index,
      to,
      skips: [...whole, ...inside(source, open, to)],
      cases: casesIn(source, open, to),
    };
  });
}

function subtests(source: Source): readonly Span[] {
  return [...source.code.matchAll(SUBTEST)].flatMap((found): readonly Span[] => {
    const open = found.index + found[0].length - 1;
    const [name, body] = argumentsOf(source, open);
    if (!name || !body?.text.startsWith('func')) return [];
    const to = source.closeOf(open) + 1;
    return [
      {
        name: unquoted(name.text),
        group: false,
        from: found.index,
        to,
        skips: inside(source, body.from, to),
        cases: [],
      },
    ];
  });
}

/** How far an early return is searched for, with the comments above it. */
const FAR = 600;

function inside(source: Source, from: number, to: number): readonly Skip[] {
  const code = source.code.slice(from, to);
  const own = contextsOf(source);
  const called = [...code.matchAll(SKIP)].filter(([, object = '']) => own.has(object));
  const skips = called.map((found): Skip => {
    const at = from + found.index;
    const around = source.around(at).filter((open) => open > from && source.code[open] === '{');
    const isSub = around.some((open) => /func\s*\([^)]*\)\s*$/.test(source.code.slice(Math.max(0, open - 80), open)));
    return { line: source.lineAt(at), how: `${found[0].trim()}…)`, conditional: around.length > 0 || isSub };
  });
  const away = [...code.matchAll(AWAY)].map(({ index, 1: condition = '' }): Skip => {
    // `testing.Short()` is false here, so its negation always holds.
    const conditional = !/^(?:true|!)/.test(condition);
    return { line: source.lineAt(from + index), how: squeeze(`if ${condition} { return }`), conditional };
  });
  const all = [...skips, ...away];
  const first = code
    .slice(0, FAR)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 2);
  const early = /^\s*\{?\s*return\s*$/m.exec(first.join('\n'));
  if (!early || code.split('\n').length < 4) return all;
  return [...all, { line: source.lineAt(from) + 1, how: 'return', conditional: false }];
}

const contexts = new WeakMap<Source, ReadonlySet<string>>();

/** Names of parameters of type *testing.T and similar; mostly `t`. */
function contextsOf(source: Source): ReadonlySet<string> {
  const known = contexts.get(source);
  if (known) return known;
  const given = source.code.matchAll(/\b(\w+)\s+(?:\*testing\.[TBF]|testing\.TB)\b/g);
  const names = new Set(['t', 'b', 'f', ...[...given].map(([, name = '']) => name)]);
  contexts.set(source, names);
  return names;
}

/** Rows of `[]struct{…}{ {…}, {…} }` and of maps. */
function casesIn(source: Source, from: number, to: number): readonly string[] {
  const table = /(?:\[\]|map\[\w+\])\s*(?:struct\s*\{|\w+\s*\{)/.exec(source.code.slice(from, to));
  if (!table) return [];
  let open = from + table.index + table[0].length - 1;
  if (/struct\s*\{$/.test(table[0])) open = source.code.indexOf('{', source.closeOf(open) + 1);
  if (open < 0 || open > to) return [];
  return rowsIn(source, open);
}

/** `t.Errorf` reports a failure; the assertion is the condition of the `if` around it. */
function reports(source: Source): readonly Assertion[] {
  const known = contextsOf(source);
  return [...source.code.matchAll(REPORT)]
    .filter(([, object = '']) => known.has(object))
    .map((found): Assertion => {
      const at = found.index;
      const block = source.around(at).find((open) => source.code[open] === '{');
      const start = block === undefined ? at : source.startOf(source.lineAt(block));
      const head = block === undefined ? '' : source.text.slice(start, block);
      const condition = /\bif\s+(?:[^;]*;\s*)?(.*?)\s*$/s.exec(head)?.[1] ?? '';
      const [left = '', operator = '', right = ''] = /^(.*?)\s*(!=|==|<=|>=|<|>)\s*(.*)$/s
        .exec(condition)
        ?.slice(1) ?? [condition];
      return {
        line: source.lineAt(at),
        at,
        text: `if ${squeeze(condition)} ${textOf(source, at, source.closeOf(at + found[0].length - 1) + 1)}`,
        subject: squeeze(left),
        matcher: operator || 'report',
        expected: squeeze(right),
        strength: strengthOf(operator, right, condition),
      };
    });
}

function strengthOf(operator: string, right: string, condition: string): number {
  if (/^\s*false\b/.test(condition)) return 0;
  if (/\|\||&&/.test(condition)) return 2.5;
  if (operator === '!=') return /^nil\b/.test(right) ? 2 : 3;
  if (operator === '==') return /^(?:nil\b|""|0$)/.test(right) ? 1 : 2;
  return /Equal|reflect|cmp\./.test(condition) ? 3 : 2;
}

/** `assert.Equal(t, want, got)`. */
function testify(source: Source): readonly Assertion[] {
  const call =
    /\b(assert|require|is|suite|s|c)\.(Equal\w*|NotEqual\w*|Exactly|True|False|Nil|NotNil|NoError|Error\w*|EqualError|Contains|NotContains|Len|Empty|NotEmpty|Zero|NotZero|ElementsMatch|Subset|JSONEq|InDelta\w*|InEpsilon\w*|Regexp|Panics\w*|NotPanics|Greater\w*|Less\w*|IsType|Implements|Same|Fail\w*|Eventually|Never|WithinDuration)\s*\(/g;
  return [...source.code.matchAll(call)].map((found): Assertion => {
    const open = found.index + found[0].length - 1;
    const given = argumentsOf(source, open).map(({ text }) => text);
    const [first = '', second = '', ...others] = /^(?:t|tb|b|s\.T\(\))$/.test(given[0] ?? '') ? given.slice(1) : given;
    const matcher = found[2] ?? '';
    const unary = /^(?:True|False|Nil|NotNil|NoError|Error|Empty|NotEmpty|Zero|NotZero|Panics|NotPanics|Fail)/.test(
      matcher,
    );
    const third = /^In(?:Delta|Epsilon)/.test(matcher) ? `, ${others[0] ?? ''}` : '';
    return {
      line: source.lineAt(found.index),
      at: found.index,
      text: textOf(source, found.index, source.closeOf(open) + 1),
      // Equal(t, want, got): the subject is last.
      subject: unary || /^(?:Len|Contains|Greater|Less)/.test(matcher) ? first : second,
      matcher,
      expected: unary ? '' : /^(?:Len|Contains|Greater|Less)/.test(matcher) ? second : first + third,
      strength: /^(?:Equal|Exactly|JSONEq|Len|ElementsMatch|Same|False|Nil|Zero|Empty)/.test(matcher)
        ? 3
        : /^(?:NotNil|NotEmpty|NoError|NotZero|NotPanics)$/.test(matcher) ||
            (matcher === 'True' && !/==|Equal/.test(first))
          ? 1
          : 2,
    };
  });
}
