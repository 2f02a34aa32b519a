import type { AnalyzedFile } from '../change.js';
import { type TamperContext, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import { STARTS } from '../role.js';
import { checkGone } from './check-removed.js';
import { LENIENT, WEAKER_SETTINGS } from './lenient.js';
import { rowsIn } from './new-lines.js';

/** A weakened check: rule off, failure allowed, tests excluded, step removed. */
export function configWeakened({ files }: TamperContext): readonly Found[] {
  return files.flatMap((file) => {
    // Files that set options of every program are covered by another rule.
    if (STARTS.test(file.path)) return [];
    if (file.role !== 'judge') return isScript(file) ? rowsIn(file, 'config-weakened', LENIENT) : [];
    // A new configuration does not weaken anything.
    if (!file.before) return rowsIn(file, 'config-weakened', LENIENT);
    const found = rowsIn(file, 'config-weakened', [...LENIENT, ...WEAKER_SETTINGS]);
    return [
      ...(MAKES.test(file.path) ? found.filter((each) => isAboutTests(file, each)) : found),
      ...checkGone(file, files),
      ...removedStrictness(file),
    ];
  });
}

/** Files with recipes of any kind; only lines about checks count. */
const MAKES = /(?:^|\/)(?:GNU)?[Mm]akefile$|justfile$|Taskfile\.ya?ml$|noxfile\.py$/;

function isAboutTests({ added }: AnalyzedFile, { line }: Found): boolean {
  return added.some(
    (each) => each.line === line && /test|lint|check|cover|tsc\b|mypy|ruff|vet\b|clippy|jest|mocha/i.test(each.text),
  );
}

/** A script that runs tests. */
const isScript = ({ path }: AnalyzedFile): boolean => /(?:^|\/)(?:ci|test|tests|check|lint)[\w-]*\.sh$/.test(path);

const STRICT =
  /["']?(strict|noImplicitAny|strictNullChecks|noUnusedLocals|noUnusedParameters|noImplicitReturns|noUncheckedIndexedAccess|exactOptionalPropertyTypes|disallow_untyped_defs|xfail_strict|warn_return_any)["']?\s*[:=]\s*(?:true|True)\b/;
const RULE = /["']?([@\w/-]+)["']?\s*:\s*\[?\s*["'](error|warn|deny)["']/;

/** A removed strictness setting, or a rule lowered from error to warning. */
function removedStrictness(file: AnalyzedFile): readonly Found[] {
  const { after } = file;
  if (!after) return [];
  return file.removed.flatMap(({ text, line }): readonly Found[] => {
    const finding = { file: file.path, line: whereWas(file, line), kind: 'config-weakened' } as const;
    const strict = STRICT.exec(text)?.[1];
    if (strict && !new RegExp(`["']?\\b${strict}["']?\\s*[:=]`).test(after.text)) {
      // An inherited configuration may contain it.
      const inherits = file.added.some((added) => /["']extends["']\s*:/.test(added.text));
      return [{ ...finding, weight: inherits ? 'named' : 'blocks', because: saying('strictness-gone', strict) }];
    }
    const [, rule, level] = RULE.exec(text) ?? [];
    const now = file.added.map((added) => RULE.exec(added.text)).find((found) => found?.[1] === rule);
    if (!rule || level === 'warn' || now?.[2] !== 'warn') return [];
    return [{ ...finding, weight: 'named', because: saying('rule-only-warns', rule) }];
  });
}
