import type { AnalyzedFile } from '../change.js';
import { whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import { judgeOf } from '../role.js';

const RUNS_TESTS =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?:-\w+\s+)*(?:tests?\b|t\b|ci:test)|\b(?:npx|pnpm exec)\s+(?:jest|vitest|mocha|ava|tap)|\bpytest\b|\bunittest\b|\btox\b|\bgo\s+test\b|\bcargo\s+(?:test|nextest)|\bmvnw?\b.*\b(?:test|verify)|\bgradlew?\b.*\b(?:test|check)|\bnode\s+--test|\bmake\s+test/;
const RUNS_ANOTHER =
  /\b(?:npm|pnpm|yarn|bun)\s+run\s+(?:lint|check|typecheck|coverage)|\b(?:npx|pnpm exec)\s+(?:eslint|tsc|biome)|\bgo\s+vet\b|\bcargo\s+clippy|\bmake\s+(?:check|lint)|\b(?:mypy|ruff|flake8|pylint|eslint|golangci-lint|pyright)\b|^\s*-\s*id:\s*\S+/;

/** Another command or an include may run the check. */
const DOES_ANOTHER =
  /^\s*-?\s*(?:(?:import|include|extends|template|uses)\s*:|(?:run|script|command|entry)\s*:(?!\s*["']?(?:echo|true|:|exit 0)\b))/;

/** A line of a workflow or hook that ran a check was removed, and no other line runs it. */
export function checkGone(file: AnalyzedFile, files: readonly AnalyzedFile[]): readonly Found[] {
  const what = judgeOf(file.path);
  if (!file.after || (what !== 'checks' && what !== 'hooks')) return [];
  const others = files.filter(({ path }) => path !== file.path && judgeOf(path) === what);
  const now = [file.after, ...others.map(({ after }) => after)].map((source) => source?.text ?? '').join('\n');
  return file.hunks.flatMap(({ removed, added }) =>
    removed.flatMap(({ text, code, line }): readonly Found[] => {
      const check = RUNS_TESTS.exec(text) ?? RUNS_ANOTHER.exec(text);
      if (!check || code.trim() === '' || now.includes(check[0].trim())) return [];
      const tests = RUNS_TESTS.test(text);
      if (tests && RUNS_TESTS.test(now)) return [];
      const because = saying('check-gone', text.trim().slice(0, 80));
      const weight = tests && !added.some((each) => DOES_ANOTHER.test(each.text)) ? 'blocks' : 'named';
      return [{ file: file.path, line: whereWas(file, line), kind: 'config-weakened', weight, because }];
    }),
  );
}
