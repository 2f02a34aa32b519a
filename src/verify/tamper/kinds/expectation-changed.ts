import { changesSources, type TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Assertion } from '../tests/index.js';
import { widened } from './assertion-weakened.js';
import { changesOf, comparables, plain } from './changed-assertions.js';

/**
 * An assertion with another expected value. Reported only if the change has no source files; otherwise the tests show whether the new
 * value is right.
 */
export function expectationChanged(context: TamperContext): readonly Found[] {
  if (changesSources(context)) return [];
  return comparables(context).flatMap((of) => {
    const { altered, removed, added } = changesOf(of);
    const rewritten = removed.slice(0, added.length).map((was, at) => [was, added[at] ?? was] as const);
    return [...altered, ...rewritten]
      .filter(([was, is]) => is.strength >= was.strength && !widened(was, is) && otherValues(was, is))
      .map(
        ([was, is]): Found => ({
          file: of.file.path,
          line: is.line,
          kind: 'expectation-changed',
          weight: 'named',
          because:
            of.name === null
              ? saying('shared-expects-other', short(was.text), short(is.text))
              : saying('expects-other', of.name, short(was.text), short(is.text)),
        }),
      );
  });
}

const VALUES =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\b\d[\w.]*|\b(?:true|false|null|undefined|None|True|False|nil|NaN)\b/g;

/** Compares literals only, because names may change together with sources. */
function otherValues(was: Assertion, is: Assertion): boolean {
  // `ok(x)` became `equal(x, true)`, which is stricter.
  if (is.strength > was.strength && was.expected === '' && /^(?:true|True)$/.test(is.expected)) return false;
  const negated = (matcher: string) => /\bnot\b|^(?:is)?[nN]ot[A-Z]|!=|_ne$|doesNot/.test(matcher);
  return valuesOf(was) !== valuesOf(is) || negated(was.matcher) !== negated(is.matcher);
}

function valuesOf({ subject, expected }: Assertion): string {
  return (`${plain(subject)} ${plain(expected)}`.match(VALUES) ?? [])
    .map((value) => value.replace(/^['"`]|['"`]$/g, ''))
    .sort()
    .join('\0');
}

const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text);
