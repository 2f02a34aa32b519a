// The rules for weaker configuration of checks: rules off, failures allowed, steps removed, thresholds lowered, findings suppressed. Three of the rules
// of ../index.ts.
import type { AnalyzedFile } from '../change.js';
import { type TamperContext, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import { judgeOf, PRELOAD_FILES } from '../role.js';
import type { Source } from '../source.js';
import { LENIENT, newLines, rowsIn, WEAKER_SETTINGS } from './line-patterns.js';
import { isOnByStrict, isSettingKept, UNUSED_CODE } from './settings-kept.js';

/** A weakened check: rule off, failure allowed, tests excluded, step removed. */
export function configWeakened({ files }: TamperContext): readonly Found[] {
  return files.flatMap((file) => {
    // Files that set options of every program are covered by another rule.
    if (PRELOAD_FILES.test(file.path)) return [];
    if (file.role !== 'check-config') return isScript(file) ? rowsIn(file, 'config-weakened', LENIENT) : [];
    // A new configuration does not weaken anything.
    if (!file.before) return rowsIn(file, 'config-weakened', LENIENT);
    const found = rowsIn(file, 'config-weakened', [...LENIENT, ...WEAKER_SETTINGS]).filter(
      (each) => !file.added.some((line) => line.line === each.line && isSettingKept(line, file, files)),
    );
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
    if (strict && !isOnByStrict(strict, file) && !new RegExp(`["']?\\b${strict}["']?\\s*[:=]`).test(after.text)) {
      // An inherited configuration may contain it.
      const inherits = file.added.some((added) => /["']extends["']\s*:/.test(added.text));
      const isUnused = strict === 'xfail_strict' && leavesPytest(file);
      const weight = inherits || isUnused || UNUSED_CODE.test(strict) ? 'named' : 'blocks';
      return [{ ...finding, weight, because: saying('strictness-gone', strict) }];
    }
    const [, rule, level] = RULE.exec(text) ?? [];
    const now = file.added.map((added) => RULE.exec(added.text)).find((found) => found?.[1] === rule);
    if (!rule || level === 'warn' || now?.[2] !== 'warn') return [];
    return [{ ...finding, weight: 'named', because: saying('rule-only-warns', rule) }];
  });
}

/** Whether the whole section of pytest goes while another command runs the tests. */
const leavesPytest = ({ added, removed }: AnalyzedFile): boolean =>
  removed.some(({ text }) => /^\[(?:tool[:.])?pytest/.test(text)) && added.some(({ text }) => RUNS_TESTS.test(text));

const RUNS_TESTS =
  /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?:-\w+\s+)*(?:tests?\b|t\b|ci:test)|\b(?:npx|pnpm exec)\s+(?:jest|vitest|mocha|ava|tap)|\bpytest\b|\bunittest\b|\btox\b|\bgo\s+test\b|\bcargo\s+(?:test|nextest)|\bmvnw?\b.*\b(?:test|verify)|\bgradlew?\b.*\b(?:test|check)|\bnode\s+--test|\bmake\s+test/;
const RUNS_ANOTHER =
  /\b(?:npm|pnpm|yarn|bun)\s+run\s+(?:lint|check|typecheck|coverage)|\b(?:npx|pnpm exec)\s+(?:eslint|tsc|biome)|\bgo\s+vet\b|\bcargo\s+clippy|\bmake\s+(?:check|lint)|\b(?:mypy|ruff|flake8|pylint|eslint|golangci-lint|pyright)\b|^\s*-\s*id:\s*\S+/;

/** Another command or an include may run the check. */
const DOES_ANOTHER =
  /^\s*-?\s*(?:(?:import|include|extends|template|uses)\s*:|(?:run|script|command|entry)\s*:(?!\s*["']?(?:echo|true|:|exit 0)\b))/;

/** A line of a workflow or hook that ran a check was removed, and no other line runs it. */
function checkGone(file: AnalyzedFile, files: readonly AnalyzedFile[]): readonly Found[] {
  const what = judgeOf(file.path);
  if (!file.after || (what !== 'checks' && what !== 'hooks')) return [];
  const others = files.filter(({ path }) => path !== file.path && judgeOf(path) === what);
  const now = [file.after, ...others.map(({ after }) => after)].map((source) => source?.text ?? '').join('\n');
  return file.hunks.flatMap(({ removed, added }) =>
    removed.flatMap(({ text, code, line }): readonly Found[] => {
      const check = RUNS_TESTS.exec(text) ?? RUNS_ANOTHER.exec(text);
      if (!check || code.trim() === '' || now.includes(check[0].trim())) return [];
      // In the hooks' file a bare item is a package that a hook needs, not a command.
      if (what === 'hooks' && /^\s*-\s*["']?[\w.-]+["']?\s*(?:[=<>~!]\S*)?$/.test(text)) return [];
      const tests = RUNS_TESTS.test(text);
      if (tests && RUNS_TESTS.test(now)) return [];
      const because = saying('check-gone', text.trim().slice(0, 80));
      const weight = tests && !added.some((each) => DOES_ANOTHER.test(each.text)) ? 'blocks' : 'named';
      return [{ file: file.path, line: whereWas(file, line), kind: 'config-weakened', weight, because }];
    }),
  );
}

const IN_COMMENTS =
  /\beslint-disable\b|\boxlint-disable\b|@ts-(?:ignore|expect-error|nocheck)\b|\bbiome-ignore\b|\btslint:disable|\bstylelint-disable|\bjshint\s+ignore|\b(?:istanbul|c8|v8)\s+ignore\b|\bnode:coverage\s+(?:disable|ignore)|\$Flow(?:FixMe|Ignore)|#\s*noqa\b|#\s*type:\s*ignore|#\s*pyright:\s*(?:ignore|basic)|#\s*mypy:\s*(?:ignore|disable|allow)|#\s*pylint:\s*(?:disable|skip-file)|\bpragma:\s*no\s*(?:cover|branch)|#\s*nosec\b|#\s*ruff:\s*noqa|\/\/\s*nolint\b|#nosec|\bNOSONAR\b|\bCHECKSTYLE[:.]\s*OFF|\bnoinspection\b|\bshellcheck\s+disable|\bgolangci-lint:ignore|\bcoverage:\s*ignore|\bdeno-(?:lint|fmt)-ignore|\bscalastyle:off|\bktlint-disable|\bdetekt:/i;
const IN_CODE =
  /#!?\[\s*(?:allow|expect)\s*\(|#\[\s*(?:cfg_attr\([^)]*,\s*)?coverage\(\s*off|@SuppressWarnings\b|@Suppress\b|@SuppressFBWarnings\b|@no_type_check\b|\[SuppressMessage/;

/** An added suppression of a linter, compiler or coverage tool. */
export function suppressionAdded({ files }: TamperContext): readonly Found[] {
  return files
    .filter(({ role, after }) => ['source', 'test', 'support'].includes(role) && after?.language.name !== 'other')
    .flatMap((file) =>
      newLines(file).flatMap(({ line, code, comment }): readonly Found[] => {
        const said = IN_COMMENTS.exec(comment)?.[0] ?? IN_CODE.exec(code)?.[0];
        if (said === undefined) return [];
        const because = saying('told-to-look-away', said.replace(/^[#/\s]+/, ''));
        return [{ file: file.path, line, kind: 'suppression-added', weight: 'named', because }];
      }),
    );
}

/** Thresholds where more is stricter (GOAL), and limits where less is stricter (LIMIT). */
const GOAL =
  /(?<![\w-])["']?(branches|functions|lines|statements|fail[_-]under|cov-fail-under|threshold|target|minimum|min[_-]?coverage|line[_-]?coverage|break|high|low|minimum[_-]?coverage|coverage[_-]?threshold|check-coverage|perFile|COVERAGE_MIN\w*|MIN_COVERAGE\w*|COVERAGE|--?coverage)["']?\s*(?:[:=]|\s)\s*["']?(\d+(?:\.\d+)?)\s*%?/g;
const LIMIT =
  /(?<![\w-])["']?(max-?warnings|maxWarnings|max[_-]?complexity|complexity|maxSize|limit)["']?\s*(?:[:=]|\s)\s*(?:\[\s*["']\w+["']\s*,\s*)?["']?(\d+(?:\.\d+)?)/g;
const ABOUT_COVERAGE = /coverage|threshold|fail[_-]under|jacoco|nyc|c8\b|tarpaulin|stryker|mutation/i;

/** A threshold that was lowered or removed. */
export function thresholdLowered({ files }: TamperContext): readonly Found[] {
  const candidates = files.filter(
    ({ role, path }) =>
      role === 'check-config' ||
      role === 'manifest' ||
      /\.(?:ya?ml|toml|cfg|ini|json|properties|sh)$|coverage|stryker/i.test(path),
  );
  return candidates
    .filter(({ role }) => role !== 'lock' && role !== 'expected-output')
    .filter(({ path }) => !PRELOAD_FILES.test(path))
    .flatMap(thresholdFindings);
}

/** Small reductions are common maintenance. */
const fallsFar = (was: number, is: number): boolean => Math.min(was, is) < 0.75 * Math.max(was, is);

/** Coverage that falls by less than a hundredth: code that goes takes its lines along. */
const isHair = (was: Threshold, is: Threshold): boolean => was.value < 100 && was.value - is.value < was.value / 100;

const SIZE = /^(?:limit|maxSize)$/;

/** A limit of the package's size that grows by at most a tenth: code that grows needs it. */
const isSizeLimit = (was: Threshold, is: Threshold): boolean => SIZE.test(was.key) && is.value <= 1.1 * was.value;

interface Threshold {
  readonly key: string;
  readonly value: number;
  readonly line: number;
}

function thresholdFindings(file: AnalyzedFile): readonly Found[] {
  const { before, after } = file;
  if (!before) return [];
  return [
    ...(ABOUT_COVERAGE.test(before.text) ? moved(file, GOAL, (was, is) => is < was) : []),
    ...moved(file, LIMIT, (was, is) => is > was).filter(() => after !== null),
  ];
}

function moved(file: AnalyzedFile, pattern: RegExp, lower: (was: number, is: number) => boolean): readonly Found[] {
  const [old, now] = [thresholdsIn(file.before, pattern), thresholdsIn(file.after, pattern)];
  return [...new Set(old.map(({ key }) => key))].flatMap((key): readonly Found[] => {
    const [was, is] = [old, now].map((thresholds) => thresholds.filter((threshold) => threshold.key === key));
    return (was ?? []).flatMap((threshold, nth): readonly Found[] => {
      const other = is?.[nth];
      if (!other && pattern === LIMIT) return [];
      if (other && !lower(threshold.value, other.value)) return [];
      if (other && (isSizeLimit(threshold, other) || isHair(threshold, other))) return [];
      const line = other?.line ?? whereWas(file, threshold.line);
      const because = other
        ? saying('bar-lower', key, String(threshold.value), String(other.value))
        : saying('bar-gone', key, String(threshold.value));
      return [
        {
          file: file.path,
          line,
          kind: 'threshold-lowered',
          weight: other && !SIZE.test(key) && fallsFar(threshold.value, other.value) ? 'blocks' : 'named',
          because,
        },
      ];
    });
  });
}

function thresholdsIn(source: Source | null, pattern: RegExp): readonly Threshold[] {
  if (!source) return [];
  return source.text.split('\n').flatMap((text, at) => {
    const start = source.startOf(at + 1);
    const said =
      source.comments.slice(start, start + text.length).trim() === ''
        ? text
        : source.code.slice(start, start + text.length);
    return [...said.slice(0, 2000).matchAll(pattern)].map(
      ([, key = '', value]): Threshold => ({ key, value: Number(value), line: at + 1 }),
    );
  });
}
