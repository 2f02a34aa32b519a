import type { Looked } from '../change.js';
import { type Found, saying } from '../finding.js';
import { type Ground, whereWas } from '../ground.js';
import { STARTS } from '../role.js';
import { checkGone } from './check-gone.js';
import { LENIENT, MILDER } from './lenient.js';
import { rowsIn } from './new-lines.js';

/** A judge made milder: a rule off, a failure allowed, tests left out, a step gone. */
export function configWeakened({ files }: Ground): readonly Found[] {
  return files.flatMap((file) => {
    // Switches of the program itself stand there as well: what judges in them is another rule's.
    if (STARTS.test(file.path)) return [];
    if (file.role !== 'judge') return isScript(file) ? rowsIn(file, 'config-weakened', LENIENT) : [];
    // A configuration that was not there before takes nothing away.
    if (!file.before) return rowsIn(file, 'config-weakened', LENIENT);
    const found = rowsIn(file, 'config-weakened', [...LENIENT, ...MILDER]);
    return [
      ...(MAKES.test(file.path) ? found.filter((each) => isAboutTests(file, each)) : found),
      ...checkGone(file, files),
      ...unsaid(file),
    ];
  });
}

/** Files of recipes for all sorts of things: only those that judge count. */
const MAKES = /(?:^|\/)(?:GNU)?[Mm]akefile$|justfile$|Taskfile\.ya?ml$|noxfile\.py$/;

function isAboutTests({ added }: Looked, { line }: Found): boolean {
  return added.some(
    (each) => each.line === line && /test|lint|check|cover|tsc\b|mypy|ruff|vet\b|clippy|jest|mocha/i.test(each.text),
  );
}

/** A script by which tests are run. */
const isScript = ({ path }: Looked): boolean => /(?:^|\/)(?:ci|test|tests|check|lint)[\w-]*\.sh$/.test(path);

const STRICT =
  /["']?(strict|noImplicitAny|strictNullChecks|noUnusedLocals|noUnusedParameters|noImplicitReturns|noUncheckedIndexedAccess|exactOptionalPropertyTypes|disallow_untyped_defs|xfail_strict|warn_return_any)["']?\s*[:=]\s*(?:true|True)\b/;
const RULE = /["']?([@\w/-]+)["']?\s*:\s*\[?\s*["'](error|warn|deny)["']/;

/** A strictness that was said, and is not said any more; a rule that was an error, and only warns. */
function unsaid(file: Looked): readonly Found[] {
  const { after } = file;
  if (!after) return [];
  return file.removed.flatMap(({ text, line }): readonly Found[] => {
    const finding = { file: file.path, line: whereWas(file, line), kind: 'config-weakened' } as const;
    const strict = STRICT.exec(text)?.[1];
    if (strict && !new RegExp(`["']?\\b${strict}["']?\\s*[:=]`).test(after.text)) {
      // What is inherited now may well say it.
      const inherits = file.added.some((added) => /["']extends["']\s*:/.test(added.text));
      return [{ ...finding, weight: inherits ? 'named' : 'blocks', because: saying('strictness-gone', strict) }];
    }
    const [, rule, level] = RULE.exec(text) ?? [];
    const now = file.added.map((added) => RULE.exec(added.text)).find((found) => found?.[1] === rule);
    if (!rule || level === 'warn' || now?.[2] !== 'warn') return [];
    return [{ ...finding, weight: 'named', because: saying('rule-only-warns', rule) }];
  });
}
