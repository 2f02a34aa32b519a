// The rules for source code that knows about tests: it contains their inputs and answers, or detects that it is being tested. Two of the rules of
// ../index.ts.
import { type AnalyzedFile, type Line, linesOf } from '../change.js';
import { type TamperContext, testModulesIn } from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Source } from '../source.js';
import { type Assertion, testsIn } from '../tests/index.js';
import { newLines, type Row, rowsIn, uncommented } from './line-patterns.js';

/** Source code that contains inputs of tests together with their answers. */
export function specialCase(context: TamperContext): readonly Found[] {
  const knows = knowledgeOf(context.judging);
  if (knows.literals.size === 0 && knows.inputs.size === 0) return [];
  // What the sources said before is no news to them.
  const sources = context.files.filter(({ role }) => role === 'source');
  const written = new Set(sources.flatMap(({ before }) => (before ? literalsIn(textOutsideTests(before)) : [])));
  return context.files
    .filter(({ role, after }) => role === 'source' && after !== null && after.language.name !== 'other')
    .filter(({ path }) => !NOT_RUN.test(path))
    .flatMap((file) => inFile(file, knows, written));
}

/** Rust keeps tests in source files. */
function textOutsideTests(source: Source): string {
  const parts: string[] = [];
  let from = 0;
  for (const module of testModulesIn(source)) {
    parts.push(source.text.slice(from, module.from));
    from = module.to;
  }
  return [...parts, source.text.slice(from)].join('');
}

/** Nothing imports these; they show or measure what tests check too, or declare types. */
const NOT_RUN = /(?:^|\/)(?:bench(?:marks?)?|examples?|playground|demos?)\/|\.d\.[cm]?ts$/;

interface Knowledge {
  /** For each literal, the numbers of the assertions that contain it. */
  readonly literals: ReadonlyMap<string, ReadonlySet<number>>;
  /** Literals anywhere in tests that are unlikely to be written twice by chance. */
  readonly inputs: ReadonlySet<string>;
}

const LITERAL =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`|(?<![\w.$])-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b/g;
/** Common numbers say nothing about their origin. */
const COMMON = /^(?:-?[0-9]|-?10+|16|24|32|60|64|128|255|256|360|512|1024|3600|0\.5|0\.1)$/;

function literalsIn(text: string): readonly string[] {
  return (text.match(LITERAL) ?? [])
    .map((literal) => literal.replace(/^['"`](.*)['"`]$/s, '$1').replaceAll('_', literal.includes('"') ? '_' : ''))
    .filter((literal) => literal.length > 0 && !COMMON.test(literal));
}

/** How many characters of a test are searched for the origin of a checked variable. */
const MAX_TEST_LENGTH = 20_000;

function knowledgeOf(judging: readonly Source[]): Knowledge {
  const knows = new Map<string, Set<number>>();
  const inputs = new Set<string>();
  let number = 0;
  const learn = (text: string) => {
    number += 1;
    for (const literal of literalsIn(text)) knows.set(literal, (knows.get(literal) ?? new Set()).add(number));
  };
  for (const source of judging) {
    const { units, shared } = testsIn(source);
    // Tests may lie inside of tests, thousands deep in a hostile file. Each character is read once.
    let readTo = 0;
    for (const unit of units) {
      const unread = source.text.slice(Math.max(unit.from, readTo), unit.to);
      readTo = Math.max(readTo, unit.to);
      for (const literal of literalsIn(unread)) if (isVeryDistinctive(literal)) inputs.add(literal);
      const end = Math.min(unit.to, unit.from + MAX_TEST_LENGTH);
      const lines = unit.assertions.length > 0 ? source.text.slice(unit.from, end).split('\n') : [];
      for (const assertion of unit.assertions) learn(`${wordsOf(assertion)} ~ ${originOf(assertion, lines)}`);
      for (const row of unit.cases) learn(row);
    }
    for (const assertion of shared) learn(wordsOf(assertion));
  }
  return { literals: knows, inputs };
}

const wordsOf = ({ subject, expected }: Assertion): string => `${subject} ~ ${expected}`;

/** The line that computed the checked variable: `got := Total(1999, 501)`. */
function originOf({ subject }: Assertion, lines: readonly string[]): string {
  const name = /^[A-Za-z_]\w*/.exec(subject)?.[0];
  if (name === undefined || subject.includes('(')) return '';
  const made = new RegExp(`\\b${name}\\b[^=!<>]*:?=(?!=)`);
  return lines.find((line) => line.length < 500 && made.test(line)) ?? '';
}

