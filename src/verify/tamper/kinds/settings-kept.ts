// Tells which lines of check configuration weaken nothing, although they match a pattern of line-patterns.ts or are gone: the setting stood in another
// file, its tool was not configured before, or it is off (or on) anyway. Used by config-weakened.ts.
import type { AnalyzedFile, Line } from '../change.js';

/** Options of the TypeScript compiler that `strict` turns on. */
const BY_STRICT =
  /^(?:alwaysStrict|noImplicitAny|noImplicitThis|strictBindCallApply|strictBuiltinIteratorReturn|strictFunctionTypes|strictNullChecks|strictPropertyInitialization|useUnknownInCatchVariables)$/;
/** Options about code without use: a linter's rules, whose removal is only named. */
export const UNUSED_CODE = /^noUnused(?:Locals|Parameters)$/;

/** Whether an option that is gone from a file is on nevertheless, because `strict` includes it. */
export function isOnByStrict(option: string, { after }: AnalyzedFile): boolean {
  return BY_STRICT.test(option) && /["']strict["']\s*:\s*true\b/.test(after?.text ?? '');
}

/** Whether an added setting weakens nothing. `files` are all changed files. */
export function isSettingKept(line: Line, file: AnalyzedFile, files: readonly AnalyzedFile[]): boolean {
  const others = files.filter((each) => each !== file && each.role === 'check-config');
  return (
    isMoved(line, others) ||
    isOfNewTool(line, file, others) ||
    isOffAnyway(line, file, files) ||
    isUpload(line, file) ||
    isStepWithoutCheck(line, file)
  );
}

const plain = (text: string): string =>
  text
    .replace(/["'\s]/g, '')
    .replace(/[,;]$/, '')
    .replace(':', '=');

/** Whether another file of the change lost the same setting. */
function isMoved({ text }: Line, others: readonly AnalyzedFile[]): boolean {
  return others.some(({ removed }) => removed.some((was) => plain(was.text) === plain(text)));
}

const SECTION = /^\s*\[{1,2}\s*(?:tool[.:])?["']?([\w]+)[^\]]*\]{1,2}\s*(?:#.*)?$/gm;

/** Tools that report on code. Tests also run without configuration, so a new section of pytest can leave out tests that ran. */
const REPORTS = /^(?:mypy|pyright|basedpyright|pylint|ruff|flake8|isort|black)$/;

/** Whether the line belongs to the section of a tool that no file of the change configured before. */
function isOfNewTool({ at }: Line, { before, after, path }: AnalyzedFile, others: readonly AnalyzedFile[]): boolean {
  if (!/\.(?:toml|cfg|ini)$/.test(path)) return false;
  const tool = sectionsOf(after?.text.slice(0, at) ?? '').at(-1);
  const had = [before, ...others.map((each) => each.before)].flatMap((source) => sectionsOf(source?.text ?? ''));
  return tool !== undefined && REPORTS.test(tool) && !had.includes(tool);
}

const sectionsOf = (text: string): readonly string[] => [...text.matchAll(SECTION)].map(([, tool = '']) => tool);

/** Whether a compiler option is set to what it is without the setting: none of the files that the configuration was made of turned it on. */
function isOffAnyway({ text }: Line, { before, after, path }: AnalyzedFile, files: readonly AnalyzedFile[]): boolean {
  const option = /["'](\w+)["']\s*:\s*false\b/.exec(text)?.[1];
  if (!option || !before || !/tsconfig[\w.-]*\.json$/.test(path) || option === 'strict' || BY_STRICT.test(option))
    return false;
  if (/["']extends["']\s*:/.test(after?.text ?? '')) return false;
  const base = /["']extends["']\s*:\s*["']([^"']+)["']/.exec(before.text)?.[1];
  const inherited = files.find((each) => base !== undefined && each.path === base.replace(/^\.\//, ''))?.before;
  if (base !== undefined && !inherited) return false;
  return ![before, inherited].some((source) =>
    new RegExp(`["']${option}["']\\s*:\\s*true\\b`).test(source?.text ?? ''),
  );
}

/** Whether the upload of a report may fail, as it may without the setting: a check is weaker only if the upload had to succeed before. */
function isUpload({ text }: Line, { before }: AnalyzedFile): boolean {
  return /\bfail_ci_if_error\s*:\s*false\b/.test(text) && !/\bfail_ci_if_error\s*:\s*true\b/.test(before?.text ?? '');
}

const CHECKS =
  /tests?\b|\b(?:lint|checks?|vet|cover|coverage|build|verify|mypy|ruff|tsc|clippy|jest|mocha|tox|nox|make|npm|pnpm|yarn)\b/i;

/** Whether a step of a workflow that may fail is new and runs nothing that looks like a check, such as one that deletes a cache. */
function isStepWithoutCheck({ text, line }: Line, { before, after }: AnalyzedFile): boolean {
  if (!/^\s+continue-on-error\s*:\s*true\b/.test(text)) return false;
  const step = stepAround((after?.text ?? '').split('\n'), line - 1);
  const isNew = step.every((each) => each === text || each.trim().length < 15 || !before?.text.includes(each.trim()));
  return step.length > 0 && isNew && !CHECKS.test(step.join('\n').replace(/actions\/checkout|github\.\w+/g, ''));
}

const indentOf = (line: string): number => (line.trim() === '' ? Number.POSITIVE_INFINITY : line.search(/\S/));

/** The lines of the list item that a setting belongs to; none where it belongs to a job. */
function stepAround(lines: readonly string[], index: number): readonly string[] {
  const own = indentOf(lines[index] ?? '');
  const first = lines.findLastIndex((each, at) => at < index && indentOf(each) < own);
  const head = lines[first] ?? '';
  if (!/^\s*-\s/.test(head)) return [];
  const rest = lines.slice(first + 1).findIndex((each) => indentOf(each) <= indentOf(head));
  return lines.slice(first, rest < 0 ? undefined : first + 1 + rest);
}
