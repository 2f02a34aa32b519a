// Tells which lines of check configuration weaken nothing, although they match a pattern of line-patterns.ts or are gone: the setting stood in another
// file, its tool was not configured before, or it is off (or on) anyway. Used by config-weakened.ts.
import { posix } from 'node:path';
import { type AnalyzedFile, type Line, linesOf } from '../change.js';
import { capturesIn, lastCapture, type Source } from '../source.js';

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
    isMoved(line, file, others) ||
    isOfNewTool(line, file, others) ||
    isOffAnyway(line, file, files) ||
    isUpload(line, file) ||
    isStepWithoutCheck(line, file)
  );
}

/** A setting without quotes, spaces and separators, so that it is equal in files of different formats. */
const settingIn = (text: string): string =>
  text
    .replace(/["'\s]/g, '')
    .replace(/[,;]$/, '')
    .replace(':', '=');

/** Whether another file of the change lost the same setting of the same tool or step. */
function isMoved(line: Line, { after, path }: AnalyzedFile, others: readonly AnalyzedFile[]): boolean {
  const setting = settingIn(line.text);
  const owners = ownersOf(after, path, line);
  return others.some((other) =>
    other.removed.some(
      (was) =>
        settingIn(was.text) === setting &&
        ownersOf(other.before, other.path, was).some((owner) => owners.includes(owner)),
    ),
  );
}

/** Files that hold settings of several tools. */
const SHARED_FILES = /^(?:setup|pyproject|tox|package)$/;

/** What a setting belongs to: in a workflow what its step runs, elsewhere the tool of its section and the tool that the file is named after. */
function ownersOf(source: Source | null, path: string, { line, at }: Line): readonly string[] {
  if (/^\.github\//.test(path))
    return stepAround(source, line)
      .filter((each) => RUNS.test(each))
      .map((each) => each.replace(/^\s*(?:-\s+)?/, ''));
  const section = sectionAt(source, at);
  const tool = /^\.?([a-z\d]+?)(?:rc)?(?![a-z\d])/i.exec(posix.basename(path))?.[1]?.toLowerCase();
  return [...(section ? [section] : []), ...(tool && !SHARED_FILES.test(tool) ? [tool] : [])];
}

const SECTION = /^[ \t]*\[{1,2}[ \t]*(?:tool[.:])?["']?(\w+)(?!\w)[^\]\n]*\]{1,2}[ \t]*(?:#.*)?$/gm;

/** Tools that report on code. Tests also run without configuration, so a new section of pytest can leave out tests that ran. */
const REPORTS = /^(?:mypy|pyright|basedpyright|pylint|ruff|flake8|isort|black)$/;

/** Whether the line belongs to the section of a tool that no file of the change configured before. */
function isOfNewTool({ at }: Line, { before, after, path }: AnalyzedFile, others: readonly AnalyzedFile[]): boolean {
  if (!/\.(?:toml|cfg|ini)$/.test(path)) return false;
  const tool = sectionAt(after, at);
  const had = [before, ...others.map((each) => each.before)].flatMap((source) =>
    source ? capturesIn(source, SECTION).names : [],
  );
  return tool !== undefined && REPORTS.test(tool) && !had.includes(tool);
}

/** The tool of the section that an offset lies in. */
const sectionAt = (source: Source | null, offset: number): string | undefined =>
  source ? lastCapture(source, SECTION, offset) : undefined;

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

/** Commands that are no checks. Every other command may be one. */
const HARMLESS =
  /^(?:sudo\s+)?(?:rm|mkdir|echo|df|du|sleep|gh\s+(?:cache|actions-cache)\s+(?:list|delete)|docker\s+(?:\w+\s+)?(?:prune|rmi?))\b/;
const HARMLESS_ACTION =
  /^(?:actions\/(?:cache|upload-artifact|download-artifact)|codecov\/codecov-action|coverallsapp\/)/;
const RUNS = /^\s*(?:-\s+)?(?:run|uses)\s*:/;

/** Whether a step of a workflow that may fail is new and runs no check: it deletes a cache, for example. */
function isStepWithoutCheck({ text, line }: Line, { after, added }: AnalyzedFile): boolean {
  if (!/^\s+continue-on-error\s*:\s*true\b/.test(text)) return false;
  const step = stepAround(after, line);
  const at = step.findIndex((each) => RUNS.test(each));
  const head = step[at];
  if (head === undefined || !added.some((each) => each.text === head)) return false;
  const [, key, value = ''] = /(run|uses)\s*:\s*(.*)$/.exec(head) ?? [];
  if (key === 'uses') return HARMLESS_ACTION.test(value);
  const rest = step.slice(at + 1);
  const end = rest.findIndex((each) => indentOf(each) <= head.search(/run\b/));
  const commands = [value.replace(/^[|>][+-]?\s*$/, ''), ...rest.slice(0, end < 0 ? undefined : end)]
    .flatMap((each) => each.split(/&&|[;|&`]|\$\(/))
    .map((each) => each.trim().replace(/^["']/, ''))
    .filter((each) => each !== '' && !each.startsWith('#'));
  return commands.length > 0 && commands.every((each) => HARMLESS.test(each));
}

const indentOf = (line: string): number => (line.trim() === '' ? Number.POSITIVE_INFINITY : line.search(/\S/));

/** How many lines of a step are read before a setting, and after it. */
const STEP_LINES = 60;

/** The lines of the list item that a setting belongs to; none where it belongs to a job. */
function stepAround(source: Source | null, line: number): readonly string[] {
  if (!source) return [];
  const start = Math.max(1, line - STEP_LINES);
  const count = line - start + STEP_LINES;
  const lines = linesOf(source, start, count).map(({ text }) => text);
  const index = line - start;
  if (/^\s*-\s/.test(lines[index] ?? '')) return itemFrom(lines, index);
  const own = indentOf(lines[index] ?? '');
  const first = lines.findLastIndex((each, at) => at < index && indentOf(each) < own);
  return /^\s*-\s/.test(lines[first] ?? '') ? itemFrom(lines, first) : [];
}

function itemFrom(lines: readonly string[], first: number): readonly string[] {
  const indent = indentOf(lines[first] ?? '');
  const rest = lines.slice(first + 1).findIndex((each) => indentOf(each) <= indent);
  return lines.slice(first, rest < 0 ? undefined : first + 1 + rest);
}
