// Finds chained assertions: `expect(x).not.toBe(y)`, `assertThat(x).isEqualTo(y)`. Used by the parsers of JavaScript and Java.
import type { Source } from '../source.js';
import { type Assertion, argumentsOf, nextNonSpace, textOf } from './parser.js';

export interface Chain {
  /** Matches the text before the opening bracket of the subject. */
  readonly start: RegExp;
  readonly strength: (matcher: string, of: { subject: string; expected: string }) => number;
}

/** A link of a chain, with its type arguments: `.toBe`, `.toBeAssignableTo<string>`. */
const LINK = /^\s*\??\.\s*([A-Za-z_$][\w$]*)\s*(?:<([^()]{1,200}?)>\s*(?=\())?/;

/** All chains that assert something; `expect(x)` alone does not. */
export function chained(source: Source, { start, strength }: Chain): readonly Assertion[] {
  return [...source.code.matchAll(start)].flatMap(({ index, 0: whole }): readonly Assertion[] => {
    const open = index + whole.length;
    const subject = argumentsOf(source, open)
      .map(({ text }) => text)
      .join(', ');
    const { words, expected, end } = linksFrom(source, source.closeOf(open) + 1);
    if (words.length === 0) return [];
    const matcher = matcherOf(words);
    return [
      {
        line: source.lineAt(index),
        at: index,
        text: textOf(source, index, end),
        subject,
        matcher,
        expected,
        strength: strength(matcher, { subject, expected }),
      },
    ];
  });
}

/** Words without meaning. */
const FILLERS = new Set([
  'to',
  'be',
  'been',
  'is',
  'that',
  'which',
  'and',
  'has',
  'have',
  'with',
  'at',
  'of',
  'same',
  'does',
  'still',
  'also',
  'deep',
]);

function matcherOf(words: readonly string[]): string {
  const significant = words.filter((word, at) => at === words.length - 1 || !FILLERS.has(word));
  return significant.join('.');
}

/** `x.should.equal(y)`: the subject precedes it on the same line. */
export function shoulds(source: Source, strength: Chain['strength']): readonly Assertion[] {
  return [...source.code.matchAll(/\.should\b(?=\s*\.)/g)].flatMap(({ index }): readonly Assertion[] => {
    const line = source.lineAt(index);
    const start = source.startOf(line);
    const subject = textOf(source, start, index);
    const { words, expected, end } = linksFrom(source, index + '.should'.length);
    if (words.length === 0) return [];
    const matcher = matcherOf(words);
    const text = textOf(source, start, end);
    return [{ line, at: index, text, subject, matcher, expected, strength: strength(matcher, { subject, expected }) }];
  });
}

/** The matchers of a chain from an offset on, with the arguments of the last call (`expected`) and the end of the chain. */
function linksFrom(source: Source, from: number): { words: readonly string[]; expected: string; end: number } {
  const words: string[] = [];
  let expected = '';
  let at = from;
  for (;;) {
    // Limited, because chains are short.
    const link = LINK.exec(source.code.slice(at, at + 400));
    if (!link?.[1]) return { words, expected, end: at };
    words.push(link[1]);
    const types = link[2] ?? '';
    at += link[0].length;
    if (source.code[at] !== '(') continue;
    expected = [types, ...argumentsOf(source, at).map(({ text }) => text)].filter(Boolean).join(', ');
    at = source.closeOf(at) + 1;
    if (source.code[nextNonSpace(source, at)] !== '.' && source.code[nextNonSpace(source, at)] !== '?')
      return { words, expected, end: at };
  }
}
