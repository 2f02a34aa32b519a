// The input of all rules in kinds/: the changed files, and their tests paired before and after. index.ts makes it.
// src/services/read-change.ts and src/verify/prove/index.ts use the names and limits of the unchanged tests that are read for it.
import type { AnalyzedFile, Line } from './change.js';
import { languageOf } from './language.js';
import { type FileRole, roleOf } from './role.js';
import { readSource, type Source, withoutComments } from './source.js';
import { type TestUnit, testsIn } from './tests/index.js';

export interface TestInFile {
  readonly file: AnalyzedFile;
  readonly unit: TestUnit;
}

/** The same test before and after. */
export interface Pair {
  readonly file: AnalyzedFile;
  readonly before: TestUnit;
  readonly after: TestUnit;
  /** Recognized only by similar code: its name changed, and its body as well. */
  readonly isRenamed: boolean;
}

export interface TamperContext {
  readonly files: readonly AnalyzedFile[];
  readonly pairs: readonly Pair[];
  /** Tests that were removed, and tests that were added. */
  readonly gone: readonly TestInFile[];
  readonly addedTests: readonly TestInFile[];
  /** All test sources, changed or not. */
  readonly judging: readonly Source[];
}

/** An unchanged test file, against which source changes are checked. */
export interface KnownTest {
  readonly path: string;
  readonly text: string;
}

const sources = new WeakMap<KnownTest, Source>();

/** Cached, because the same tests are checked after every edit. */
function sourceOf(test: KnownTest): Source {
  const source = sources.get(test) ?? readSource(test.text, languageOf(test.path));
  sources.set(test, source);
  return source;
}

/** Builds the input of the rules. */
export function tamperContext(files: readonly AnalyzedFile[], known: readonly KnownTest[]): TamperContext {
  const before = files.flatMap((file) => (isRun(file, file.was) ? unitsOf(file, file.before) : []));
  const after = files.flatMap((file) => (isRun(file, file.role) ? unitsOf(file, file.after) : []));
  const halves = pairUp(before, after);
  const changed = new Set(files.map(({ path }) => path));
  const others = known.filter(({ path, text }) => !changed.has(path) && roleOf(path, text) === 'test');
  const judging = [
    ...files.flatMap((file) => (holdsTests(file) ? [file.after ?? file.before ?? []].flat() : [])),
    ...others.map(sourceOf),
  ];
  return { files, ...halves, judging };
}

/** Whether the change contains anything besides tests and their support files. */
export function changesSources({ files }: Pick<TamperContext, 'files'>): boolean {
  const known = changed.get(files) ?? files.some(isChangedSource);
  changed.set(files, known);
  return known;
}

const DOCUMENTATION = /\.(?:md|txt|rst)$/;

const changed = new WeakMap<readonly AnalyzedFile[], boolean>();

const isChangedSource = ({ role, before, after, path }: AnalyzedFile): boolean =>
  role === 'source' && !DOCUMENTATION.test(path) && codeOf(path, before) !== codeOf(path, after);

/** The text without comments and, in Rust, without modules of tests. Strings count: messages are behaviour. */
function codeOf(path: string, source: Source | null): string | undefined {
  if (!source) return undefined;
  const parts: string[] = [];
  let from = 0;
  for (const module of path.endsWith('.rs') ? testModulesIn(source) : []) {
    parts.push(withoutComments(source, from, module.from));
    from = module.to;
  }
  return [...parts, withoutComments(source, from, source.text.length)].join('');
}

