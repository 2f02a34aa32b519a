// The parser for Rust's tests, with rstest and tokio. Used by index.ts.
import type { Source } from '../source.js';
import { type Assertion, type LanguageParser, type Skip, type Span, split, textOf } from './parser.js';

/** Patterns for test attributes, the function, and skips. */
const TEST = /#\[\s*(?:\w+::)*(?:test|rstest|bench|test_case|quickcheck|proptest|wasm_bindgen_test)\b[^\n\]]*\]/g;
const HEAD = /\bfn\s+(\w+)/g;
const SKIP =
  /#\[\s*(ignore\b[^\]\n]*|should_panic\b[^\]\n]*|cfg\s*\([^\]\n]*\)|cfg_attr\s*\([^\]\n]*ignore[^\]\n]*\))\s*\]/g;

export const rust: LanguageParser = {
  spans: (source) => {
    const found = new Map<number, Span>();
    for (const { index } of source.code.matchAll(TEST)) {
      HEAD.lastIndex = index;
      const head = HEAD.exec(source.code);
      if (!head) break;
      if (!found.has(head.index)) found.set(head.index, spanOf(source, index, head));
    }
    return [...found.values()];
  },
  assertions: asserts,
};

function spanOf(source: Source, mark: number, head: RegExpExecArray): Span {
  const from = firstAttribute(source, mark);
  const open = source.code.indexOf('{', head.index);
  const to = open < 0 ? source.code.length : source.closeOf(open) + 1;
  const attributes = source.text.slice(from, head.index);
  const skips = [...source.code.slice(from, head.index).matchAll(SKIP)].map((found): Skip => {
    const text = textOf(source, from + found.index, from + found.index + found[0].length);
    const conditional = /^cfg\b/.test(found[1] ?? '') && !/any\(\)|feature\s*=\s*"(?:never|disabled|skip)/.test(text);
    return {
      line: source.lineAt(from + found.index),
      how: text,
      conditional: conditional || /^cfg_attr/.test(found[1] ?? ''),
    };
  });
  const early = open < 0 ? null : /^\{\s*return\s*;/.exec(source.code.slice(open, to));
  if (early) skips.push({ line: source.lineAt(open) + 1, how: 'return;', conditional: false });
  const cases = [...attributes.matchAll(/#\[(?:case|test_case)(?:::\w+)?\s*\((.*)\)\]/g)].map(([, row = '']) => row);
  return { name: head[1] ?? '', group: false, from, to, skips, cases };
}

/** The offset of the first attribute above a test. */
function firstAttribute(source: Source, mark: number): number {
  let line = source.lineAt(mark);
  while (line > 1 && /^\s*#\[/.test(source.code.slice(source.startOf(line - 1), source.startOf(line)))) line -= 1;
  return source.startOf(line);
}

const CLAIM = /\b(?<name>(?:debug_)?assert(?:_\w+)?|panic|prop_assert(?:_eq|_ne)?|unreachable)!\s*(?<open>[([{])/g;

function asserts(source: Source): readonly Assertion[] {
  return [...source.code.matchAll(CLAIM)].map(({ index, 0: whole, groups = {} }): Assertion => {
    const open = index + whole.length - 1;
    const close = source.closeOf(open);
    const [first, second] = split({ source, from: open + 1, to: close, at: ',' }).map(({ text }) => text);
    const name = groups.name ?? '';
    const pair = /_(?:eq|ne)$/.test(name);
    const isOwn = /^assert_/.test(name) && !/_matches$/.test(name);
    const compared = pair ? null : /^(.*?)\s(==|!=|<=|>=|<|>)\s(.*)$/s.exec(first ?? '');
    const matcher = pair ? name : (compared?.[2] ?? (first?.startsWith('!') ? 'not' : name));
    return {
      line: source.lineAt(index),
      at: index,
      text: textOf(source, index, close + 1),
      subject: compared?.[1] ?? first?.replace(/^!/, '').replace(/\.(?:is_(?:some|ok|err|none)|unwrap)\(\)$/, '') ?? '',
      matcher: /\.(is_\w+)\(\)$/.exec(compared ? '' : (first ?? ''))?.[1] ?? matcher,
      expected: compared?.[3] ?? (pair || isOwn ? (second ?? '') : ''),
      strength:
        /_eq$/.test(name) || compared?.[2] === '==' ? 3 : compared || /_ne$|matches/.test(name + (first ?? '')) ? 2 : 1,
    };
  });
}
