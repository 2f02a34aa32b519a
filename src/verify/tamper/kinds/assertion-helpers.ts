// Tells whether a removed assertion went into a helper function that the test now uses: one of the same file, or one that the change adds or edits in
// another file. Used by assertion-removed.ts.
import { posix } from 'node:path';
import type { AnalyzedFile, Line } from '../change.js';
import { changesSources, type TamperContext } from '../context.js';
import type { Source } from '../source.js';
import { importedFrom } from '../tests/calls.js';
import { type Assertion, testsIn } from '../tests/index.js';
import { STRENGTH } from '../tests/parser.js';
import { type Comparable, wordsIn } from './changed-assertions.js';
import { callsIn } from './changed-scenario.js';

/** Whether an added line of the test uses such a helper, and gives it most of the names and values of the removed assertion. */
export function isMovedToHelper(context: TamperContext, { file, test }: Comparable, was: Assertion): boolean {
  const { after } = file;
  if (!test || !after) return false;
  const { from, to } = test.after;
  const lines = file.added.filter(({ at, code }) => at + code.length > from && at < to);
  const wanted = wordsOf(was);
  return lines.some((line) =>
    usesIn(after, line, { from, to }).some(
      ({ name, given }) => mostAreIn(wanted, given) && isAsStrict(context, { file, name, was, depth: 0 }),
    ),
  );
}

/** The names and values that an assertion is about. */
const wordsOf = ({ subject, expected }: Assertion): readonly string[] => wordsIn(`${subject} ${expected}`);

const ENOUGH = 0.6;

function mostAreIn(wanted: readonly string[], text: string): boolean {
  const given = new Set(wordsIn(text));
  return wanted.length > 0 && wanted.filter((word) => given.has(word)).length >= ENOUGH * wanted.length;
}

interface Use {
  readonly name: string;
  /** The arguments; for a function that is itself the body of the test, the whole test. */
  readonly given: string;
}

/** The functions that a line calls, and those that it passes to the call which defines the test. */
function usesIn(source: Source, line: Line, test: { from: number; to: number }): readonly Use[] {
  const calls = [...line.code.matchAll(/(?<![\w$])([A-Za-z_$][\w$]*)!?\s*\(/g)].map(
    ({ index, 0: head, 1: name = '' }) => {
      const open = line.at + index + head.length - 1;
      return { name, given: source.text.slice(open, source.closeOf(open)) };
    },
  );
  if (source.lineAt(test.from) !== line.line) return calls;
  const passed = [...line.code.matchAll(/,\s*([A-Za-z_$][\w$]*)\s*(?=[,)])/g)].map(([, name = '']) => name);
  return [...calls, ...passed.map((name) => ({ name, given: source.text.slice(test.from, test.to) }))];
}

interface Helper {
  readonly file: AnalyzedFile;
  readonly name: string;
  readonly was: Assertion;
  readonly depth: number;
}

/** How many helpers may call one another. */
const DEEPEST = 2;

/**
 * Whether a function of this name fails where the removed assertion did. If no sources changed, the function has to be new, and its assertions as
 * strict as the removed one.
 */
function isAsStrict(context: TamperContext, { file, name, was, depth }: Helper): boolean {
  return placesOf(context, file, name).some(({ at, named }) => {
    const body = at.after && bodyOf(at.after, named);
    if (!at.after || !body) return false;
    const isNew = at.added.some((line) => line.at >= body.from && line.at < body.to);
    const needed = changesSources(context) ? STRENGTH.existence : was.strength;
    const { units, shared } = testsIn(at.after);
    const strengths = [...units.flatMap(({ assertions }) => assertions), ...shared]
      .filter((each) => each.at >= body.from && each.at < body.to)
      .map(({ strength, matcher }) => (/^fail/i.test(matcher) ? STRENGTH.exact : strength));
    const code = at.after.code.slice(body.from, body.to);
    const fails = FAILS.test(code) || strengths.some((strength) => strength >= needed);
    if (fails) return isNew || changesSources(context);
    const called = [...new Set(callsIn(code))];
    return (
      depth < DEEPEST &&
      called.some((other) => other !== named && isAsStrict(context, { file: at, name: other, was, depth: depth + 1 }))
    );
  });
}