/** The modules of tests in a source of Rust. */
export function testModulesIn(source: Source): readonly { readonly from: number; readonly to: number }[] {
  const modules: { from: number; to: number }[] = [];
  for (const { index, 0: head } of source.code.matchAll(/#\[cfg\(test\)\]\s*(?:pub\s+)?mod\s+\w+\s*\{/g))
    if (index >= (modules.at(-1)?.to ?? 0))
      modules.push({ from: index, to: source.closeOf(index + head.length - 1) + 1 });
  return modules;
}

const removedNames = new WeakMap<TamperContext, ReadonlySet<string>>();

/** Whether a text of a test mentions a name that the change removes from the sources. */
export function mentionsRemovedCode(context: TamperContext, text: string): boolean {
  const names = removedNames.get(context) ?? namesGone(context);
  removedNames.set(context, names);
  return (text.match(NAMES) ?? []).some((word) => names.has(word));
}

const NAMES = /[A-Za-z_$][\w$]{3,}/g;

/** Whether the lines that the change removes from the sources contain a word of a test that the added lines do not. */
export function mentionsRemovedLines({ files }: TamperContext, text: string): boolean {
  const sources = files.filter(({ role, path }) => role === 'source' && !DOCUMENTATION.test(path));
  const wordsOf = (lines: readonly Line[]) => lines.flatMap((line) => textOutsideComments(line).match(NAMES) ?? []);
  const added = new Set(sources.flatMap((file) => wordsOf(file.added)));
  const removed = new Set(sources.flatMap((file) => wordsOf(file.removed)).filter((word) => !added.has(word)));
  return (text.match(NAMES) ?? []).some((word) => removed.has(word) && !KEYWORD.test(word));
}

const KEYWORD =
  /^(?:const|function|return|async|await|else|elif|this|self|super|class|import|from|export|default|with|yield|pass|None|null|undefined|true|false|True|False|string|number|boolean|throw|raise|continue|break|while|switch|case|match|func|range|static|public|private|void|typeof|assert\w*|expect|test|describe)$/;

const textOutsideComments = ({ text, comment }: Line): string =>
  comment.trim() === '' ? text : text.replace(comment.trim(), '');

function namesGone({ files }: TamperContext): ReadonlySet<string> {
  const sources = files.filter(({ role, before }) => role === 'source' && before);
  const still = new Set(sources.flatMap(({ after }) => after?.code.match(NAMES) ?? []));
  const was = sources.flatMap(({ removed, before, after }) =>
    after ? removed.flatMap(({ code }) => code.match(NAMES) ?? []) : (before?.code.match(NAMES) ?? []),
  );
  return new Set([...was.filter((name) => !still.has(name)), ...declarationsGone(sources)]);
}

const DECLARATION =
  /\b(?:function\s*\*?|class|def|func|fn|export\s+const|struct|enum|trait|interface|type)\s+([A-Za-z_$][\w$]{3,})/g;

/** Names that sources declared at the beginning of a line and that none declares now, though the word may still stand there. */
function declarationsGone(sources: readonly AnalyzedFile[]): readonly string[] {
  const declared = (source: Source | null) =>
    (source?.code.match(/^(?:export\s+|pub(?:\([^)]*\))?\s+|default\s+|async\s+)*\w+\*?\s+[\w$]+/gm) ?? []).flatMap(
      (head) => [...head.matchAll(DECLARATION)].map(([, name = '']) => name),
    );
  const still = new Set(sources.flatMap(({ after }) => declared(after)));
  return sources.flatMap(({ before }) => declared(before)).filter((name) => !still.has(name));
}

/** Whether a file was deleted together with the package that it belongs to. */
export function wentWithPackage({ files }: Pick<TamperContext, 'files'>, { path }: AnalyzedFile): boolean {
  const isWithin = (folder: string) => folder !== '' && path.startsWith(folder);
  return files.some(
    (file) =>
      file.before !== null &&
      file.after === null &&
      PACKAGE.test(file.path) &&
      isWithin(file.path.replace(PACKAGE, '')),
  );
}

const PACKAGE =
  /[^/]+\.gemspec$|(?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|setup\.py|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|[^/]+\.csproj)$/;

/** Rust keeps tests in source files. */
export function holdsTests(file: AnalyzedFile): boolean {
  return isRun(file, file.role);
}

const isRun = ({ path }: AnalyzedFile, role: FileRole): boolean =>
  role === 'test' || role === 'support' || path.endsWith('.rs');

function unitsOf(file: AnalyzedFile, source: Source | null): readonly TestInFile[] {
  return source ? testsIn(source).units.map((unit) => ({ file, unit })) : [];
}

type Key = (placed: TestInFile) => string;

/** Keys to recognize a test after the change, most reliable first. An empty key matches nothing. */
const WAYS: readonly Key[] = [
  ({ file, unit }) => `${file.path}\0${unit.path}\0${unit.bodyDigest}`,
  ({ file, unit }) => `${file.path}\0${unit.path}`,
  ({ unit }) => `${unit.group}\0${unit.path}`,
  ({ file, unit }) => `${file.path}\0${unit.group}\0${unit.name}`,
  ({ unit }) => (unit.group ? '' : unit.name),
  ({ unit }) => (unit.group || unit.body.length < 40 ? '' : unit.bodyDigest),
];

function pairUp(
  before: readonly TestInFile[],
  after: readonly TestInFile[],
): Pick<TamperContext, 'pairs' | 'gone' | 'addedTests'> {
  const pairs: Pair[] = [];
  let [gone, addedTests] = [before, after];
  for (const way of WAYS) {
    const byKey = new Map<string, TestInFile[]>();
    for (const placed of addedTests) {
      const same = byKey.get(way(placed));
      if (same) same.push(placed);
      else byKey.set(way(placed), [placed]);
    }
    const used = new Set<TestInFile>();
    gone = gone.filter((old) => {
      const other = way(old) === '' ? undefined : byKey.get(way(old))?.shift();
      if (!other) return true;
      used.add(other);
      pairs.push({ file: other.file, before: old.unit, after: other.unit, isRenamed: false });
      return false;
    });
    addedTests = addedTests.filter((placed) => !used.has(placed));
  }
  const similar = renamed(gone, addedTests);
  return {
    pairs: [...pairs, ...similar.pairs],
    gone: gone.filter((placed) => !similar.used.has(placed)),
    addedTests: addedTests.filter((placed) => !similar.used.has(placed)),
  };
}

/** With more pairs than this nothing is compared; the file was rewritten. */
const MOST_PAIRS = 10_000;
const ENOUGH = 0.6;

/** Pairs tests that were renamed and slightly changed: most of their words are equal. */
function renamed(
  gone: readonly TestInFile[],
  addedTests: readonly TestInFile[],
): { pairs: readonly Pair[]; used: ReadonlySet<TestInFile> } {
  const pairs: Pair[] = [];
  const used = new Set<TestInFile>();
  if (gone.length * addedTests.length > MOST_PAIRS) return { pairs, used };
  const rated = gone.flatMap((old) => addedTests.map((now) => ({ old, now, likeness: likeness(old, now) })));
  for (const { old, now } of rated.filter((each) => each.likeness >= ENOUGH).sort((a, b) => b.likeness - a.likeness)) {
    if (used.has(old) || used.has(now)) continue;
    used.add(old).add(now);
    pairs.push({ file: now.file, before: old.unit, after: now.unit, isRenamed: true });
  }
  return { pairs, used };
}

function likeness(a: TestInFile, b: TestInFile): number {
  if (a.unit.group || b.unit.group) return 0;
  const [left, right] = [wordsOf(a.unit), wordsOf(b.unit)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return left.size + right.size < 8 ? 0 : (2 * shared) / (left.size + right.size);
}

const words = new WeakMap<TestUnit, ReadonlySet<string>>();

function wordsOf(unit: TestUnit): ReadonlySet<string> {
  const known = words.get(unit) ?? new Set(unit.body.match(/[\w$]+|[^\s\w]+/g) ?? []);
  words.set(unit, known);
  return known;
}

/** The line in the new text that corresponds to a line of the old text. */
export function whereWas(file: AnalyzedFile, line: number): number {
  if (!file.after) return 1;
  const hunk = file.hunks.find(
    ({ removed }) => (removed[0]?.line ?? 0) <= line && line <= (removed.at(-1)?.line ?? -1),
  );
  const last = file.after.lineAt(Math.max(0, file.after.text.length - 1));
  return Math.min(Math.max(1, hunk?.line ?? line), last);
}

/** Limits of what is read. */
export const MOST_KNOWN = { tests: 400, bytes: 256 * 1024 } as const;

/** Whether a path is a test or helps tests; texts of unchanged tests are read so that source changes can be checked against them. */
export const isTest = (path: string): boolean => ['test', 'support'].includes(roleOf(path, ''));