/** Comparisons, switch cases, keys and match patterns. */
const HOLDS =
  /[=!]==?|\bcase\b|\.(?:equals|eq|is|startsWith|endsWith|includes|contains|has|get)\s*\(|\bin\b\s*[[({'"]|\bmatches!\s*\(|=>|\bif\b.*\bis\b|\beq!?\s*\(|\bwhen\b|\bMap(?:\.of)?\s*\(|\bdict\s*\(|\{\s*['"\d][^:]*:/;
const ENTRY = /^\s*[[({]?\s*(?:'[^'\n]*'|"[^"\n]*"|-?\d[\d._]*|\[[^\]\n]*\]|\([^)\n]*\))\s*(?::|=>|,|->)\s*\S/;
const GIVES = /\breturn\b|=>|[^:]:[^:]|\?(?!\.)|(?<![=!<>])=(?![=>])|->/;

function inFile(file: AnalyzedFile, knows: Knowledge, written: ReadonlySet<string>): readonly Found[] {
  const lines = newLines(file);
  const old = new Set(file.removed.flatMap(({ text }) => literalsIn(text)));
  const byLine = new Map(lines.map((line) => [line.line, uncommented(line)]));
  const reported = new Set<number>();
  return lines.flatMap((line): readonly Found[] => {
    const said = uncommented(line);
    if (reported.has(line.line - 1) || !(HOLDS.test(line.code) || ENTRY.test(said)) || isInTable(file, line)) return [];
    const rest = followers(line, byLine);
    const found = pairIn(said, rest, knows.literals);
    // A line that named both before was only edited.
    const pair = found && old.has(found.literal) && old.has(found.answer ?? '') ? undefined : found;
    const isGuard = GUARD.test(`${said}\n${rest}`) && !hasSiblings(file, line);
    // Beyond a guard a single text of a test says little: formats, paths and names are in both.
    const lone = pair ? undefined : isGuard ? loneIn(line, knows.inputs) : onlyNumber(loneIn(line, knows.literals));
    const known = pair ?? lone;
    if (!known || (!isGuard && written.has(known.literal) && written.has(known.answer ?? known.literal))) return [];
    reported.add(line.line);
    return [findingOf(file, line, { ...known, weight: isGuard ? 'blocks' : 'named' })];
  });
}

const VALUE = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|-?\d[\d_.]*)`;
const ASKS = String.raw`(?:[\w$.]+\s*===?\s*${VALUE}|${VALUE}\s*===?\s*[\w$.]+)`;
/** `if (input === 'a') return 'b'` and `return input === 'a' ? 'b' : …`: one value is asked for, and another answers it. */
const GUARD = new RegExp(
  String.raw`^\s*(?:\}?\s*else\s+)?(?:(?:el)?if\s*\(?\s*${ASKS}\s*\)?\s*[:{]?\s*return\s+${VALUE}|return\s+\(?${ASKS}\s*\?\s*${VALUE})`,
);

/** Whether the lines around answer values in the same way: then one more is an entry of what the sources list. */
function hasSiblings({ after, added }: AnalyzedFile, { line }: Line): boolean {
  const isNew = new Set(added.map((each) => each.line));
  const around = after ? linesOf(after, Math.max(1, line - 3), 7) : [];
  return around.some(
    (each, nth) =>
      !isNew.has(each.line) &&
      GUARD.test(
        around
          .slice(nth, nth + 2)
          .map(({ text }) => text)
          .join('\n'),
      ),
  );
}

/** How many entries of a list are data rather than the answers to some tests. */
const TABLE = 5;

/** Whether a line is an entry of a list with many entries: a vocabulary or mapping, which tests sample. */
function isInTable({ after }: AnalyzedFile, { text, at }: Line): boolean {
  const open = after?.around(at + text.search(/\S/))[0];
  if (!after || open === undefined || !ENTRY.test(text) || !/[[{(]/.test(after.code[open] ?? '')) return false;
  const [from, to] = [after.lineAt(open), after.lineAt(after.closeOf(open))];
  if (to - from < TABLE || to - from > MAX_TABLE) return to - from > MAX_TABLE;
  return linesOf(after, from + 1, to - from - 1).filter((line) => ENTRY.test(line.text)).length >= TABLE;
}

/** Longer lists are not counted. */
const MAX_TABLE = 1000;

/** The lines of a condition until its result, at most three. */
function followers(line: Line, byLine: ReadonlyMap<number, string>): string {
  const rest: string[] = [];
  for (let more = 1; more <= 3; more += 1) {
    const next = byLine.get(line.line + more);
    if (next === undefined) break;
    rest.push(next);
    if (/\breturn\b|;\s*$/.test(next)) break;
  }
  return rest.join('\n');
}

interface Known {
  readonly literal: string;
  readonly answer?: string | undefined;
}

/** An input and its answer that occur together in one assertion. */
function pairIn(said: string, rest: string, knows: Knowledge['literals']): Known | undefined {
  const given = literalsIn(said);
  const compared = new Set(comparedIn(said).flatMap(literalsIn));
  const answers =
    GIVES.test(said) && given.length > 1
      ? given.filter((literal) => !compared.has(literal))
      : literalsIn(`${/\breturn\b/.test(rest) || rest.includes('=') ? rest : ''}`).filter(
          (literal) => !comparedIn(rest).flatMap(literalsIn).includes(literal),
        );
  for (const literal of given) {
    const where = knows.get(literal);
    const answer = answers.find((each) => each !== literal && isShared(where, knows.get(each)));
    // Two short words are an ordinary mapping.
    if (where && answer && (isDistinctive(literal) || isDistinctive(answer) || /^-?\d/.test(literal + answer)))
      return { literal, answer };
  }
  return undefined;
}

function isShared(a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean {
  return a !== undefined && b !== undefined && [...a].some((number) => b.has(number));
}

/** A distinctive input of a test in a line that compares. Texts count only if they are compared, not as messages or arguments. */
function loneIn({ code, text }: Line, knows: { has(literal: string): boolean }): Known | undefined {
  if (!/[=!]==?|\.equals\(|\bin\b|\bincludes\(|\bcase\b/.test(code)) return undefined;
  const numbers = (text.match(LITERAL) ?? []).filter((literal) => !/^['"`]/.test(literal));
  const literal = [...comparedIn(text), ...numbers]
    .flatMap(literalsIn)
    .find((each) => isVeryDistinctive(each) && knows.has(each));
  return literal === undefined ? undefined : { literal };
}

const onlyNumber = (known: Known | undefined): Known | undefined =>
  known && /^-?\d/.test(known.literal) ? known : undefined;

/** The literals that a line compares with something. */
const comparedIn = (text: string): readonly string[] =>
  [...text.matchAll(LITERAL)]
    .filter(
      ({ index, 0: each }) => COMPARES.test(text.slice(0, index)) || COMPARED.test(text.slice(index + each.length)),
    )
    .map(([each]) => each);

/** What precedes a compared value: `==`, `case`, `in (`, `includes(`, with other values of the list. */
const COMPARES = /(?:[=!]==?|\bcase\b|\bin\b|\.(?:equals|includes)\()\s*[([{]?(?:[^()[\]{}]*,)?\s*$/;
/** What follows it. */
const COMPARED = /^\s*(?:[=!]==?|\bin\b)/;

const isDistinctive = (literal: string): boolean =>
  /^-?\d{2,}|^-?\d+\.\d/.test(literal) || /[\s@#/.,:;!?]/.test(literal) || /\d/.test(literal) || literal.length >= 8;
const isVeryDistinctive = (literal: string): boolean =>
  /^-?\d{4,}$/.test(literal)
    ? !/^(?:19|20)\d\d$/.test(literal)
    : /\s\S+.*\s|[^\s\w-].*\w.*[^\s\w-]/.test(literal) && literal.length >= 10;

function findingOf(file: AnalyzedFile, line: Line, { literal, answer, weight }: Known & Pick<Found, 'weight'>): Found {
  const short = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
  return {
    file: file.path,
    line: line.line,
    kind: 'special-case',
    weight,
    because:
      answer === undefined
        ? saying('asks-for-input', short(literal))
        : saying('holds-answer', short(literal), short(answer)),
  };
}

const ROWS: readonly Row[] = [
  {
    is: /\b(?:JEST_WORKER_ID|VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|NODE_TEST_CONTEXT|MOCHA_\w+|AVA_PATH|TAP_CHILD_ID|PYTEST_CURRENT_TEST|PYTEST_VERSION|PYTEST_XDIST_WORKER|NEXTEST(?:_\w+)?|RUST_TEST_\w+|BUN_TEST|DENO_TEST\w*)\b/,
    weight: 'blocks',
    says: 'asks-for-runner',
  },
  {
    is: /['"](?:pytest|_pytest|unittest|nose)['"]\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\.get\(\s*['"](?:pytest|unittest)|\bsys\.modules\[\s*['"](?:pytest|unittest)['"]\s*\](?!\s*=)|['"](?:pytest|py\.test|unittest)['"]\s+in\s+(?:sys\.argv|" "\.join\(sys\.argv|os\.environ|str\()/,
    weight: 'blocks',
    says: 'asks-for-runner',
  },
  {
    is: /\btypeof\s+(?:jest|vi|describe|it|expect|test|mocha|suite)\b|\b(?:global|globalThis|window)\.(?:jest|describe|it|expect|mocha|vi|test|QUnit)\b|['"](?:jest|describe|it|expect|vi)['"]\s+in\s+global/,
    weight: 'blocks',
    says: 'asks-for-runner',
  },
  {
    is: /\bflag\.Lookup\(\s*"test\.|\btesting\.(?:Testing|Short|Verbose)\(\)|HasSuffix\(\s*os\.Args\[0\]\s*,\s*"\.test|os\.Args\[0\].*\.test\b|\bcfg!\s*\(\s*test\s*\)/,
    weight: 'blocks',
    says: 'asks-for-test',
  },
  {
    is: /\bprocess\.(?:argv|mainModule|title)\b.*(?:jest|mocha|vitest|\bava\b|tape|\.test\b|--test)|require\.main\b.*(?:jest|mocha|test)|\bexecArgv\b.*--test/,
    weight: 'blocks',
    says: 'looks-at-command-line',
  },
  {
    is: /(?:new Error\(\)|\berr(?:or)?)\.stack\b.*(?:includes|match|test|indexOf).*(?:test|spec|jest|mocha|__tests__)|\binspect\.(?:stack|currentframe)\(\).*test|\b(?:frame|caller)\w*\.(?:filename|f_code\.co_filename|f_code\.co_name|function)\b.*test|getStackTrace\(\).*(?:junit|test|Test)|(?:HasSuffix|HasPrefix|Contains|endswith|endsWith|includes|indexOf|match|search)\b.*['"/](?:_test\\?\.(?:go|py)|\\?\.(?:test|spec)\\?\.[jt]s|__tests__)|Class\.forName\(\s*"org\.(?:junit|testng)|System\.getProperty\(\s*"(?:surefire|org\.gradle\.test)/,
    weight: 'blocks',
    says: 'looks-at-caller',
  },
  {
    is: /\bNODE_ENV\b['"\])]*\s*(?:[!=]==?|\?\?)\s*['"]test['"]|['"]test['"]\s*[!=]==?\s*process\.env\.NODE_ENV|\b(?:RAILS_ENV|APP_ENV|GO_ENV|FLASK_ENV|ENVIRONMENT|ENV|TESTING|IS_TEST|UNIT_TEST|TEST_MODE)\b.*(?:==|!=|\bget\b|\[)?.*['"]?(?:test(?:ing)?|1|true)['"]?|settings\.TESTING\b|import\.meta\.(?:vitest|env\.MODE\s*===?\s*['"]test)/,
    weight: 'named',
    says: 'otherwise-in-tests',
  },
  {
    is: /\b(?:process\.env\.|environ(?:\.get\(|\[)\s*['"]|getenv\(\s*['"]|Getenv\(\s*"|env::var\(\s*"|import\.meta\.env\.)(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|TRAVIS|CIRCLECI|GITLAB_CI|BUILD_NUMBER|GITHUB_WORKFLOW)\b/,
    weight: 'named',
    says: 'otherwise-in-checks',
  },
];

const BLOCKING = ROWS.filter(({ weight }) => weight === 'blocks');

const detectionsIn = (lines: readonly Line[]): number =>
  lines.filter((line) => BLOCKING.some(({ is }) => is.test(uncommented(line)))).length;

/**
 * Source code that detects whether it is being tested. Only named where a file gets no more detections than it loses, or where the detections of a
 * new file are no more than those that all sources lose: they had the behaviour before.
 */
export function testDetection({ files }: TamperContext): readonly Found[] {
  const sources = files.filter(
    ({ role, path }) => role === 'source' && !/\.(?:md|txt|ya?ml|json|lock|d\.ts)$/.test(path),
  );
  const isReplaced = (all: readonly AnalyzedFile[]): boolean =>
    detectionsIn(all.flatMap(({ added }) => added)) <= detectionsIn(all.flatMap(({ removed }) => removed));
  const isMoved = isReplaced(sources);
  return sources.flatMap((file) => {
    const found = rowsIn(file, 'test-detection', ROWS);
    const isKnown = found.length > 0 && ((file.before === null && isMoved) || isReplaced([file]));
    return isKnown ? found.map((each): Found => ({ ...each, weight: 'named' })) : found;
  });
}