/** In Go only a test's own `Error` fails: `err.Error()` returns a text, and `fmt.Errorf()` an error. */
const FAILS =
  /\b(?:throw|raise)\b|\bpanic!?\(|\bunreachable!|\b(?:tb?|b|f|T\(\))\.(?:Error|Errorf|Fail)\(|\.(?:fail|Fatal|Fatalf|FailNow)\(/;

/**
 * Where a function that a test uses may be declared: in its own file; in JavaScript also in a changed file that it imports; in other languages in any
 * changed file of tests.
 */
function placesOf(
  { files }: TamperContext,
  file: AnalyzedFile,
  name: string,
): readonly { readonly at: AnalyzedFile; readonly named: string }[] {
  const others = files.filter((each) => each !== file && each.after);
  if (file.after?.language.name !== 'javascript')
    return [file, ...others.filter(({ role }) => role === 'test' || role === 'support')].map((at) => ({
      at,
      named: name,
    }));
  const source = file.after;
  const imported = others.flatMap((at) => {
    const bare = posix.relative(posix.dirname(file.path), at.path).replace(/\.\w+$/, '');
    const from = new RegExp(`^(?:\\./)?${bare.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:\\.\\w+)?$`);
    return importedFrom(source, from).flatMap((each) =>
      each.name === name ? [{ at, named: each.of ?? 'default' }] : [],
    );
  });
  return [{ at: file, named: name }, ...imported];
}

/** The default export of a file of JavaScript. */
const DEFAULT = /^[ \t]*(?:export\s+default\b|module\.exports\s*=)/m;

/** A declaration at the beginning of a line. Every repetition is bounded, because the text may be made to be slow. */
const DECLARES = new RegExp(
  [
    String.raw`^[ \t]*(?:export\s+)?`,
    String.raw`(?:(?:(?:pub|async|static|public|private|protected|final|default)(?:\([^)\n]{0,40}\))?[ \t]+){1,6}[^\n(=]{0,80}?)?`,
    String.raw`\b(?:function(?:\s*\*\s*|\s+)|(?:def|fn|macro_rules!|void)\s+|func(?:\s*\([^)\n]{0,200}\)\s*|\s+)`,
    // In Rust `const fn` declares a function.
    String.raw`|(?:const(?!\s+(?:(?:async|unsafe)\s+){0,2}fn\s+\w)|let|var)\s+|exports\.|module\.exports\.)`,
    String.raw`([A-Za-z_$][\w$]*)`,
  ].join(''),
  'gm',
);

interface Declaration {
  readonly from: number;
  /** The offset behind its name. */
  readonly end: number;
  readonly indent: number;
}

const declarations = new WeakMap<Source, ReadonlyMap<string, Declaration>>();

/** The first declaration of each name, and that of the default export; cached. */
function declarationsIn(source: Source): ReadonlyMap<string, Declaration> {
  const known = declarations.get(source);
  if (known) return known;
  const found = new Map<string, Declaration>();
  const whole = DEFAULT.exec(source.code);
  const matches = [...source.code.matchAll(DECLARES)].map((match) => [match[1] ?? '', match] as const);
  for (const [name, { index, 0: head }] of whole ? [...matches, ['default', whole] as const] : matches) {
    const indent = head.search(/[^ \t]/);
    if (!found.has(name)) found.set(name, { from: index, end: index + head.length, indent });
  }
  declarations.set(source, found);
  return found;
}

/** The lines of a function: from its declaration to the next line that is indented as little and closes nothing. */
function bodyOf(source: Source, name: string): { readonly from: number; readonly to: number } | undefined {
  const found = declarationsIn(source).get(name);
  if (!found) return undefined;
  const next = new RegExp(`\\n[ \\t]{0,${found.indent}}(?=[^\\s)\\]}])`).exec(source.code.slice(found.end));
  return { from: found.from, to: next ? found.end + next.index : source.code.length };
}
