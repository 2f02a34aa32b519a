import type { Looked } from '../change.js';
import type { Found } from '../finding.js';
import { type Ground, whereWas } from '../ground.js';
import { newLines, type Row, rowsIn } from './new-lines.js';

/** Ways to let pass what did not pass, wherever commands stand. */
export const LENIENT: readonly Row[] = [
  {
    is: /\|\|\s*(?:true\b|:(?:\s|$|["'])|exit\s+0\b|echo\b|\/bin\/true)|;\s*(?:true|exit\s+0)\s*["']?,?\s*$/,
    weight: 'blocks',
    why: 'A failure is turned into a success.',
  },
  { is: /\bset\s+\+e\b/, weight: 'blocks', why: 'Failures no longer end the script.' },
  {
    is: /--passWithNoTests|--pass-with-no-tests|\bpassWithNoTests["']?\s*[:=]\s*true/,
    weight: 'blocks',
    why: 'No test at all would pass.',
  },
  {
    is: /--(?:testPathIgnorePatterns|ignore-glob|deselect|exclude-testsuite|test-skip-pattern|skip)\b(?!-)|--ignore[= ]\S*(?:test|spec)|\s-k\s*['"=]?\s*\(?\s*['"]?not\b|\s-m\s*['"=]?\s*['"]?not\b|--grep\b.*--invert|-skip[= ]|\s--\s.*--skip\b/,
    weight: 'blocks',
    why: 'Tests are left out by a flag.',
  },
  {
    is: /-DskipTests|-Dmaven\.test\.(?:skip|failure\.ignore)|-x\s+test\b|--no-fail(?:ures)?\b|--no-verify\b|--exit-zero\b|--max-warnings[= ]-1|--no-tests=pass/,
    weight: 'blocks',
    why: 'A check is switched off by a flag.',
  },
];

const CONFIG: readonly Row[] = [
  {
    is: /\bcontinue-on-error\s*:\s*(?:true|\$\{\{)|\ballow_failure\s*:\s*true|\bcontinueOnError\s*:\s*true|\bfail_ci_if_error\s*:\s*false|\bfail-fast\s*:\s*never/,
    weight: 'blocks',
    why: 'The check may fail and is green all the same.',
  },
  {
    is: /^\s*-?\s*if\s*:\s*["']?(?:\$\{\{\s*)?(?:false|0|!\s*always\(\)|!\s*true)\b/,
    weight: 'blocks',
    why: 'The check never runs.',
  },
  {
    is: /^\s*(?:when\s*:\s*(?:manual|never)|enabled\s*[:=]\s*false)\b/,
    weight: 'blocks',
    why: 'The check does not run by itself.',
  },
  {
    is: /["']?(?:testPathIgnorePatterns|modulePathIgnorePatterns|coveragePathIgnorePatterns|collect_ignore\w*|norecursedirs|testIgnore|ignorePatterns|testFailureIgnore|ignoreFailures|dangerouslyIgnoreUnhandledErrors)["']?\s*(?:[:=>]|\+=)(?!\s*(?:\[\s*\]|false\b|<\/))/,
    weight: 'blocks',
    why: 'Tests are left out, or their failures ignored.',
  },
  {
    is: /<(?:skip|skipTests|skipITs|testFailureIgnore)>\s*true|\bskipTests\s*=\s*true|\bxfail_strict\s*=\s*[Ff]alse|^\s*(?:autotests|test|harness|doctest)\s*=\s*false\b/,
    weight: 'blocks',
    why: 'Tests are switched off.',
  },
  {
    is: /\baddopts\s*=.*(?:-k\b|--ignore|--deselect|-p\s+no:|\s-m\s+["']?not)/,
    weight: 'blocks',
    why: 'Tests are left out by a flag.',
  },
  {
    is: /["']?(?:strict|strictNullChecks|noImplicitAny|strictFunctionTypes|strictBindCallApply|strictPropertyInitialization|noImplicitThis|useUnknownInCatchVariables|alwaysStrict|noUnusedLocals|noUnusedParameters|noImplicitReturns|noFallthroughCasesInSwitch|noUncheckedIndexedAccess|exactOptionalPropertyTypes|noEmitOnError|checkJs|disallow_untyped_defs|disallow_any_\w+|warn_return_any|check_untyped_defs|strict_optional|strict_equality|no_implicit_optional|warn_unused_ignores)["']?\s*[:=]\s*(?:false|False)\b/,
    weight: 'blocks',
    why: 'A check of types is switched off.',
  },
  {
    is: /["']?(?:skipLibCheck|ignore_errors|ignore_missing_imports|suppressImplicitAnyIndexErrors|noCheck)["']?\s*[:=]\s*(?:true|True)\b|["']?typeCheckingMode["']?\s*[:=]\s*["'](?:off|basic)/,
    weight: 'ask',
    why: 'Types are checked less.',
  },
  {
    is: /["'@\w/-]+["']?\s*[:=]\s*\[?\s*["']?(?:off|allow)["']?\s*[,\]}]?\s*(?:,|$)|["'][@\w/-]+["']\s*:\s*\[?\s*0\s*[,\]]/,
    weight: 'blocks',
    why: 'A rule of the linter is switched off.',
  },
  {
    is: /["'](?:recommended|enabled)["']\s*:\s*false|\b(?:extend-ignore|extend_ignore|per-file-ignores|disable-all)\b/,
    weight: 'blocks',
    why: 'Rules of the linter are switched off.',
  },
  {
    is: /^\s*(?:ignore|disable|disabled_rules|exclude|skip)\s*[:=]\s*\S/,
    weight: 'ask',
    why: 'Something is left out of what is checked.',
  },
];

/** A judge made milder: a rule off, a failure allowed, tests left out, a step gone. */
export function configWeakened({ files }: Ground): readonly Found[] {
  return files.flatMap((file) => {
    if (file.role !== 'judge' && !isScript(file)) return [];
    const rows = file.role === 'judge' ? [...LENIENT, ...CONFIG] : LENIENT;
    if (!file.before && file.role === 'judge') return rowsIn(file, 'config-weakened', LENIENT);
    return file.before ? [...rowsIn(file, 'config-weakened', rows), ...checksGone(file), ...mixedIn(file)] : [];
  });
}

/** A script by which tests are run. */
const isScript = ({ path }: Looked): boolean => /(?:^|\/)(?:ci|test|tests|check|lint)[\w-]*\.sh$/.test(path);

const RUNS_TESTS =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?:-\w+\s+)*(?:tests?\b|t\b|ci:test|lint|check|typecheck|coverage)|\b(?:npx|pnpm exec)\s+(?:jest|vitest|mocha|ava|tap|eslint|tsc)|\bpytest\b|\bunittest\b|\btox\b|\bgo\s+(?:test|vet)\b|\bcargo\s+(?:test|clippy|nextest)|\bmvnw?\b.*\b(?:test|verify)|\bgradlew?\b.*\b(?:test|check)|\bnode\s+--test|\bmake\s+(?:test|check|lint)|\b(?:mypy|ruff|flake8|pylint|eslint|golangci-lint|pyright)\b|^\s*-\s*id:\s*\S+/;

/** A line that ran a check is gone, and no other line of the file runs one like it. */
function checksGone(file: Looked): readonly Found[] {
  const lines = file.removed.filter(({ text, code }) => RUNS_TESTS.test(text) && code.trim() !== '');
  const added = newLines(file)
    .map(({ text }) => text)
    .join('\n');
  const now = file.after?.text ?? '';
  return lines.flatMap(({ text, line }): readonly Found[] => {
    const [tool = ''] = RUNS_TESTS.exec(text) ?? [];
    if (now.includes(tool.trim()) || RUNS_TESTS.test(added)) return [];
    const why = `A check is not run any more: ${text.trim().slice(0, 80)}.`;
    return [{ file: file.path, line: whereWas(file, line), kind: 'config-weakened', weight: 'blocks', why }];
  });
}

/** A strictness that was said, and is not said any more; a rule that was an error and only warns. */
const STRICT =
  /["']?(strict|noImplicitAny|strictNullChecks|noUnusedLocals|noUnusedParameters|noImplicitReturns|noUncheckedIndexedAccess|exactOptionalPropertyTypes|disallow_untyped_defs|xfail_strict|warn_return_any)["']?\s*[:=]\s*(?:true|True)\b/;
const RULE = /["']?([@\w/-]+)["']?\s*:\s*\[?\s*["'](error|warn|deny)["']/;

function mixedIn(file: Looked): readonly Found[] {
  const { after } = file;
  if (!after) return [];
  return file.removed.flatMap(({ text, line }): readonly Found[] => {
    const strict = STRICT.exec(text)?.[1];
    const [, rule, level] = RULE.exec(text) ?? [];
    const at = whereWas(file, line);
    if (strict && !new RegExp(`["']?\\b${strict}["']?\\s*[:=]`).test(after.text))
      return [
        {
          file: file.path,
          line: at,
          kind: 'config-weakened',
          weight: 'blocks',
          why: `"${strict}" is not asked for any more.`,
        },
      ];
    if (!rule || !level || level === 'warn') return [];
    const now = file.added.map((other) => RULE.exec(other.text)).find((found) => found?.[1] === rule);
    if (now?.[2] !== 'warn') return [];
    return [
      {
        file: file.path,
        line: at,
        kind: 'config-weakened',
        weight: 'blocks',
        why: `"${rule}" was an error and only warns.`,
      },
    ];
  });
}
