// The rules for changes of the test runner at run time, and for settings that load code before every command. Two of the rules of ../index.ts.
import type { SentenceKey } from '../../../text/lang/tamper/index.js';
import type { AnalyzedFile } from '../change.js';
import { conditionsAround, isSettled } from '../conditions.js';
import { holdsTests, type TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import { languageOf } from '../language.js';
import { PRELOAD_FILES } from '../role.js';
import { importedFrom } from '../tests/calls.js';
import { testsIn } from '../tests/index.js';
import { newLines, type Row, rowsIn, uncommented } from './line-patterns.js';

const EVERYWHERE: readonly Row[] = [
  {
    is: /\b(?:global|globalThis|window|self)\.(?:expect|assert|test|it|describe|jest|vi)\s*=(?!=)|\bglobal(?:This)?\[\s*['"](?:expect|assert|test|it|describe)['"]\s*\]\s*=/,
    weight: 'blocks',
    says: 'test-words-replaced',
  },
  {
    is: /(?<![\w.])(?:(?:require\(\s*['"](?:node:)?assert(?:\/strict)?['"]\s*\)|assert)(?:\.strict)?|expect|chai\.assert|unittest\.TestCase|TestCase|Assert(?:ions)?)\.(?:ok|equal|strictEqual|deepEqual|deepStrictEqual|is|same|throws|rejects|toBe\w*|toEqual|assert\w*|fail)\s*=(?![=>])/,
    weight: 'blocks',
    says: 'assertion-replaced',
  },
  {
    is: /\bObject\.(?:assign|define(?:Property|Properties))\(\s*(?:require\(\s*['"](?:node:)?assert(?:\/strict)?['"]\s*\)|assert|expect|chai\.assert)\s*,/,
    weight: 'blocks',
    says: 'assertion-replaced',
  },
  {
    is: /\bexpect\.extend\(\s*\{?.*\b(?:toBe|toEqual|toStrictEqual|toThrow|toMatch|toContain|toHaveLength)\b\s*[:(]/,
    weight: 'blocks',
    says: 'matcher-replaced',
  },
  {
    is: /\b(?:setattr|patch\.object)\(\s*(?:unittest\.)?TestCase\b|\bbuiltins\.(?:AssertionError|assert)|(?<![\w.])AssertionError\s*=(?!=)/,
    weight: 'blocks',
    says: 'assertion-replaced',
  },
  {
    is: /\.force_result\(|\.force_exception\(\s*None|\b(?:rep|report|result|outcome)\w*\.(?:outcome|passed|failed)\s*=(?!=)|\bexitstatus\s*=\s*(?:0|ExitCode\.OK)\b|\bsession\.testsfailed\s*=\s*0|\bterminalreporter\.stats\b.*(?:pop|clear|=)/,
    weight: 'blocks',
    says: 'outcome-overwritten',
  },
  {
    is: /\bdef\s+pytest_(?:runtest_makereport|pyfunc_call|runtest_protocol|runtest_call|sessionfinish|collection_modifyitems|ignore_collect|exception_interact|report_teststatus)\b/,
    weight: 'named',
    says: 'hook-changes-tests',
  },
  {
    is: /\bprocess\.on\(\s*['"](?:exit|beforeExit)['"].*(?:exitCode\s*=\s*0|process\.exit\(\s*0?\s*\))|\batexit\.register\(.*_exit/,
    weight: 'blocks',
    says: 'exit-overwritten-at-end',
  },
  {
    is: /\bprocess\.exitCode\s*=\s*0\b|\bprocess\.reallyExit\b/,
    weight: 'blocks',
    says: 'exit-overwritten',
  },
  {
    is: /\bos\._exit\(\s*0\s*\)|\bhalt\(\s*0\s*\)/,
    weight: 'blocks',
    says: 'ends-before-runner',
  },
  {
    is: /\b(?:_pytest|pytest)\.\w+(?:\.\w+)*\s*=(?!=)|\bsys\.modules\[\s*['"](?:pytest|unittest|_pytest)[\w.]*['"]\s*\]\s*=/,
    weight: 'blocks',
    says: 'runner-replaced',
  },
];

/** For pytest, in Python only: lists of other programs are called `items` too. */
const COLLECTED: Row = {
  is: /\bitems\[:\]\s*=|\bitems\.clear\(|\bcollect_ignore(?:_glob)?\s*(?:\+?=)|\bcollect_ignore\.append/,
  weight: 'blocks',
  says: 'taken-from-collected',
};

const IN_TESTS: readonly Row[] = [
  {
    is: /\bprocess\.exit\(\s*(?:0\s*)?\)|\bsys\.exit\(\s*(?:0\s*)?\)|(?<![\w.])(?:quit|exit)\(\s*0?\s*\)|\bSystem\.exit\(\s*0\s*\)|\bstd::process::exit\(\s*0\s*\)|\bos\.Exit\(\s*0\s*\)|\bDeno\.exit\(\s*0?\s*\)/,
    weight: 'blocks',
    says: 'ends-well-anyway',
  },
  {
    is: /\bconsole\.(?:log|info)\(\s*['"`](?:TAP version|ok \d+|# pass|Tests:)|\bprint\(\s*['"](?:ok \d+|={3,}.*passed|\d+ passed)|\bprocess\.stdout\.write\(\s*['"`](?:ok \d+|# pass)/,
    weight: 'blocks',
    says: 'prints-results',
  },
];

/** Changes of the test runner or assertion library at run time. */
export function runnerPatched({ files }: TamperContext): readonly Found[] {
  return files.flatMap((file) => {
    if (file.path.match(/(?:^|\/)(?:site|user)customize\.py$/) && !file.before)
      return [finding(file, 1, 'before-all-python')];
    if (!isCode(file)) return [];
    // In a script without tests, exiting is normal.
    const tests = holdsTests(file) && !file.path.endsWith('.rs') && (file.role === 'support' || definesTests(file));
    return [
      ...rowsIn(file, 'runner-patched', file.path.endsWith('.py') ? [...EVERYWHERE, COLLECTED] : EVERYWHERE),
      ...(tests || inRustTests(file)
        ? rowsIn(file, 'runner-patched', IN_TESTS).flatMap((found) => milder(file, found))
        : []),
      ...exitHandlers(file),
      ...renamedAsserts(file),
    ];
  });
}

const isCode = ({ role, path }: AnalyzedFile): boolean =>
  (['test', 'support', 'source'].includes(role) && languageOf(path).name !== 'other') ||
  /(?:jest|vitest|vite|karma|ava)\.(?:config|conf|workspace)\./.test(path);

/**
 * An exit inside a condition is only reported (weight `named`, does not block), and in a new file it is not reported: scripts may end early
 * if something is missing.
 */
function milder({ before, after }: AnalyzedFile, found: Found): readonly Found[] {
  const conditions = after ? conditionsAround(after, after.startOf(found.line + 1) - 1) : [];
  if (conditions.every(({ text }) => isSettled(text))) return [found];
  return before === null ? [] : [{ ...found, weight: 'named' }];
}

const definesTests = ({ after }: AnalyzedFile): boolean => after !== null && testsIn(after).units.length > 0;

/** A Rust file that contains only tests. Other Rust files are programs too, in which `exit(0)` is normal. */
const inRustTests = (file: AnalyzedFile): boolean =>
  /(?:^|\/)tests\//.test(file.path) || /(?:^|_)tests?\.rs$/.test(file.path);

/** Assertion functions imported under another name and then replaced. */
function renamedAsserts(file: AnalyzedFile): readonly Found[] {
  const names = file.after ? importedFrom(file.after, /^(?:(?:node:)?assert(?:\/strict)?|chai|expect|should)$/) : [];
  if (names.length === 0) return [];
  const called = names.map(({ name }) => name.replaceAll('$', '\\$')).join('|');
  const is = new RegExp(`(?<![\\w$.])(?:${called})(?:\\.\\w+|\\[[^\\]]*\\])+\\s*=(?![=>])`);
  return rowsIn(file, 'runner-patched', [{ is, weight: 'blocks', says: 'assertion-replaced' }]);
}

/** Exit handlers over several lines. */
function exitHandlers(file: AnalyzedFile): readonly Found[] {
  const lines = newLines(file);
  return lines.flatMap((line, at): readonly Found[] => {
    if (!/\bprocess\.on\(\s*['"](?:exit|beforeExit)['"]/.test(uncommented(line))) return [];
    const next = lines
      .slice(at + 1, at + 4)
      .map(uncommented)
      .join('\n');
    return /exitCode\s*=\s*0|process\.(?:exit|reallyExit)\(\s*0?\s*\)/.test(next)
      ? [finding(file, line.line, 'exit-overwritten-at-end')]
      : [];
  });
}

function finding({ path }: AnalyzedFile, line: number, says: SentenceKey): Found {
  return { file: path, line, kind: 'runner-patched', weight: 'blocks', because: saying(says) };
}

/** Options that load code before a program. */
const LOADED = /(?:--require|--import|--(?:experimental-)?loader|--eval|--test-[\w-]+|(?<![\w-])-[rep](?![\w-]))/;

const PRELOAD_ROWS: readonly Row[] = [
  {
    is: new RegExp(`\\bnode[-_]options["']?\\s*[:=].*${LOADED.source}`, 'i'),
    weight: 'blocks',
    says: 'node-loads-first',
  },
  {
    is: /^\s*["']?script-?[sS]hell["']?\s*[:=]\s*["']?(?:\.{0,2}\/(?!(?:usr\/)?bin\/)|\S*\$|[\w-]+\/)/,
    weight: 'blocks',
    says: 'scripts-run-by-own',
  },
  {
    is: /^\s*(?:export\s+)?(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES|BASH_ENV|PYTHONSTARTUP)\s*=\s*\S/,
    weight: 'blocks',
    says: 'loaded-before-all',
  },
  {
    is: /^\s*(?:export\s+)?(?:PYTEST_ADDOPTS|PYTEST_PLUGINS|GOFLAGS|JAVA_TOOL_OPTIONS|MAVEN_OPTS|MAVEN_ARGS)\s*=.*(?:--ignore|--deselect|-k\b|-m\s|-p\s|-run\b|-skip\b|-javaagent|skipTests|maven\.test|-overlay|-toolexec)/,
    weight: 'blocks',
    says: 'runner-told-by-environment',
  },
];

/** Settings that affect every command, so that one of them can fake all tests. */
export function preloadChanged({ files }: TamperContext): readonly Found[] {
  return files
    .filter(({ path }) => PRELOAD_FILES.test(path))
    .flatMap((file) => rowsIn(file, 'runner-patched', PRELOAD_ROWS));
}
