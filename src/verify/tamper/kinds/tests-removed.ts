// The rules for removed tests, test files and cases. Two of the rules of ../index.ts.
import { type AnalyzedFile, type Line, linesOf } from '../change.js';
import {
  changesSources,
  holdsTests,
  mentionsRemovedCode,
  mentionsRemovedLines,
  type Pair,
  type TamperContext,
  type TestInFile,
  wentWithPackage,
  whereWas,
} from '../context.js';
import { type Found, saying } from '../finding.js';
import type { Source } from '../source.js';
import { importedFrom } from '../tests/calls.js';
import { isRewritten, newAssertions, plain } from './changed-assertions.js';
import { isOfSources } from './unit-mocked.js';

/**
 * A removed test or test file. A parsed file is reported only if it held tests. Tests of code that the change removes may be removed too.
 */
export function testDeleted(context: TamperContext): readonly Found[] {
  const tests = context.gone.filter(({ unit }) => !unit.group && unit.skips.every(({ conditional }) => conditional));
  const files = context.files.filter(
    ({ was, role, before, after }) => was === 'test' && before && (!after || (role !== 'test' && role !== 'support')),
  );
  const whole = files.flatMap((file) =>
    wholeFile(context, { file, tests: tests.filter((test) => test.file === file) }),
  );
  const single = tests
    .filter(({ file, unit }) => !files.includes(file) && !mentionsRemovedCode(context, `${unit.name} ${unit.body}`))
    .filter((placed) => !(changesSources(context) && isExplained(context, placed)));
  const isListed = (placed: TestInFile) => changesSources(context) && isCovered(context, placed);
  return [
    ...whole,
    ...single.filter((placed) => !isListed(placed)).map((placed) => removedTest(context, placed)),
    ...listed(single.filter(isListed)),
  ];
}

/** Beside changed sources, removed tests of functions that other tests still call: how many, and which. */
function listed(tests: readonly TestInFile[]): readonly Found[] {
  const [first] = tests;
  if (!first) return [];
  const names = tests.slice(0, MOST_NAMES).map(({ unit }) => `"${unit.path}"`);
  const because = saying(
    'tests-gone',
    String(tests.length),
    `${names.join(', ')}${tests.length > MOST_NAMES ? ', …' : ''}`,
  );
  return [
    {
      file: first.file.path,
      line: whereWas(first.file, first.unit.line),
      kind: 'tests-removed',
      weight: 'named',
      because,
    },
  ];
}

const MOST_NAMES = 3;

/** Whether the remaining tests call all functions of the sources that a removed test called, and most of the others. */
function isCovered(context: TamperContext, { file, unit }: TestInFile): boolean {
  const called = [...callsIn(file.before?.code.slice(unit.from, unit.to) ?? '')].filter((name) => name !== unit.name);
  const still = callsOfTests(context);
  const missed = called.filter((name) => !still.has(name));
  const ofSources = namesOfSources(context);
  return called.length > 0 && missed.length <= called.length / 2 && !missed.some((name) => ofSources.has(name));
}

const callsIn = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(/(?<![\w$])([A-Za-z_$][\w$]{2,})\s*(?:<[\w\s,]*>|::<[^>]*>)?\(/g)].map(([, name = '']) => name),
  );

const calls = new WeakMap<TamperContext, ReadonlySet<string>>();
const sourceNames = new WeakMap<TamperContext, ReadonlySet<string>>();

/** The names that tests call after the change. */
function callsOfTests(context: TamperContext): ReadonlySet<string> {
  const gone = new Set(context.files.filter(({ after }) => after === null).map(({ before }) => before));
  const known =
    calls.get(context) ??
    new Set(context.judging.filter((source) => !gone.has(source)).flatMap(({ code }) => [...callsIn(code)]));
  calls.set(context, known);
  return known;
}

/** The names in the changed sources. */
function namesOfSources(context: TamperContext): ReadonlySet<string> {
  const sources = context.files.filter(({ role }) => role === 'source');
  const known =
    sourceNames.get(context) ??
    new Set(
      sources.flatMap(({ before, after }) =>
        [before, after].flatMap((source) => source?.code.match(/[A-Za-z_$][\w$]{2,}/g) ?? []),
      ),
    );
  sourceNames.set(context, known);
  return known;
}

