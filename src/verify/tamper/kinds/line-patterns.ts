// Finds patterns in new lines (lines that were neither moved nor only indented). The tables list patterns that turn failures into success,
// in commands and in settings of checks.
import type { SentenceKey } from '../../../text/lang/tamper/index.js';
import type { AnalyzedFile, Line } from '../change.js';
import { type Found, saying, type TamperKind, type Weight } from '../finding.js';

/** Patterns for commands. */
export const LENIENT: readonly Row[] = [
  {
    is: /\|\|\s*(?:true\b|:(?:\s|$|["'])|exit\s+0\b|echo\b|\/bin\/true)|;\s*(?:true|exit\s+0)\s*["']?,?\s*$/,
    weight: 'blocks',
    says: 'failure-made-success',
  },
  { is: /\bset\s+\+e\b/, weight: 'blocks', says: 'script-goes-on' },
  {
    is: /--passWithNoTests|--pass-with-no-tests|\bpassWithNoTests["']?\s*[:=]\s*true/,
    weight: 'blocks',
    says: 'none-would-pass',
  },
  {
    is: /--(?:testPathIgnorePatterns|ignore-glob|deselect|exclude-testsuite|test-skip-pattern|skip)\b(?!-)|--ignore[= ]\S*(?:test|spec)|\s-k\s*['"=]?\s*\(?\s*['"]?not\b|\s-m\s*['"=]?\s*['"]?not\b|--grep\b.*--invert|-skip[= ]|\s--\s.*--skip\b/,
    weight: 'blocks',
    says: 'left-out-by-flag',
  },
  {
    is: /-DskipTests|-Dmaven\.test\.(?:skip|failure\.ignore)|-x\s+test\b|--no-fail(?:ures)?\b|--no-verify\b|--exit-zero\b|--max-warnings[= ]-1|--no-tests=pass/,
    weight: 'blocks',
    says: 'off-by-flag',
  },
];

/** Patterns for settings of checks. */
export const WEAKER_SETTINGS: readonly Row[] = [
  {
    is: /\bcontinue-on-error\s*:\s*(?:true|\$\{\{)|\ballow_failure\s*:\s*true|\bcontinueOnError\s*:\s*true|\bfail_ci_if_error\s*:\s*false|\bfail-fast\s*:\s*never/,
    weight: 'blocks',
    says: 'green-all-the-same',
  },
  {
    is: /^\s*-?\s*if\s*:\s*["']?(?:\$\{\{\s*)?(?:false|0|!\s*always\(\)|!\s*true)\b/,
    weight: 'blocks',
    says: 'never-runs',
  },
  {
    is: /^\s*(?:when\s*:\s*(?:manual|never)|enabled\s*[:=]\s*false)\b/,
    weight: 'blocks',
    says: 'not-by-itself',
  },
  {
    is: /["']?(?:testPathIgnorePatterns|modulePathIgnorePatterns|coveragePathIgnorePatterns|collect_ignore\w*|norecursedirs|testIgnore|testFailureIgnore|ignoreFailures|dangerouslyIgnoreUnhandledErrors)["']?\s*(?:[:=>]|\+=)(?!\s*(?:\[\s*\]|false\b|<\/))/,
    weight: 'blocks',
    says: 'left-out-or-ignored',
  },
  {
    is: /<(?:skip|skipTests|skipITs|testFailureIgnore)>\s*true|\bskipTests\s*=\s*true|\bxfail_strict\s*=\s*[Ff]alse|^\s*(?:autotests|test|harness|doctest)\s*=\s*false\b/,
    weight: 'blocks',
    says: 'tests-off',
  },
  {
    is: /\baddopts\s*=.*(?:-k\b|--ignore|--deselect|-p\s+no:|\s-m\s+["']?not)/,
    weight: 'blocks',
    says: 'left-out-by-flag',
  },
  {
    is: /["']?(?:strict|strictNullChecks|noImplicitAny|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|noImplicitThis|useUnknownInCatchVariables|alwaysStrict|noImplicitReturns|noFallthroughCasesInSwitch|noUncheckedIndexedAccess|exactOptionalPropertyTypes|noEmitOnError|checkJs|disallow_untyped_defs|disallow_any_\w+|warn_return_any|check_untyped_defs|strict_optional|strict_equality|no_implicit_optional|warn_unused_ignores)["']?\s*[:=]\s*(?:false|False)\b/,
    weight: 'blocks',
    says: 'type-check-off',
  },
  {
    is: /["']?(?:skipLibCheck|ignore_errors|ignore_missing_imports|suppressImplicitAnyIndexErrors|noCheck)["']?\s*[:=]\s*(?:true|True)\b|["']noUnused(?:Locals|Parameters)["']\s*:\s*false\b|["']?typeCheckingMode["']?\s*[:=]\s*["'](?:off|basic)/,
    weight: 'named',
    says: 'types-less',
  },
  {
    is: /["'@\w/-]+["']?\s*[:=]\s*\[?\s*["']?(?:off|allow)["']?\s*[,\]}]?\s*(?:,|$)|["'][@\w/-]+["']\s*:\s*\[?\s*0\s*[,\]]/,
    weight: 'named',
    says: 'rule-off',
  },
  {
    is: /["'](?:recommended|enabled)["']\s*:\s*false|\b(?:extend-ignore|extend_ignore|per-file-ignores|disable-all|ignorePatterns)\b/,
    weight: 'named',
    says: 'rules-off',
  },
  {
    is: /^\s*(?:ignore|disable|disabled_rules|exclude|skip)\s*[:=]\s*\S/,
    weight: 'named',
    says: 'something-left-out',
  },
];

/** Added lines whose text was not removed elsewhere in the file. */
export function newLines(file: AnalyzedFile): readonly Line[] {
  const counts = new Map<string, number>();
  for (const { text } of file.removed) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  return file.added.filter(({ text }) => {
    const count = counts.get(text.trim()) ?? 0;
    counts.set(text.trim(), count - 1);
    return count <= 0 && text.trim() !== '';
  });
}

/** A line without comments; strings stay. */
export function uncommented({ text, comment }: Line): string {
  if (comment.trim() === '') return text;
  return [...text].map((letter, at) => ((comment[at] ?? ' ') === ' ' ? letter : ' ')).join('');
}

/** A pattern with its weight and its sentence. */
export interface Row {
  readonly is: RegExp;
  readonly weight: Weight;
  readonly says: SentenceKey;
}

/** The search for a program, with what is used where it is missing: it hides no failure of a check. */
const LOOKUP =
  /\b(?:which|command -v|type -[pP]|hash)\s+[\w./-]+\s*(?:[&\d]?>\s*&?[^\s>|&;]+\s+)*\|\|\s*(?:true\b|:|echo\b[^)`;|&]*)/g;

/** Findings for the first matching row of every new line, unless as many lines that match it were removed. */
export function rowsIn(file: AnalyzedFile, kind: TamperKind, rows: readonly Row[]): readonly Found[] {
  const left = new Map(rows.map((row) => [row, file.removed.filter((was) => row.is.test(uncommented(was))).length]));
  return newLines(file).flatMap((line): readonly Found[] => {
    const said = uncommented(line).replace(LOOKUP, '');
    const row = rows.find(({ is }) => is.test(said));
    if (!row) return [];
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count > 0 ? [] : [{ file: file.path, line: line.line, kind, weight: row.weight, because: saying(row.says) }];
  });
}