function wholeFile(
  context: TamperContext,
  { file, tests }: { file: TestInFile['file']; tests: readonly TestInFile[] },
): readonly Found[] {
  const isParsed = file.before !== null && /javascript|python|go|rust|java/.test(file.before.language.name);
  // It held no tests that ran, or all of them are in other files now.
  if (tests.length === 0 && isParsed) return [];
  const excused =
    file.before !== null &&
    (mentionsRemovedCode(context, file.before.code) ||
      mentionsRemovedLines(context, file.before.code) ||
      wentWithPackage(context, file));
  const replaced = context.addedTests.some(({ unit }) => !unit.group && unit.assertions.length > 0);
  const how = file.after ? 'file-unseen' : 'file-gone';
  const because = tests.length === 0 ? saying(how) : saying(`${how}-tests`, String(tests.length));
  if ((excused || replaced) && tests.length > 0) return [];
  if (changesSources(context) && tests.length > 0 && tests.every((test) => isCovered(context, test)))
    return listed(tests);
  return [
    {
      file: file.path,
      line: 1,
      kind: 'test-deleted',
      // `named`: reported, does not block.
      weight: replaced || changesSources(context) ? 'named' : 'blocks',
      because,
    },
  ];
}

function removedTest(context: TamperContext, placed: TestInFile): Found {
  const { file, unit } = placed;
  return {
    file: file.path,
    line: whereWas(file, unit.line),
    kind: 'test-deleted',
    weight: changesSources(context) || newAssertions(file).length > 0 || addsTests(context, file) ? 'named' : 'blocks',
    because: [...saying('test-gone', unit.path), ...(isCommentedOut(placed) ? saying('in-a-comment') : [])],
  };
}

/** Whether the change explains why the test is gone: its code was removed, or other tests took its place. */
function isExplained(context: TamperContext, { file, unit }: TestInFile): boolean {
  if (newAssertions(file).length > 0 || addsTests(context, file)) return true;
  if (mentionsRemovedLines(context, `${unit.name} ${unit.body}`) || isMerged(context, { file, unit })) return true;
  const changed = context.pairs.filter(({ before, after }) => before.bodyDigest !== after.bodyDigest);
  const names = [...context.addedTests.map((placed) => placed.unit.name), ...changed.map(({ after }) => after.name)];
  return names.includes(unit.name);
}

/** Whether another test contains all lines of a removed test, except its head. */
function isMerged({ pairs, addedTests }: TamperContext, { file, unit }: TestInFile): boolean {
  const lines = (file.before?.text.slice(unit.from, unit.to) ?? '')
    .split('\n')
    .filter((line) => !line.includes(unit.name) && !/^\s*(?:@|#\[)/.test(line))
    .map((line) => line.replace(/\s+/g, '').replace(/[;,]$/, ''))
    .filter((line) => line.length > 3);
  const units = [...pairs.map(({ after }) => after), ...addedTests.map((placed) => placed.unit)];
  return lines.length > 0 && units.some(({ group, body }) => !group && lines.every((line) => body.includes(line)));
}

/** In Go a test that hands `t` to a helper of another file leaves the assertions to it. */
const PASSES_TEST_HANDLE = /\w\(t,/;

function addsTests({ addedTests }: TamperContext, file: TestInFile['file']): boolean {
  return addedTests.some(
    ({ file: of, unit }) =>
      of === file && !unit.group && (unit.assertions.length > 0 || PASSES_TEST_HANDLE.test(unit.body)),
  );
}

function isCommentedOut({ file, unit }: TestInFile): boolean {
  return unit.name.length > 2 && file.after?.comments.includes(unit.name) === true;
}

/** A removed or changed row of a table of cases. */
export function caseRemoved(context: TamperContext): readonly Found[] {
  const { pairs, files, gone } = context;
  const tables = pairs.flatMap((pair) => changedCases(context, pair));
  const reported = new Set([...tables.map(({ file }) => file), ...gone.map(({ file }) => file.path)]);
  const others = files.filter((file) => holdsTests(file) && !reported.has(file.path));
  return [
    ...tables,
    ...others
      .flatMap((file) => [...looseRows(file), ...removedValues(file)])
      .filter(({ file }) => !(changesSources(context) && addsRows(files.find(({ path }) => path === file)))),
  ];
}

function changedCases(context: TamperContext, { file, before, after }: Pair): readonly Found[] {
  // A benchmark checks nothing.
  if (/^Benchmark/.test(before.name) && before.assertions.length === 0) return [];
  const whole = plain(file.after?.text.slice(after.from, after.to) ?? '');
  const lost = without(before.cases, after.cases).filter(
    (row) => !mentionsRemovedCode(context, row) && !(row.length > 2 && whole.includes(plain(row))),
  );
  const gained = without(after.cases, before.cases);
  if (lost.length === 0 || isRewritten(file)) return [];
  const shrinks = lost.length > gained.length;
  if (changesSources(context) && (!shrinks || gained.length > 0 || isReplaced(context, file, lost))) return [];
  return [
    {
      file: file.path,
      line: lineOfFirst(file, lost) ?? after.line,
      kind: shrinks ? 'case-removed' : 'expectation-changed',
      weight: shrinks && gained.length === 0 && !changesSources(context) ? 'blocks' : 'named',
      because: shrinks
        ? saying('cases-less', after.path, String(lost.length - gained.length), shortRow(lost[0]))
        : saying('case-other', after.path, shortRow(lost[0]), shortRow(gained[0])),
    },
  ];
}

/** Whether the file got tests or assertions where it lost cases, or the sources lost what the cases name. */
function isReplaced(context: TamperContext, file: AnalyzedFile, lost: readonly string[]): boolean {
  return (
    newAssertions(file).length > 0 || addsTests(context, file) || lost.some((row) => mentionsRemovedLines(context, row))
  );
}

/** The rows of a list that the other has not, whatever their spaces and trailing commas are. */
function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const each of other.map(plain)) left.set(each, (left.get(each) ?? 0) + 1);
  return list.filter((each) => {
    const count = left.get(plain(each)) ?? 0;
    if (count > 0) left.set(plain(each), count - 1);
    return count === 0;
  });
}

function lineOfFirst(file: AnalyzedFile, lost: readonly string[]): number | undefined {
  const [first = ''] = lost;
  const line = file.removed.find(({ text }) => text.replace(/\s+/g, ' ').includes(first.slice(0, 60)))?.line;
  return line === undefined ? undefined : whereWas(file, line);
}

const shortRow = (text = ''): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** A list, object or pair on its own line, such as tests iterate over. */
const ROW = /^\s*(?:[[({].*[\])}]|['"`\w.-]+\s*:\s*\S.*)\s*,\s*$/;

/** Whether a line beside a removed one is a row as well: a single object may be an argument. */
function isBesideRow({ before }: AnalyzedFile, { line }: Line): boolean {
  const [above, own, below] = before ? linesOf(before, line - 1, 3) : [];
  const opens = (row: Line | undefined) => /^\s*([[({])/.exec(row?.code ?? '')?.[1];
  return [above, below].some((row) => row && ROW.test(row.text) && opens(row) === opens(own));
}

/** Whether a file got rows, values, or assertions in other places. */
function addsRows(file: AnalyzedFile | undefined): boolean {
  return (
    file !== undefined &&
    (newAssertions(file).length > 0 || file.added.some(({ text }) => ROW.test(text) || VALUE.test(text)))
  );
}

function looseRows(file: AnalyzedFile): readonly Found[] {
  return file.hunks.flatMap(({ removed, added, line }): readonly Found[] => {
    const rows = removed.filter(({ text, code }) => ROW.test(text) && /^\s*[[({]/.test(code));
    const hasSiblings = rows.some((row) => isBesideRow(file, row));
    const isAllRows =
      hasSiblings && rows.length > 0 && rows.length === removed.filter(({ text }) => text.trim() !== '').length;
    const moved = rows.some(({ text }) => file.added.some((other) => other.text.trim() === text.trim()));
    if (!isAllRows || moved || added.some(({ text }) => text.trim() !== '')) return [];
    return [
      {
        file: file.path,
        line,
        kind: 'case-removed',
        weight: 'named',
        because: saying('rows-gone', String(rows.length), shortRow(rows[0]?.text.trim())),
      },
    ];
  });
}

/** A text or a number on its own line. */
const VALUE = /^\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-?\d[\d_.]*)\s*,?\s*$/;

/** Values that were removed from what a test hands to a helper of the tests: `check({ valid: ['a', 'b'] })` asserts something for each. */
function removedValues(file: AnalyzedFile): readonly Found[] {
  const { before } = file;
  const helpers = before?.language.name === 'javascript' ? helpersImported(before, file.path) : new Set();
  if (!before || helpers.size === 0) return [];
  const still = new Set(file.added.map(({ text }) => plain(text)));
  return file.hunks.flatMap(({ removed, added, line }): readonly Found[] => {
    const values = removed.filter(({ text }) => text.trim() !== '');
    const [first] = values;
    const isGone = values.every(({ text }) => VALUE.test(text) && !still.has(plain(text)));
    if (!first || !isGone || added.some(({ text }) => text.trim() !== '')) return [];
    const open = before.around(first.at + first.text.search(/\S/)).find((at) => before.code[at] === '(') ?? 0;
    const callee = /([\w$]+)\s*$/.exec(before.code.slice(Math.max(0, open - 60), open))?.[1];
    if (callee === undefined || !helpers.has(callee)) return [];
    const because = saying('rows-gone', String(values.length), shortRow(first.text.trim()));
    return [{ file: file.path, line, kind: 'case-removed', weight: 'named', because }];
  });
}

/** The names that a test imports from other files of the tests. */
function helpersImported(source: Source, path: string): ReadonlySet<string> {
  const modules = [...source.text.matchAll(/(?:\bfrom\s*|\brequire\s*\(\s*)['"](\.{1,2}\/[^'"\n]{1,100})['"]/g)].map(
    ([, module = '']) => module,
  );
  const ofTests = modules.filter((module) => !isOfSources(path, module));
  return new Set(
    ofTests.flatMap((module) =>
      importedFrom(source, new RegExp(`^${module.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)).map(({ name }) => name),
    ),
  );
}
